import { seenOf } from '../../src/core/journal/seen.ts'
import { asksOnly, blockers } from '../../src/core/proof/receipt.ts'
import { unwaivable } from '../../src/core/proof/waiver.ts'
import type { Command } from '../../src/core/run/input.ts'
import { draftOf, type RunState, type TaskRun } from '../../src/core/run/state.ts'
import type { FakeClock } from './clock.ts'
import type { Random } from './random.ts'
import type { Story } from './story.ts'
import type { World } from './world.ts'

/** Sends a command into the inbox while no engine lives; true when there is something to go on with. */
export async function interfere(
  world: World,
  state: RunState,
  { human, clock, story }: { human: Random; clock: FakeClock; story: Story },
): Promise<boolean> {
  const stuck = state.tasks.filter(run => run.stage.is === 'escalated')
  if (state.finished || stuck.length === 0) return false
  const run = human.pick(stuck)
  const tried = run.decisions.filter(({ fact }) => fact.type === 'task-retried').length
  const looked = story.words ? aboutText(run, human) : null
  const reviewed = looked ?? (story.reviews ? reviewing(run, human, story.reviews) : null)
  const type = reviewed ?? answerTo(run, human, tried)
  // Without a word for the agent only the judge is asked again.
  const asksJudge =
    run.stage.is === 'escalated' &&
    (run.stage.reason === 'judge-crashed' || run.stage.reason === 'review-degraded') &&
    reviewed === null
  const said = { task: run.task.id, by: 'Ada', note: asksJudge ? '' : 'please', seen: seenOf(run) }
  const yes = story.words && type === 'reject-task' && human.chance(0.3) ? { yes: true as const } : {}
  await world.openStore().submit(state.opened.runId, { type, ...said, ...yes } as Command, clock.now())
  return true
}

/** The decision of a human who often has another text in mind; null for one of the others. */
function aboutText({ stage, decisions }: TaskRun, human: Random) {
  if (stage.is !== 'escalated') return null
  if (stage.reason === 'text-proposed') return human.chance(0.7) ? 'approve-task' : 'reject-task'
  const refused = decisions.filter(({ fact }) => fact.type === 'task-rejected').length
  return stage.reason !== 'rejected' && refused < 3 && human.chance(0.5) ? 'reject-task' : null
}

/** The decision of a human who reviews; null for one of the usual answers. */
function reviewing(run: TaskRun, human: Random, how: 'often' | 'seldom') {
  const asked = run.decisions.filter(({ fact }) => fact.type === 'task-revised').length
  const isRejected = run.stage.is === 'escalated' && run.stage.reason === 'rejected'
  const hasWork = run.attempts.some(attempt => (draftOf(attempt)?.changes.length ?? 0) > 0)
  if (hasWork && !isRejected && asked < 4 && human.chance(how === 'often' ? 0.9 : 0.3)) return 'revise-task'
  if (!isRejected && human.chance(0.1)) return 'reject-task'
  return human.chance(0.05) ? 'pause-task' : null
}

const answerTo = (run: TaskRun, human: Random, tried: number) =>
  approvable(run)
    ? 'approve-task'
    : waivable(run) && human.chance(0.2)
      ? 'waive-task'
      : tried < 2 && human.chance(0.8)
        ? 'retry-task'
        : 'skip-task'

function approvable({ stage, attempts }: TaskRun): boolean {
  if (stage.is === 'escalated' && stage.reason === 'rejected') return false
  const receipt = attempts.at(-1)?.receipt
  return (
    stage.is === 'escalated' &&
    (stage.reason === 'held' || stage.reason === 'review-wanted' || Boolean(receipt && asksOnly(receipt)))
  )
}

function waivable({ attempts, stage }: TaskRun): boolean {
  if (stage.is === 'escalated' && stage.reason === 'rejected') return false
  const receipt = attempts.at(-1)?.receipt
  return Boolean(receipt && blockers(receipt).length > 0 && unwaivable(receipt).length === 0)
}
