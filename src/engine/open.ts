import { QUESTIONS_FILE } from '../core/decisions/question-log.ts'
import type { SealBreak } from '../core/journal/seal-break.ts'
import { lateChanges } from '../core/living/plan-changes.ts'
import type { PlanChange } from '../core/living/plan-edit.ts'
import { type Commit, type RunId, runId, type TaskId, type Tree } from '../core/plan/ids.ts'
import type { Plan } from '../core/plan/plan.ts'
import type { PlanPlace } from '../core/plan/plan-place.ts'
import { err, invariant, ok, type Result } from '../core/result.ts'
import { ADDED_MARK } from '../core/run/added-tasks.ts'
import type { Event } from '../core/run/event.ts'
import { evolve } from '../core/run/evolve.ts'
import { findTask, fold, type RunState } from '../core/run/state.ts'
import { authorOf } from '../core/settings/assignment.ts'
import type { Config } from '../core/settings/config.ts'
import type { Aside } from '../core/shown/aside.ts'
import { keepsApart } from '../core/shown/record.ts'
import { plural } from '../core/text/lists.ts'
import { type Inherited, parseOutputs } from '../core/told/earlier-context.ts'
import type { Lease, LeaseHeld, LeaseHolder, LeaseTerms, Ports } from '../ports.ts'
import { alreadyDone } from './already-done.ts'
import { readSharedContext } from './context/shared-context.ts'
import { changesSince, lacksAgent, planEditedEvent, type ReadPlan, withOwnDocuments } from './edited-plan.ts'
import { findRecord } from './record.ts'

/** A plan as read, and its location. */
export interface OpenRequest {
  readonly plan: Plan
  readonly planText: string
  readonly place: PlanPlace
  readonly config: Config
  readonly holder: LeaseHolder
  readonly notes: readonly string[]
  readonly rehearsal?: true
  /** The branch that is checked out; null on a detached HEAD. */
  readonly baseBranch?: string | null
  /** Untracked names in the user's checkout. */
  readonly uncommitted?: readonly string[]
  /** The texts of held-out files in the user's checkout that git does not track, by path. */
  readonly heldOut?: Readonly<Record<string, string>>
  /** Leaves an open or finished run as it is, and begins another one. */
  readonly anew?: boolean | undefined
  /** Takes the run even from a live pm-agent on this host that has been silent for longer than its lease. */
  readonly takeOver?: boolean | undefined
  /** Reads a text as this plan; without it the plan is compared as recorded in the journal. */
  readonly readPlan?: ReadPlan
}

export type OpenProblem =
  | { readonly reason: 'run-is-driven'; readonly holder: LeaseHeld }
  /** No agent is configured; an open run has its own. */
  | { readonly reason: 'no-agent' }
  /** Another pm-agent took the run between our taking it and our first record. */
  | { readonly reason: 'overtaken' }
  | { readonly reason: 'branch-diverged'; readonly branch: string }
  /** The branch of an earlier run must be renamed, but is checked out. */
  | { readonly reason: 'branch-held'; readonly branch: string; readonly dir: string }
  /** Events of the run or cached results were modified. */
  | { readonly reason: 'journal-altered'; readonly breaks: readonly SealBreak[] }
  /** The vault does not have the branch that the journal tells of. */
  | { readonly reason: 'vault-lost'; readonly branch: string }
  /** There are files but no commit: agents would begin without them. */
  | { readonly reason: 'nothing-committed'; readonly names: readonly string[] }
  /** The document changed tasks that have begun; `late` are those changes. */
  | {
      readonly reason: 'plan-edited'
      readonly state: RunState
      readonly changes: readonly PlanChange[]
      readonly late: readonly PlanChange[]
    }

export interface OpenedRun {
  readonly state: RunState
  /** Null if the newest run of this plan is finished: there is nothing to drive. */
  readonly lease: Lease | null
  readonly continued: boolean
  /** The differences between the document and the run's plan; adopted if there is work left. */
  readonly changes?: readonly PlanChange[]
}

export const branchOf = (planId: string): string => `pm/${planId}`

/** Resumes the unfinished run of a plan, or opens a new one. Without a journal the plan's boxes tell what is done. */
export async function openRun(ports: Ports, request: OpenRequest): Promise<Result<OpenedRun, OpenProblem>> {
  const { store, clock } = ports
  // Opening a run locks the plan: two concurrent openers would each find no run and open their own.
  const opening = runId(`opening ${request.plan.id}`)
  await store.create({ id: opening, planId: request.plan.id, planPath: '', openedAt: 0 })
  const alone = await store.takeLease(opening, request.holder, clock.now(), termsOf(request))
  if (!alone.ok) return err({ reason: 'run-is-driven', holder: alone.error })
  try {
    return await openAlone(ports, request, opening)
  } finally {
    await store.releaseLease(alone.value)
  }
}

async function openAlone(ports: Ports, request: OpenRequest, opening: RunId): Promise<Result<OpenedRun, OpenProblem>> {
  const newest = (await ports.store.runs()).filter(row => row.planId === request.plan.id).at(-1)
  // Cached results serve every run, so they are checked even without a run to resume.
  const breaks = await ports.store.verify(newest?.id ?? opening)
  if (breaks.length > 0) return err({ reason: 'journal-altered', breaks })
  if (newest) {
    const state = fold(await ports.store.read(newest.id), evolve)
    invariant(state, 'a run is listed only when it has events')
    if (request.anew) return (await heldBy(ports, request, newest.id)) ?? startRun(ports, request, null)
    if (!state.finished) return continueRun(ports, request, state)
    return afterFinished(ports, request, state)
  }
  return startRun(ports, request, null)
}

const termsOf = ({ takeOver = false }: OpenRequest): LeaseTerms => ({ fromSilent: takeOver })

/** Why a run cannot be abandoned: it is being driven. */
async function heldBy({ store, clock }: Ports, request: OpenRequest, run: RunId) {
  const lease = await store.takeLease(run, request.holder, clock.now(), termsOf(request))
  if (!lease.ok) return err({ reason: 'run-is-driven', holder: lease.error } as const)
  await store.releaseLease(lease.value)
  return null
}

/** A finished run has nothing left to do unless its branch is unpublished, or the document has new open tasks. */
async function afterFinished(
  ports: Ports,
  request: OpenRequest,
  state: RunState,
): Promise<Result<OpenedRun, OpenProblem>> {
  const now = withOwnDocuments(state, request)
  const changes = changesSince(state, now)
  // Landed tasks count as done by id: changed text would have no effect.
  const late = changes.filter(change => change.is === 'reworded' && isCompleted(state, change.task))
  if (late.length > 0) return err({ reason: 'plan-edited', state, changes, late })
  const same = sameTasks(state.plan, now.plan) && !changes.some(change => change.is === 'reworded')
  if (!same) return startRun(ports, request, state)
  if (state.published !== state.tip) return continueRun(ports, request, state)
  return ok({ state, lease: null, continued: true, changes })
}

const isCompleted = (state: RunState, id: TaskId): boolean => findTask(state, id)?.stage.is === 'completed'

async function continueRun(
  ports: Ports,
  requested: OpenRequest,
  seen: RunState,
): Promise<Result<OpenedRun, OpenProblem>> {
  const run = seen.opened.runId
  const lease = await ports.store.takeLease(run, requested.holder, ports.clock.now(), termsOf(requested))
  if (!lease.ok) return err({ reason: 'run-is-driven', holder: lease.error })
  // Under the lease only the rest is read: what its last holder has written since.
  const state = (await ports.store.read(run, seen.version)).reduce<RunState>(evolve, seen)
  const request = withOwnDocuments(state, requested)
  const { branch } = state.opened
  if (state.tip !== null && (await ports.vault.tip(branch)) === null) {
    await ports.store.releaseLease(lease.value)
    return err({ reason: 'vault-lost', branch })
  }
  const changes = state.finished ? [] : changesSince(state, request)
  if (changes.length === 0) return ok({ state, lease: lease.value, continued: true })
  const late = lateChanges(state, changes)
  const problem: OpenProblem | null =
    late.length > 0
      ? { reason: 'plan-edited', state, changes, late }
      : lacksAgent(state, request)
        ? { reason: 'no-agent' }
        : null
  if (problem) {
    await ports.store.releaseLease(lease.value)
    return err(problem)
  }
  const event = planEditedEvent(state, request, changes)
  const at = ports.clock.now()
  const appended = await ports.store.append(lease.value, state.version, [{ at, event }])
  if (!appended.ok) return err({ reason: 'overtaken' })
  const edited = evolve(state, { version: state.version + 1, at, event })
  return ok({ state: edited, lease: lease.value, continued: true, changes })
}

async function startRun(
  ports: Ports,
  request: OpenRequest,
  earlier: RunState | null,
): Promise<Result<OpenedRun, OpenProblem>> {
  const { plan, place, config } = request
  if (plan.tasks.some(task => authorOf(config, task) === null)) return err({ reason: 'no-agent' })
  const branch = branchOf(plan.id)
  const start = request.anew ? await lastCommit(ports) : await startingPoint(ports, branch, earlier)
  if (!start.ok) return start
  const { base, onBranch } = start.value
  const { uncommitted = [] } = request
  if (base === null && uncommitted.length > 0) return err({ reason: 'nothing-committed', names: uncommitted })
  const aside = await ports.vault.setAside(branch, base)
  if (aside.heldIn !== null) return err({ reason: 'branch-held', branch, dir: aside.heldIn })
  const record = await findRecord(ports, plan.id, base)
  const done = await alreadyDone(ports, request, { branchTip: onBranch ? base : null, record })
  const { inherited, broken } = await contextAt(ports, request, { base, record })
  const told = await readSharedContext(ports, request, base && (await ports.vault.treeOf(base)))
  const event: Event = {
    type: 'run-opened',
    runId: ports.ids.runId(plan.id),
    plan: done.plan,
    planText: done.planText,
    place,
    config,
    base,
    branch,
    ...(request.baseBranch && request.baseBranch !== branch ? { baseBranch: request.baseBranch } : {}),
    identity: await ports.repository.identity(),
    existed: done.tasks.map(task => ({ task, outputs: inherited.outputs[`todo-${task}`] ?? {} })),
    ...(isAnything(inherited) ? { inherited } : {}),
    shared: told.shared,
    ...(record && keepsApart(place) ? { record } : {}),
    ...(await heldOutTree(ports, request)),
    notes: [...request.notes, ...asideNotes(aside), ...done.notes, ...broken, ...told.notes],
    ...(request.rehearsal ? { rehearsal: true } : {}),
  }
  const now = ports.clock.now()
  await ports.store.create({ id: event.runId, planId: plan.id, planPath: place.path, openedAt: now })
  const lease = await ports.store.takeLease(event.runId, request.holder, now)
  invariant(lease.ok, 'nobody else can hold a run that was just created')
  const appended = await ports.store.append(lease.value, 0, [{ at: now, event }])
  if (!appended.ok) return err({ reason: 'overtaken' })
  return ok({ state: evolve(null, { version: 1, at: now, event }), lease: lease.value, continued: false })
}

/** The user's files as they are now: a later edit, by whomever, changes no check of this run. */
async function heldOutTree({ vault }: Ports, { heldOut = {} }: OpenRequest): Promise<{ readonly heldOut?: Tree }> {
  const edits = Object.entries(heldOut).map(([path, text]) => ({ path, text }))
  if (edits.length === 0) return {}
  const tree = await vault.edit(await vault.emptyTree(), edits)
  const identity = { name: 'pm-agent', email: 'pm-agent@localhost' }
  const commit = await vault.commit({ tree, parent: null, message: 'Held-out checks\n', identity, at: 0 })
  await vault.keep(`refs/pm-agent/held-out/${tree}`, commit)
  return { heldOut: tree }
}

/** A new run starts there, whatever the plan branch contains. */
const lastCommit = async ({ repository }: Ports) => ok({ base: await repository.importHead(), onBranch: false })

/** Names the renamed refs, so that they can be found. */
const asideNotes = ({ branch, tags }: Aside): readonly string[] => [
  ...(branch === null
    ? []
    : [`the branch of the earlier run is kept as ${branch} (git branch -D ${branch} removes it)`]),
  ...(tags === 0
    ? []
    : [
        `${plural(tags, 'checkpoint tag')} of the earlier run ${branch === null ? `${tags === 1 ? 'is' : 'are'} removed: the branch is gone` : `moved along: ${branch}/checkpoint-…`}`,
      ]),
]

/** HEAD, or the plan branch if it already continues from HEAD. */
async function startingPoint(
  ports: Ports,
  branch: string,
  earlier: RunState | null,
): Promise<Result<{ base: Commit | null; onBranch: boolean }, OpenProblem>> {
  const { repository } = ports
  const head = await repository.importHead()
  const tip = await branchTip(ports, branch, earlier)
  if (!tip) return ok({ base: head, onBranch: false })
  if (!head || (await repository.contains(head, tip))) return ok({ base: tip, onBranch: true })
  if (await repository.contains(tip, head)) return ok({ base: head, onBranch: false })
  return err({ reason: 'branch-diverged', branch })
}

/** The user's plan branch, or unpublished work of an earlier run beyond it; a deleted branch is discarded. */
async function branchTip({ repository }: Ports, branch: string, earlier: RunState | null): Promise<Commit | null> {
  const users = await repository.importBranch(branch)
  if (!earlier?.tip || earlier.published === earlier.tip) return users
  const goesOn = users ? await repository.contains(users, earlier.tip) : earlier.published === null
  return goesOn ? earlier.tip : users
}

/** The context folder, from an earlier run or from its author; it is kept and continued. */
async function contextAt(
  ports: Ports,
  { place }: OpenRequest,
  { base, record }: { readonly base: Commit | null; readonly record: Tree | null },
): Promise<{ readonly inherited: Inherited; readonly broken: readonly string[] }> {
  const tree = base && (await ports.vault.treeOf(base))
  const read = async (name: string): Promise<string> => {
    const path = `${place.contextDir}/${name}`
    if (place.contextKept === 'in-place') return (await ports.planFile.readBeside(path)) ?? ''
    // Files kept apart come after those written or committed by hand.
    const kept = place.contextKept === 'apart' && record && (await ports.vault.readText(record, path))
    return kept || ((tree && (await ports.vault.readText(tree, path))) ?? '')
  }
  const { outputs, broken } = parseOutputs(await read('outputs.json'))
  const escalations = await read(QUESTIONS_FILE)
  return {
    inherited: {
      learnings: await read('learnings.md'),
      issues: await read('issues.md'),
      audit: await read('audit.md'),
      ...(escalations ? { escalations } : {}),
      outputs,
    },
    broken: broken ? [`${place.contextDir}/outputs.json cannot be read as outputs of tasks: a new one is started`] : [],
  }
}

const isAnything = ({ learnings, issues, audit, escalations = '', outputs }: Inherited): boolean =>
  `${learnings}${issues}${audit}${escalations}`.trim() !== '' || Object.keys(outputs).length > 0

/** Tasks added during a run may or may not be in the document by now. */
const namesOf = ({ tasks }: Plan): string =>
  tasks
    .filter(({ title }) => !title.startsWith(ADDED_MARK))
    .map(task => `${task.id} ${task.title}`)
    .join('\n')

const sameTasks = (a: Plan, b: Plan): boolean => namesOf(a) === namesOf(b)
