import { deciderName } from '../core/journal/decider.ts'
import { breaksLine } from '../core/journal/seal-break.ts'
import { commitMessage, landingMessage } from '../core/plan/commit-message.ts'
import { fileSafe } from '../core/plan/ids.ts'
import type { Intent } from '../core/plan/intent.ts'
import { bookkeepingPaths } from '../core/plan/make-contract.ts'
import { deciders, mayLand } from '../core/proof/waiver.ts'
import { invariant } from '../core/result.ts'
import { tierOf } from '../core/risk/task-tier.ts'
import { type Effect, effectKey } from '../core/run/effect.ts'
import type { Event } from '../core/run/event.ts'
import type { Observation } from '../core/run/input.ts'
import { type Attempt, draftOf, lastAttempt, type RunState, taskRun } from '../core/run/state.ts'
import { renderReview, reviewPath, reviewPlace } from '../core/shown/bookkeeping.ts'
import { renderContext } from '../core/shown/context-files.ts'
import type { Ports, TreeEdit } from '../ports.ts'
import { type ReadDelta, readDelta } from './context/landed-delta.ts'
import { documentEdits, tickInPlace } from './plan-documents.ts'
import { kindOf } from './proof/reading/file-kind.ts'
import { settleOutputs } from './proof/shown/outputs.ts'
import { isProse } from './proof/syntax/language.ts'
import { keepRecord } from './record.ts'

type Land = Extract<Effect, { type: 'land' }>

/** Everything in the commit is decided before it is made, so that repeating gives the same commit. */
export function beginLanding(state: RunState, effect: Land): Event {
  const run = taskRun(state, effect.task)
  const attempt = lastAttempt(run)!
  const message = landingMessage(messageOf(state, attempt), {
    task: effect.task,
    review: reviewPlace(state, effect.task),
    agent: attempt.agent,
    approvedBy: [
      ...new Set([...(run.approved ? [deciderName(run.approved)] : []), ...deciders(attempt.receipt!, 'approved')]),
    ],
    waivedBy: deciders(attempt.receipt!, 'waived'),
  })
  const tagged = tierOf(state, run) === 'critical' && state.config.checkpointTags
  const tag = tagged ? `pm/${state.plan.id}/checkpoint-${fileSafe(effect.task)}` : null
  return { type: 'landing-started', task: effect.task, attempt: effect.attempt, onto: effect.onto, message, tag }
}

/** The message of the contract; a change that runs nothing new is no feature, whatever its title sounds like. */
function messageOf({ plan }: RunState, attempt: Attempt): string {
  const { task, commitMessage: planned } = attempt.contract
  // One that a later plan has no longer was promised to the agent, and stays.
  return planned === commitMessage(plan, task) ? commitMessage(plan, task, intentOfChange(attempt)) : planned
}

/** What a change is by its files and its proof; null where they leave it open. */
function intentOfChange(attempt: Attempt): Intent | null {
  const paths = (draftOf(attempt)?.changes ?? []).map(({ path }) => path)
  if (paths.length === 0) return null
  if (paths.every(isProse)) return 'docs'
  if (paths.every(path => kindOf(path) === 'test')) return 'tests'
  if (attempt.receipt?.basis !== 'inert') return null
  return paths.some(path => kindOf(path) === 'source') ? 'refactor' : 'chore'
}

/** Puts the proven code and our own files on the plan branch. Safe to repeat at any point. */
export async function land(
  ports: Ports,
  state: RunState,
  effect: Land,
  readLanded: ReadDelta = readDelta,
): Promise<Observation> {
  const { vault } = ports
  const run = taskRun(state, effect.task)
  const attempt = lastAttempt(run)!
  const receipt = attempt.receipt!
  const draft = draftOf(attempt)!
  invariant(run.stage.is === 'landing', `task ${effect.task} is not landing`)
  invariant(mayLand(receipt, run.waivers), `task ${effect.task} is not proven`)
  invariant(
    receipt.rehearsed === state.opened.rehearsal,
    `a rehearsed receipt of task ${effect.task} counts nowhere else`,
  )
  const refused = (reason: string): Observation => ({
    type: 'landing-finished',
    task: effect.task,
    attempt: effect.attempt,
    result: { is: 'refused', reason },
  })
  // A receipt counts only if no other program wrote to its journal.
  const breaks = await ports.store.verify(state.opened.runId)
  if (breaks.length > 0)
    return {
      type: 'effect-failed',
      effect: effectKey(effect),
      problem: `the journal differs from what pm-agent wrote: ${breaksLine(breaks)}`,
      hints: ['pm-agent doctor --journal lists every location and the remedies; nothing landed'],
    }
  if (draft.base !== run.stage.onto) return refused('the plan branch moved since the work began')

  const report = attempt.ended!.reading.is === 'valid' ? attempt.ended!.reading.report : null
  const outputs = await settleOutputs(vault, draft.tree, attempt.contract, report)
  const edits = await bookkeepingEdits(ports, state, effect, outputs)
  const tree = await vault.edit(draft.tree, edits['on-branch'])
  const codeTree = await vault.without(tree, bookkeepingPaths(state))
  invariant(codeTree === receipt.codeTree, `what would land for task ${effect.task} is not what was proven`)

  const { onto, message, tag, at } = run.stage
  const commit = await vault.commit({ tree, parent: onto, message, identity: state.opened.identity, at })
  if ((await vault.moveBranch(state.opened.branch, onto, commit)) === 'stale')
    return refused('the plan branch in the vault is not at the commit in the journal')
  if (tag) await vault.tag(tag, commit)
  await writeInPlace(ports, state, effect, outputs)
  const record = await keepRecord(ports, state, { tip: commit, edits: edits.apart, at })
  const delta = await readLanded(vault, { from: await vault.treeOf(draft.base), to: draft.tree }, draft.changes)
  return {
    type: 'landing-finished',
    task: effect.task,
    attempt: effect.attempt,
    result: { is: 'landed', commit, outputs, delta, ...(record ? { record } : {}) },
  }
}

/** Our own files after this landing, by where they are kept. */
async function bookkeepingEdits(
  ports: Ports,
  state: RunState,
  effect: Land,
  outputs: Readonly<Record<string, string>>,
): Promise<Readonly<Record<'on-branch' | 'apart', readonly TreeEdit[]>>> {
  const { place } = state.opened
  const edits: Record<'on-branch' | 'apart', TreeEdit[]> = { 'on-branch': [], apart: [] }
  const review = { path: reviewPath(state, effect.task), text: renderReview(state, effect.task) }
  edits[place.reviewsKept ?? 'on-branch'].push(review)
  if (place.contextKept !== 'in-place')
    for (const file of renderContext(state, effect.task, outputs))
      edits[place.contextKept].push({ path: `${place.contextDir}/${file.path}`, text: file.text })
  if (place.kept !== 'in-place') edits[place.kept].push(...(await documentEdits(ports, state, effect)))
  return edits
}

/** Context files and documents of an ignored or external plan are written where they are. */
async function writeInPlace(
  ports: Ports,
  state: RunState,
  effect: Land,
  outputs: Readonly<Record<string, string>>,
): Promise<void> {
  const { place } = state.opened
  if (place.contextKept === 'in-place')
    for (const file of renderContext(state, effect.task, outputs))
      await ports.planFile.writeBeside(`${place.contextDir}/${file.path}`, file.text)
  if (place.kept === 'in-place') await tickInPlace(ports, state, effect)
}
