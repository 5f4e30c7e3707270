import type { Criterion } from '../../../core/plan/plan.ts'
import type { GateResult, Verdict } from '../../../core/proof/receipt.ts'
import type { Case } from '../case.ts'
import { commandGate, endWords, readingGate } from '../gate-result.ts'
import { type Instruments, instrumentsOf } from '../instruments/instruments.ts'
import { type CommandOutcome, exitCodeOf } from '../suite/bench.ts'
import { flakyGate } from '../suite/settled-command.ts'
import { shortfall } from './expectation.ts'

const UNJUDGED = 'No command can show it; a judge or a human has to decide'

/** Runs the command of each criterion on the candidate; criteria without a command are reported as not judged. */
export async function criterionGates(on: Case): Promise<readonly GateResult[]> {
  const gates: GateResult[] = []
  for (const criterion of on.contract.criteria) gates.push(await criterionGate(on, criterion))
  return gates
}

async function criterionGate(on: Case, criterion: Criterion): Promise<GateResult> {
  const gate = `criterion:${criterion.id}`
  if (!criterion.check)
    return readingGate(gate, `${UNJUDGED}: ${criterion.text}`, {
      summary: UNJUDGED,
      verdict: 'unjudged',
      blocking: false,
    })
  const { command } = criterion.check
  const { tree, fromBase, restsOn } = await instrumentsOf(on, command)
  const outcome = await on.bench.run(tree, command, 'criteria')
  if (outcome.setupFailed)
    return commandGate(
      gate,
      { command, outcome },
      { verdict: 'environment', words: 'setup failed in its room, after it had worked before' },
    )
  const runWith = { ...(fromBase.length > 0 ? { fromBase } : {}), ...(restsOn.length > 0 ? { restsOn } : {}) }
  // The evidence names the criterion, because it is also shown alone.
  const says = (verdict: Verdict, summary: string, words = `${criterion.text}: ${summary}`): GateResult => ({
    ...commandGate(gate, { command, outcome }, { verdict, words, ...(words === summary ? {} : { summary }) }),
    ...runWith,
  })
  const problem = unmet(criterion, outcome)
  if (problem === null) {
    const words = [endWords(outcome), ...passWords({ fromBase, restsOn })].join('; ')
    return says('passed', words, words)
  }
  const { base } = on.layouts
  const holds = (again: CommandOutcome) => unmet(criterion, again) === null
  const flaky = await flakyGate(on, gate, { tree, base, command, first: outcome, use: 'criteria', holds })
  if (flaky) return { ...flaky, ...runWith }
  if (fromBase.length > 0 && holds(await on.bench.run(on.layouts.asSubmitted, command, 'criteria')))
    return says(
      'question',
      `it holds only with the change's own version of ${fromBase.join(', ')}. With the base's: ${problem}. Name the file in Files or Allow if changing it is this task's work.`,
    )
  return says('failed', problem)
}

/** Files of a passed criterion that came from the base, or that the change itself brings. */
function passWords({ fromBase, restsOn }: Pick<Instruments, 'fromBase' | 'restsOn'>): readonly string[] {
  return [
    ...(fromBase.length > 0 ? [`run with the base's ${fromBase.join(', ')}`] : []),
    ...(restsOn.length > 0
      ? [`not independent: the change itself brings or changes ${restsOn.join(', ')}, so it does not count alone`]
      : []),
  ]
}

/** The actual result of a criterion's command if it is not the expected one; null if it is. */
export function unmet(criterion: Criterion, outcome: CommandOutcome): string | null {
  const exitCode = exitCodeOf(outcome)
  if (exitCode === null) return endWords(outcome)
  return shortfall(criterion.check!.expect, { exitCode, stdout: outcome.stdout })
}
