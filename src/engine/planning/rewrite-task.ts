import { changeLine, planChanges } from '../../core/living/plan-edit.ts'
import { localId } from '../../core/plan/hierarchy.ts'
import { fileSafe } from '../../core/plan/ids.ts'
import { type Check, keepsBehaviour, type Plan, type Task } from '../../core/plan/plan.ts'
import { documentsOfRun, type PlanDocument } from '../../core/plan/plan-documents.ts'
import { checkProblems } from '../../core/planning/proposal-problems.ts'
import { blockers } from '../../core/proof/receipt.ts'
import type { PlannerResult, Rewrite } from '../../core/replanning/replanning-event.ts'
import { wishOf } from '../../core/replanning/wish.ts'
import { draftOf, type RunState, type TaskRun } from '../../core/run/state.ts'
import type { Ports } from '../../ports.ts'
import { type PlanSource, rewritten } from '../edited-plan.ts'
import { checkKey } from '../proof/project/tried-checks.ts'
import { askPlanner, type Examined, type PlannerDesk } from './ask-planner.ts'

interface Desk {
  readonly desk: PlannerDesk
  readonly request: {
    readonly goal: string
    readonly repository: string
    readonly holdNow: (checks: readonly Check[]) => Promise<readonly Check[]>
  }
  readonly plan: PlanSource
}

interface Proposed {
  readonly rewrite: Rewrite
  readonly unsure: readonly string[]
}

/** Another text of a task that a human refused: its lines in the document, in the form of that document. */
export async function rewriteTask(ports: Ports, state: RunState, run: TaskRun, on: Desk): Promise<PlannerResult> {
  const { task } = run
  const document = documentsOfRun(state).find(one => one.task === (task.parent ?? null))
  const before = document && ports.planFile.linesOf(document.text, localId(task))
  if (!document || before === null || before === undefined || rewritten(document.text, { before, after: '' }) === null)
    return { is: 'failed', problems: [`${document?.path ?? state.opened.place.path} ${NO_LINES}`] }
  const { desk, request } = on
  const asked = await askPlanner<Proposed>(ports, desk, {
    step: `rewrite-${fileSafe(task.id)}`,
    question: {
      ...{ goal: request.goal, document: null, repository: request.repository, asked: ASKED },
      known: [
        { title: `THE TASK THAT WAS REFUSED, as ${document.path} has it`, text: before },
        { title: 'WHY THE HUMAN REFUSED IT', text: wishOf(state, run)?.reasons.join('\n') || 'no reason was given' },
        ...(await madeSoFar(ports, run)),
      ],
    },
    examine: ({ text, unsure }) => examine(state, run, { text, unsure, before, document, ...on }),
  })
  if (asked.is === 'unavailable') return { is: 'failed', problems: [asked.problem] }
  if (asked.is === 'refused') return { is: 'failed', problems: asked.problems }
  return { is: 'rewrite', ...asked.value }
}

/** Of a file of Task Master, whose tasks are data, and where the same lines stand twice. */
const NO_LINES = 'has no lines of its own for this task that a planner could replace; edit the task there'

const ASKED = `"text": the task with everything that the human's words ask for: all its lines, in the same form, with the same id and open
boxes. Keep what the human did not object to. At least one criterion is a command that fails on the code as it is now. Change no other task.`

/** The files, the failures and the words of its attempts: what the refused text led to. */
async function madeSoFar({ vault }: Ports, { attempts }: TaskRun) {
  const work = attempts.findLast(attempt => (draftOf(attempt)?.changes.length ?? 0) > 0)
  const draft = work && draftOf(work)
  if (!work || !draft) return []
  const { reading } = work.ended ?? {}
  const patch = await vault.patch(await vault.treeOf(draft.base), draft.tree)
  const failed = work.receipt ? blockers(work.receipt).map(({ gate, evidence }) => `${gate}: ${evidence}`) : []
  return [
    { title: 'WHAT WAS MADE OF IT', text: patch },
    ...(reading?.is === 'valid' ? [{ title: 'WHAT ITS AGENT SAID', text: reading.report.summary }] : []),
    ...(failed.length > 0 ? [{ title: 'WHAT ITS PROOF SAID', text: failed.join('\n') }] : []),
  ]
}

interface Answer extends Desk {
  readonly text: string
  readonly unsure: readonly string[]
  readonly before: string
  readonly document: PlanDocument
}

/** The document is read again with the new lines: nothing but this task may differ. */
async function examine(state: RunState, { task }: TaskRun, on: Answer): Promise<Examined<Proposed>> {
  const { before, document, plan, unsure } = on
  const lines = on.text.trim().split(/\r?\n/)
  if (lines.join('') === '') return { value: null, problems: ['there is no "text": write all lines of the task'] }
  const after = lines.join(document.text.includes('\r\n') ? '\r\n' : '\n')
  const text = rewritten(document.text, { before, after })!
  const value = { rewrite: { beside: document.beside, before, after }, unsure }
  const [old, now] = [wholeWith(state, plan, document, document.text), wholeWith(state, plan, document, text)]
  const found = now?.tasks.find(({ id }) => id === task.id)
  if (!old || !now || !found) return { value: null, problems: [`task ${localId(task)} cannot be read in it`] }
  const known = new Set(checkProblems(plan.readDocument(document.text).diagnostics))
  const problems = [
    ...strayChanges(old, now, task),
    ...checkProblems(plan.readDocument(text).diagnostics).filter(problem => !known.has(problem)),
    ...taskProblems(found),
  ]
  return { value, problems: problems.length > 0 ? problems : await greenProblems(found, on.request) }
}

/** The whole plan with another text of one document. */
function wholeWith(state: RunState, plan: PlanSource, { beside }: PlanDocument, text: string): Plan | null {
  const subPlans = (state.written.subPlans ?? []).filter(sub => sub.text !== null)
  return beside === null
    ? plan.readWhole(text, subPlans)
    : plan.readWhole(
        state.planText,
        subPlans.map(sub => (sub.path === beside ? { ...sub, text } : sub)),
      )
}

function strayChanges(old: Plan, now: Plan, { id }: Task): readonly string[] {
  const changes = planChanges(old, now)
  const others = changes.filter(change => change.is !== 'reworded' || change.task !== id)
  if (others.length > 0) return [`it changes more than task ${id}: ${others.map(changeLine).join('; ')}`]
  return changes.length === 0 ? ['it says the same as before'] : []
}

function taskProblems({ criteria, tests, kind, ticked }: Task): readonly string[] {
  const isShown = criteria.some(({ check }) => check !== null) || tests?.is === 'command' || tests?.is === 'file'
  return [
    ...(ticked || criteria.some(criterion => criterion.ticked)
      ? ['it has a ticked box: a task begins with open ones']
      : []),
    ...(isShown || kind === 'docs'
      ? []
      : ['it has no criterion with a command: give one that fails before the task and passes after it']),
  ]
}

/** A task that changes something needs a command that fails now. */
async function greenProblems(task: Task, { holdNow }: Desk['request']): Promise<readonly string[]> {
  const checks = task.criteria.flatMap(({ check }) => check ?? [])
  if (checks.length === 0 || task.type !== 'work' || keepsBehaviour(task.kind)) return []
  const green = new Set((await holdNow(checks)).map(checkKey))
  return checks.every(check => green.has(checkKey(check)))
    ? [`all its commands pass on the code as it is: it is done already, or they show nothing`]
    : []
}
