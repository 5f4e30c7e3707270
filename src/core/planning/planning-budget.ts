import { fitsBudget } from '../money/budget.ts'
import { type LaunchCost, together } from '../money/cost.ts'
import { dollars } from '../text/dollars.ts'

/** Why no planner may be launched any more, by the dearest launch so far; null while the rest of the budget is enough for one. */
export function planningBudgetWords(costs: readonly LaunchCost[], usdMax: number): string | null {
  const known = costs.flatMap(({ usd }) => usd ?? [])
  const leftUsd = usdMax - (together(costs).usd ?? 0)
  const expectedUsd = costs.length > 0 && known.length === 0 ? null : Math.max(0, ...known)
  if (fitsBudget(leftUsd, expectedUsd)) return null
  return `the next launch may cost ${dollars(expectedUsd!)}, and ${dollars(Math.max(0, leftUsd))} of the budget of ${dollars(usdMax)} is left`
}
