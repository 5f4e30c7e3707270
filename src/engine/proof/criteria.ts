import type { Criterion } from '../../core/plan.ts'
import type { GateResult } from '../../core/receipt.ts'
import { exitCodeOf, type Outcome } from './commands.ts'
import { meets } from './expectation.ts'
import { commandGate, endWords, readingGate } from './gate.ts'
import type { Case } from './prove.ts'
import { flakyGate } from './settled-command.ts'

/** Every criterion with a command, run by us on the candidate; the others are named as not judged. */
export async function criterionGates(on: Case): Promise<readonly GateResult[]> {
  const gates: GateResult[] = []
  for (const criterion of on.contract.criteria) gates.push(await criterionGate(on, criterion))
  return gates
}

async function criterionGate(on: Case, criterion: Criterion): Promise<GateResult> {
  const gate = `criterion:${criterion.id}`
  if (!criterion.check)
    return readingGate(gate, `No command can show it; a judge or a human has to: ${criterion.text}`, {
      verdict: 'unjudged',
      blocking: false,
    })
  const { command } = criterion.check
  const outcome = await on.bench.run(on.layouts.asSubmitted, command, 'criteria')
  if (outcome.setupFailed)
    return commandGate(
      gate,
      { command, outcome },
      { verdict: 'environment', words: 'setup failed in its room, after it had worked before' },
    )
  const problem = unmet(criterion, outcome)
  const { asSubmitted: tree, base } = on.layouts
  const holds = (again: Outcome) => unmet(criterion, again) === null
  const flaky = problem
    ? await flakyGate(on, gate, { tree, base, command, first: outcome, use: 'criteria', holds })
    : null
  if (flaky) return flaky
  const judged = problem
    ? ({ verdict: 'failed', words: `${criterion.text}: ${problem}` } as const)
    : ({ verdict: 'passed', words: endWords(outcome) } as const)
  return commandGate(gate, { command, outcome }, judged)
}

/** What a criterion's command showed instead of what it had to; null when it holds. */
export function unmet(criterion: Criterion, outcome: Outcome): string | null {
  const exitCode = exitCodeOf(outcome)
  if (exitCode === null) return endWords(outcome)
  return meets(criterion.check!.expect, { exitCode, stdout: outcome.stdout })
}
