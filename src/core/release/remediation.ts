import { cut, type TaskId, taskId } from '../plan/ids.ts'
import { type Criterion, type Kind, plainTask, type Task } from '../plan/plan.ts'
import { destructiveIn } from '../plan/scope-check.ts'
import { ADDED_MARK } from '../run/added-tasks.ts'
import type { RunState } from '../run/state.ts'
import { integrationsMax } from '../settings/config.ts'
import type { ReleaseEvent, RemedyCause } from './release-event.ts'

/** Tasks of one round, and rounds by cause: each round goes through the whole loop again. */
const REMEDIES_MAX = 3
const ROUNDS_MAX: Readonly<Record<Exclude<RemedyCause, 'integration'>, number>> = { review: 1, release: 2 }

const roundsMax = ({ config }: RunState, cause: RemedyCause): number =>
  cause === 'integration' ? integrationsMax(config.limits) : ROUNDS_MAX[cause]

/** A problem of the whole branch that a task may remedy. */
export interface Remedy {
  readonly title: string
  readonly steps: readonly string[]
  readonly kind?: Kind
  readonly criteria?: readonly Criterion[]
}

/** Tasks for these problems, or the reason why a human has to look instead. */
export type Remediation =
  | { readonly is: 'opened'; readonly event: Extract<ReleaseEvent, { type: 'remediation-opened' }> }
  /** Every round for this cause is used up, or every id of its tasks. */
  | { readonly is: 'spent'; readonly rounds: number }
  /** None of them may be started without a human, because each would be irreversible. */
  | { readonly is: 'destructive'; readonly reasons: readonly string[] }

/** At most three tasks, in the given order; they are proven like any other. */
export function remediation(
  state: RunState,
  cause: RemedyCause,
  { remedies, reasons }: { readonly remedies: readonly Remedy[]; readonly reasons: readonly string[] },
): Remediation {
  const rounds = state.release.remediations.filter(earlier => earlier.cause === cause).length
  if (rounds >= roundsMax(state, cause)) return { is: 'spent', rounds }
  const judged = remedies.map(remedy => ({ remedy, destructive: destructiveIn({ ...remedy, ...NO_REASON }) }))
  const safe = judged.filter(({ destructive }) => destructive === null).slice(0, REMEDIES_MAX)
  if (safe.length === 0)
    return { is: 'destructive', reasons: judged.map(({ remedy, destructive }) => `${remedy.title}: ${destructive}`) }
  const ids = freeIds(state, cause)
  if (ids.length === 0) return { is: 'spent', rounds }
  const tasks = safe.slice(0, ids.length).map(({ remedy }, at) => remedyTask(ids[at]!, remedy))
  return { is: 'opened', event: { type: 'remediation-opened', cause, tasks, reasons } }
}

const NO_REASON = { reason: '', justification: '' }

const LETTERS = 'abcdefghijklmnopqrstuvwxyz'

/** `review.a`, `review.b`, …: the letters go on over all rounds. */
const freeIds = ({ index }: RunState, cause: RemedyCause): readonly TaskId[] =>
  [...LETTERS].map(letter => taskId(`${cause}.${letter}`)).filter(id => !index.has(id))

const TITLE_MAX = 100
const LINE_MAX = 1_000

const remedyTask = (id: TaskId, { title, steps, kind = 'fix', criteria = [] }: Remedy): Task => ({
  ...plainTask(id, `${ADDED_MARK}${cut(oneLine(title), TITLE_MAX)}`),
  kind,
  kindStated: true,
  steps: steps.map(step => cut(oneLine(step), LINE_MAX)).filter(Boolean),
  criteria,
})

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()
