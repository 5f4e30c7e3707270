import { isDeepStrictEqual } from 'node:util'
import { releaseProblems } from '../../src/core/handover/release-problem.ts'
import { childRuns } from '../../src/core/hierarchy/parents.ts'
import { dueTests } from '../../src/core/integration/due-tests.ts'
import { isParent } from '../../src/core/plan/hierarchy.ts'
import type { TaskId } from '../../src/core/plan/ids.ts'
import { bookkeepingPaths } from '../../src/core/plan/make-contract.ts'
import type { Task } from '../../src/core/plan/plan.ts'
import { SUB_PLAN_MAX } from '../../src/core/planning/proposal-problems.ts'
import { type GateResult, refusals } from '../../src/core/proof/receipt.ts'
import { mayLand } from '../../src/core/proof/waiver.ts'
import { isReviewDue } from '../../src/core/release/closing.ts'
import { landingsIn } from '../../src/core/release/reviewed.ts'
import type { Event, Recorded } from '../../src/core/run/event.ts'
import { evolve } from '../../src/core/run/evolve.ts'
import { next } from '../../src/core/run/next.ts'
import { addedFor, draftOf, fold, isSettled, type RunState, taskRun } from '../../src/core/run/state.ts'
import { revisionsMax } from '../../src/core/settings/config.ts'
import { viewRun } from '../../src/core/shown/view.ts'
import type { Answer } from '../../src/ports.ts'
import { obey } from './simulated-suite.ts'
import type { World } from './world.ts'

/** What the journal holds of a human's commands about a task. */
const SAID: readonly Event['type'][] = [
  'task-retried',
  'task-skipped',
  'task-approved',
  'gates-waived',
  'task-revised',
  'task-rejected',
  'run-paused',
  'task-stopped',
  'task-told',
  'risk-decided',
]

/** Whether somebody let this result pass after the last agent had worked on the task, and a proof was made since. */
function isLetPass(records: readonly Recorded[], task: TaskId, { gate, verdict }: GateResult): boolean {
  const facts = records.flatMap(({ event }) => ('task' in event && event.task === task ? [event] : []))
  const since = facts.slice(facts.findLastIndex(({ type }) => type === 'attempt-started'))
  const decided = since.findIndex(
    event =>
      event.type === 'gates-waived' && event.gates.some(other => other.gate === gate && other.verdict === verdict),
  )
  return decided >= 0 && since.slice(decided).some(({ type }) => type === 'proof-recorded')
}

/** Decisions that name another receipt than the one that their task had. */
function unboundDecisions(records: readonly Recorded[]): readonly string[] {
  const receipts = new Map<TaskId, string | undefined>()
  return records.flatMap(({ event, version }) => {
    if (event.type === 'attempt-started' || event.type === 'draft-merged' || event.type === 'merge-conflicted')
      receipts.delete(event.task)
    if (event.type === 'proof-recorded') receipts.set(event.task, event.receiptHash)
    const isWrong = 'task' in event && 'receipt' in event && typeof event.receipt === 'string'
    return isWrong && receipts.get(event.task) !== event.receipt
      ? [`I10: event ${version} (${event.type}) decides about a receipt that task ${event.task} did not have`]
      : []
  })
}

/** Work that landed although a human had sent it back or rejected it, and no agent or human touched it since. */
function overruled(records: readonly Recorded[]): readonly string[] {
  const sentBack = new Set<TaskId>()
  return records.flatMap(({ event }) => {
    if (event.type === 'task-rejected' || (event.type === 'task-revised' && event.again)) sentBack.add(event.task)
    if (event.type === 'attempt-started' || event.type === 'task-retried') sentBack.delete(event.task)
    return event.type === 'task-landed' && sentBack.has(event.task)
      ? [`I9: task ${event.task} landed after a human had sent it back`]
      : []
  })
}

/** The tasks that were skipped when a task began or landed: a human may take one in again meanwhile, and then it lands later. */
function landedWithout(records: readonly Recorded[]): ReadonlyMap<TaskId, ReadonlySet<TaskId>> {
  const skipped = new Set<TaskId>()
  const begun = new Map<TaskId, ReadonlySet<TaskId>>()
  const found = new Map<TaskId, ReadonlySet<TaskId>>()
  for (const { event } of records) {
    if (event.type === 'task-skipped') skipped.add(event.task)
    if (event.type === 'task-retried') skipped.delete(event.task)
    if (event.type === 'attempt-started') begun.set(event.task, new Set(skipped))
    if (event.type === 'task-landed') found.set(event.task, new Set([...skipped, ...(begun.get(event.task) ?? [])]))
  }
  return found
}

/** Releases with a red gate, and runs with landed work that ended without a release. */
function redReleases(records: readonly Recorded[]): readonly string[] {
  let state: RunState | null = null
  return records.flatMap(record => {
    const before = state
    state = evolve(state, record)
    const { event } = record
    if (event.type === 'release-written') {
      const gate = before!.release.gate
      const isGreen = gate?.proof.tip === event.of && releaseProblems(before!, gate.proof).length === 0
      return isGreen ? [] : ['I14: a release was written with a red gate']
    }
    const isUnreleased =
      event.type === 'run-finished' &&
      !state.config.quick &&
      landingsIn(state) > 0 &&
      state.release.written?.tip !== state.tip
    return isUnreleased ? ['I14: the run ended without a release'] : []
  })
}

/** Reviews of the whole branch that claim more than happened, and a run that ended without one. */
function unreviewed(records: readonly Recorded[], state: RunState): readonly string[] {
  const wrong: string[] = []
  let heard = 0
  for (const { event, version } of records) {
    if (event.type === 'final-review-started') heard = 0
    if (event.type === 'final-review-ended' && event.ending.is === 'exited' && event.ending.code === 0) heard++
    if (event.type === 'final-review-recorded') {
      const isAnswer = event.review.verdict === 'ship' || event.review.verdict === 'needs-fixes'
      if (isAnswer && heard === 0) wrong.push(`I13: event ${version} is a verdict of a review that did not happen`)
      heard = 0
    }
  }
  const { release, finished, config } = state
  if (finished && !config.quick && isReviewDue(state)) wrong.push('I13: the run ended with code that nobody reviewed')
  if (finished && config.quick && release.reviews.length > 0) wrong.push('I13: a quick run was reviewed')
  const opened = release.remediations.filter(({ cause }) => cause === 'review')
  if (opened.length > 1 || opened.some(({ tasks }) => tasks.length > 3)) wrong.push('I5: reviews opened too many tasks')
  return wrong
}

/** Critical work that landed though neither a reviewer passed exactly it nor a human decided about it. */
function unseen(records: readonly Recorded[], state: RunState): readonly string[] {
  if (state.config.review === 'never') return []
  return state.tasks.flatMap(run => {
    const { stage, task, attempts } = run
    const last = attempts.at(-1)
    if (stage.is !== 'completed' || stage.commit === null || !last?.receipt || task.tier !== 'critical') return []
    if ((draftOf(last)?.changes.length ?? 0) === 0) return []
    const facts = records.flatMap(({ event }) => ('task' in event && event.task === task.id ? [event] : []))
    const since = facts.slice(facts.findLastIndex(({ type }) => type === 'attempt-started'))
    const isDecided = since.some(({ type }) => type === 'task-approved' || type === 'gates-waived')
    const isReviewed = last.receipt.gates.some(({ gate, verdict }) => gate === 'review' && verdict === 'passed')
    return isDecided || isReviewed ? [] : [`I15: task ${task.id} is critical and landed unseen`]
  })
}

/** The commands that show a task to be done: its criteria, or its own source where it has none. */
const asked = ({ id, criteria }: Task): readonly string[] =>
  criteria.length > 0 ? criteria.flatMap(({ check }) => check?.command ?? []) : [`good ${id}`]

/** Everything that must hold when a run has come to rest, whatever happened on the way. Returns what does not. */
export async function brokenInvariants(world: World, state: RunState): Promise<readonly string[]> {
  const broken = [...world.faults]
  const check = (holds: boolean, words: string) => {
    if (!holds) broken.push(words)
  }
  const { vault } = world
  const records = await world.openStore().read(state.opened.runId)
  const landed = records.flatMap(({ event }) => (event.type === 'task-landed' ? [event] : []))

  for (const run of state.tasks)
    if (run.stage.is === 'completed' && isParent(run.task))
      check(childRuns(state, run).every(isSettled), `I2: parent ${run.task.id} is completed before its children`)
  check(!state.finished || dueTests(state).length === 0, 'I1: the run ended before an integration test that was due')

  const waived = state.tasks.some(
    ({ stage }) => stage.is === 'completed' && (stage.outcome === 'waived' || stage.outcome === 'unverified'),
  )
  for (const run of state.tasks) {
    const { stage, task } = run
    if (stage.is !== 'completed' || stage.commit === null) continue
    const receipt = run.attempts.at(-1)!.receipt!
    const files = vault.files(await vault.treeOf(stage.commit))
    const code = await vault.without(await vault.treeOf(stage.commit), bookkeepingPaths(state))
    check(
      mayLand(receipt, run.waivers) && receipt.codeTree === code,
      `I1: the commit of ${task.id} is not what was proven`,
    )
    // What a human let land broken stays broken in the commits after it.
    check(
      waived || world.isBaseRed || obey(files, 'suite').code === 0,
      `I1: the suite fails on the commit of ${task.id}`,
    )
    check(
      stage.outcome === 'waived' ||
        stage.outcome === 'unverified' ||
        task.type === 'verification' ||
        asked(task).every(command => obey(files, command).code === 0),
      `I1: ${task.id} is called completed and is not done`,
    )
    const open = refusals(receipt).filter(gate => !isLetPass(records, task.id, gate))
    check(open.length === 0, `I9: ${task.id} landed in spite of ${open.map(({ gate }) => gate)}, which nobody let pass`)
  }

  for (const { event } of records)
    if (event.type === 'task-existed') {
      const files = vault.files(await vault.treeOf(vault.head!))
      check(obey(files, `good ${event.task}`).code === 0, `I1: ${event.task} is said to exist and does not`)
      check(!world.launches.has(event.task), `${event.task} exists and was given to an agent`)
    }
  for (const words of unboundDecisions(records)) check(false, words)
  for (const words of overruled(records)) check(false, words)
  for (const words of redReleases(records)) check(false, words)
  const { written } = state.release
  if (written) {
    const files = vault.files(await vault.treeOf(written.of))
    const isKnown = waived || world.isBaseRed
    check(isKnown || obey(files, 'suite').code === 0, 'I14: the suite fails on the released commit')
    const kept = vault.files(await vault.treeOf(written.tip)).has(written.path)
    check(kept || state.record !== null, 'I14: the manifest is nowhere')
  }
  for (const words of unreviewed(records, state)) check(false, words)
  for (const words of unseen(records, state)) check(false, words)

  const history = state.tip ? vault.history(state.tip).toReversed() : []
  const order = history.flatMap(id => landed.filter(event => event.commit === id).map(event => event.task))
  check(order.length === landed.length, 'I2: a landing is not on the branch')
  check(new Set(order).size === order.length, 'I4: a task landed twice')
  const place = new Map<TaskId, number>(order.map((task, at) => [task, at]))
  const without = landedWithout(records)
  for (const { task } of state.tasks)
    for (const need of task.needs)
      if (place.has(task.id) && place.has(need) && !without.get(task.id)?.has(need))
        check(place.get(need)! < place.get(task.id)!, `I2: ${task.id} landed before ${need}`)
  // The branch may begin with what an earlier run of the plan landed.
  const store = world.openStore()
  const ofAllRuns = await Promise.all((await store.runs()).map(({ id }) => store.read(id)))
  const ours = new Set(ofAllRuns.flat().flatMap(({ event }) => (event.type === 'task-landed' ? [event.commit] : [])))
  for (const id of history)
    if (!ours.has(id) && id !== vault.head) {
      const spec = vault.commits.get(id)!
      const before = spec.parent ? await vault.treeOf(spec.parent) : await vault.emptyTree()
      const same =
        (await vault.without(before, bookkeepingPaths(state))) ===
        (await vault.without(spec.tree, bookkeepingPaths(state)))
      check(same, 'I2: a commit that is no landing changes code')
    }

  for (const { event } of records)
    if (event.type === 'attempt-ended' && event.draft)
      check(vault.kept.has(event.draft.ref), `I3: ${event.draft.ref} is gone`)
  const { limits } = state.config
  // A human may have asked for fewer while more were at work.
  const allowed = records.flatMap(({ event }) =>
    event.type === 'run-opened'
      ? [event.config.limits.parallel]
      : event.type === 'settings-changed'
        ? [event.parallel ?? 0]
        : [],
  )
  const parallelMax = Math.max(...allowed)
  check(world.runningMax <= parallelMax, `I5: ${world.runningMax} agents ran at once`)
  for (const { run, tasks } of world.together) {
    // An earlier run may have had tasks that this one does not have.
    if (run !== state.opened.runId) continue
    const [one, other] = tasks
    const [a, b] = [taskRun(state, one).task, taskRun(state, other).task]
    check(a.tier !== 'critical' && b.tier !== 'critical', `I5: ${one} and ${other} ran at once, and one is critical`)
    check(a.owner === null || a.owner !== b.owner, `I5: ${one} and ${other} of ${a.owner} ran at once`)
  }
  for (const run of state.tasks) {
    check(run.launches <= limits.launchesPerTask, `I5: ${run.task.id} was launched ${run.launches} times`)
    const all = addedFor(state, run.task.id)
    const parts = all.filter(({ added }) => added?.trigger === 'split').length
    const others = all.length - parts
    check(others <= limits.addedTasks!, `I5: ${others} tasks were added for ${run.task.id}`)
    check(parts <= SUB_PLAN_MAX, `I5: ${run.task.id} was divided into ${parts} parts`)
    check(run.added === null || all.length === 0, `I5: ${run.task.id} was added and has added others`)
    check(run.revisions <= revisionsMax(limits), `I5: ${run.task.id} was revised ${run.revisions} times`)
    check(run.fixes <= limits.fixes && run.relaunches <= limits.relaunches, `I5: ${run.task.id} is over its budget`)
  }
  check(
    [...vault.published.keys()].every(branch => /^(pm|feat\/simulated)\//.test(branch)),
    'I6: a branch of the user was written',
  )
  const sent = world.disk.inbox.filter(row => row.run === state.opened.runId)
  check(!sent.some(row => row.answer === null), 'I10: a command was never answered')
  const acknowledged = sent.filter(
    row =>
      /"type":"(\w+-task|decide-risk)"/.test(row.command) && row.answer && (JSON.parse(row.answer) as Answer).accepted,
  ).length
  // Who takes the planner's next text in advance says no word about it then.
  const said = records.filter(
    ({ event }) => SAID.includes(event.type) || (event.type === 'rewrite-taken' && event.note !== ''),
  ).length
  check(said === acknowledged, `I10: ${acknowledged} commands were acknowledged, ${said} are in the journal`)
  const replayed = fold(records, evolve)
  check(isDeepStrictEqual(replayed, state), 'I7: replaying the journal gives another state')
  check(
    [...world.processes.values()].every(process => !process.alive),
    'I8: an agent outlived its run',
  )
  check(isDeepStrictEqual(viewRun(replayed!), viewRun(state)), 'I12: a view is not derivable from the journal')
  check(next(state).length === 0, `I11: work is left: ${JSON.stringify(next(state))}`)
  return broken
}
