import { slug } from '../../core/plan/ids.ts'
import { type Check, type Diagnostic, keepsBehaviour, type Plan, type Task } from '../../core/plan/plan.ts'
import { firstPhases, type HierarchyAdvice, hierarchyAdvice } from '../../core/planning/hierarchy-advice.ts'
import { type DraftTask, type PlanDraft, phaseTask, planText } from '../../core/planning/plan-text.ts'
import type { PlannerQuestion } from '../../core/planning/planner-brief.ts'
import type { Proposal, ProposedPhase } from '../../core/planning/proposal.ts'
import {
  checkProblems,
  FLAT_MAX,
  parentProblems,
  phaseProblems,
  SUB_PLAN_MAX,
  taskProblems,
  writingProblems,
} from '../../core/planning/proposal-problems.ts'
import type { ReaderPorts } from '../compared-copy.ts'
import { checkKey } from '../proof/project/tried-checks.ts'
import { askPlanner, type Examined, type PlannerDesk, type PlannerEnd } from './ask-planner.ts'

/** The phases that get a plan of their own now. */
export type Choice =
  | { readonly is: 'flat' }
  | { readonly is: 'hierarchical'; readonly detailed: readonly number[] }
  /** The human wants other phases. */
  | { readonly is: 'again'; readonly words: string }
  | { readonly is: 'stop' }

/** What to plan, and for whom. */
export interface PlanRequest {
  readonly goal: string
  readonly document: PlannerQuestion['document']
  /** The path for the plan's `Design` field; null if there is none. */
  readonly design: string | null
  readonly repository: string
  /** Levels of sub-plans below the plan; none is a flat plan. */
  readonly depthMax: number
  /** Reads a document as `check` does. */
  readonly read: (text: string) => { readonly plan: Plan | null; readonly diagnostics: readonly Diagnostic[] }
  /** The checks that hold on the code as it is, of those given. */
  readonly holdNow: (checks: readonly Check[]) => Promise<readonly Check[]>
  /** Decides about phases: a human, or the rule. */
  readonly choose: (phases: readonly ProposedPhase[], advice: HierarchyAdvice) => Promise<Choice>
}

/** The documents of a plan, by their path relative to the folder of the first one. */
export interface PlannedDocuments {
  readonly title: string
  readonly documents: ReadonlyMap<string, string>
  readonly tasks: number
  /** Phases without a plan yet. */
  readonly sketches: readonly string[]
}

export type Planned = PlannerEnd<PlannedDocuments> | { readonly is: 'stopped' }

/** The name of the first document. */
export const MAIN = 'PLAN.md'
/** How often a human may ask for other phases. */
const CHOICES_MAX = 5

/** Plans a goal: phases first, then tasks. Every answer is checked like a plan by hand, and goes back until it is clean. */
export async function planGoal(ports: ReaderPorts, desk: PlannerDesk, request: PlanRequest): Promise<Planned> {
  let wish = ''
  for (let turn = 0; turn < CHOICES_MAX; turn++) {
    const asked = await askPhases(ports, desk, request, wish)
    if (asked.is === 'unavailable') return asked
    if (asked.is === 'refused') return { ...asked, value: asked.value && sketched(request, asked.value) }
    const outline = asked.value
    const advice = hierarchyAdvice(outline.phases)
    const choice: Choice = request.depthMax < 1 ? { is: 'flat' } : await request.choose(outline.phases, advice)
    if (choice.is === 'stop') return { is: 'stopped' }
    if (choice.is === 'flat') return planFlat(ports, desk, request, outline)
    if (choice.is === 'hierarchical') return planPhases(ports, desk, request, { outline, detailed: choice.detailed })
    wish = choice.words
  }
  return { is: 'stopped' }
}

type Outline = Pick<Proposal, 'title' | 'summary' | 'context' | 'phases' | 'unsure'>

function askPhases(
  ports: ReaderPorts,
  desk: PlannerDesk,
  request: PlanRequest,
  wish: string,
): Promise<PlannerEnd<Outline>> {
  const known = wish === '' ? [] : [{ title: 'WHAT THE HUMAN SAID ABOUT YOUR PHASES', text: wish }]
  return askPlanner(ports, desk, {
    step: 'phases',
    question: { ...questionOf(request), known, asked: PHASES },
    examine: async proposal => {
      const { phases } = proposal
      const isParents = request.depthMax > 0 && hierarchyAdvice(phases).isHierarchical
      const own = [...phaseProblems(phases), ...(isParents ? parentProblems(phases) : [])]
      const value = phases.length > 0 ? proposal : null
      return { value, problems: own.length > 0 || !isParents ? own : documentProblems(request, proposal) }
    },
  })
}

/** The problems of the document that holds the phases. */
function documentProblems(request: PlanRequest, outline: Outline): readonly string[] {
  const main = mainDraft(request, outline)
  const { plan, diagnostics } = request.read(planText(main))
  return [...writingProblems(main.tasks, plan), ...checkProblems(diagnostics)]
}

const PHASES = `Only the phases: "title", "summary", "context", "phases" and "unsure". A small goal is one phase; a large one has five to ten.
For each phase estimate the number of its tasks, and give one or two criteria that hold when the whole phase is done.`

const questionOf = ({ goal, document, repository }: PlanRequest) => ({ goal, document, repository })

/** One document with all tasks. */
async function planFlat(
  ports: ReaderPorts,
  desk: PlannerDesk,
  request: PlanRequest,
  outline: Outline,
): Promise<Planned> {
  const asked = await askTasks(ports, desk, request, {
    ...{ step: 'tasks', outline, title: titleOf(request, outline), tasksMax: FLAT_MAX, mayNest: false },
    asked: 'All tasks of all phases: "tasks", and what you are unsure of under "unsure". Ids are 1, 2, 3, …',
    known: [phasesKnown(outline.phases)],
  })
  const documentsOf = ({ draft }: TasksDraft) => documents(draft.title, [[MAIN, draft]])
  return asked.is === 'accepted'
    ? { is: 'accepted', value: documentsOf(asked.value) }
    : asked.is === 'refused'
      ? { ...asked, value: asked.value && documentsOf(asked.value) }
      : asked
}

/** A document with the phases as parents, and one for each phase that is planned now. */
async function planPhases(
  ports: ReaderPorts,
  desk: PlannerDesk,
  request: PlanRequest,
  { outline, detailed }: { readonly outline: Outline; readonly detailed: readonly number[] },
): Promise<Planned> {
  const written: [string, PlanDraft][] = []
  for (const number of detailed) {
    const phase = outline.phases[number - 1]!
    const asked = await askTasks(ports, desk, request, {
      ...{
        step: `phase-${number}`,
        outline,
        title: phase.title,
        tasksMax: SUB_PLAN_MAX,
        mayNest: request.depthMax > 1,
      },
      asked: `Only the tasks of phase ${number}, "${phase.title}": ${OF_PHASE}`,
      known: [phasesKnown(outline.phases)],
    })
    if (asked.is === 'unavailable') {
      if (written.length === 0) return asked
      const problems = [`phase ${number} has no plan: ${asked.problem}`]
      return { is: 'refused', value: withParents(request, outline, written), problems }
    }
    const { value } = asked
    if (value) written.push([subPlanPath(String(number), phase.title), value.draft])
    if (asked.is === 'refused') return { ...asked, value: withParents(request, outline, written) }
  }
  return { is: 'accepted', value: withParents(request, outline, written) }
}

/** A sketch whose turn has come. */
export interface Sketch {
  readonly id: string
  readonly title: string
  readonly goal: string
  /** The title of the whole plan. */
  readonly plan: string
  /** Further facts: the other phases, what was learned so far. */
  readonly known: PlannerQuestion['known']
  /** Whether its tasks may have plans of their own. */
  readonly mayNest: boolean
}

/** The document of one phase, planned when its turn comes. */
export async function planSketch(
  ports: ReaderPorts,
  desk: PlannerDesk,
  request: PlanRequest,
  { id, title, goal, plan, known, mayNest }: Sketch,
): Promise<PlannerEnd<PlannedDocuments>> {
  const asked = await askTasks(ports, desk, request, {
    outline: { title: plan, summary: '', context: [], phases: [], unsure: [] },
    ...{ step: `phase-${id}`, title, tasksMax: SUB_PLAN_MAX, mayNest, known },
    asked: `Only the tasks of phase ${id}, "${title}"${goal ? ` (${goal})` : ''}: ${OF_PHASE}`,
  })
  if (asked.is === 'unavailable') return asked
  const value = asked.value && documents(title, [[MAIN, asked.value.draft]])
  return asked.is === 'accepted' ? { is: 'accepted', value: value! } : { ...asked, value }
}

const OF_PHASE = `"tasks", at most ${SUB_PLAN_MAX}, and "unsure". Ids are 1, 2, 3, … within the phase. A task that is still too large for one session has "parent": true and gets a plan of its own later.`

function withParents(
  request: PlanRequest,
  outline: Outline,
  written: readonly (readonly [string, PlanDraft])[],
): PlannedDocuments {
  const main = mainDraft(request, outline)
  const paths = new Set(written.map(([path]) => path))
  const sketches = main.tasks.filter(({ subPlan }) => !paths.has(subPlan!)).map(({ title }) => title)
  return { ...documents(main.title, [[MAIN, main], ...written]), sketches }
}

/** The document with the phases as parents. */
function mainDraft(request: PlanRequest, outline: Outline): PlanDraft {
  const tasks = outline.phases.map((phase, at) => {
    const id = String(at + 1)
    return phaseTask(phase, id, subPlanPath(id, phase.title))
  })
  return { ...draftOf(request, outline, tasks), title: titleOf(request, outline) }
}

/** Phases alone, for a human that gets no more. */
const sketched = (request: PlanRequest, outline: Outline): PlannedDocuments => withParents(request, outline, [])

const documents = (title: string, drafts: readonly (readonly [string, PlanDraft])[]): PlannedDocuments => ({
  title,
  documents: new Map(drafts.map(([path, draft]) => [path, planText(draft)])),
  tasks: drafts.reduce((sum, [, { tasks }]) => sum + tasks.filter(({ isParent }) => !isParent).length, 0),
  sketches: [],
})

/** Beside the document that names it. */
const subPlanPath = (id: string, title: string): string => `${id}-${slug(title)}/PLAN.md`

const titleOf = ({ goal, document }: PlanRequest, { title }: Outline): string =>
  title.trim() || goal.trim() || document?.path || 'Plan'

const draftOf = ({ design }: PlanRequest, outline: Outline, tasks: readonly DraftTask[]): PlanDraft => ({
  title: outline.title,
  summary: outline.summary,
  context: outline.context,
  design,
  tasks,
  unsure: outline.unsure,
})

interface TasksDraft {
  readonly draft: PlanDraft
}

function askTasks(
  ports: ReaderPorts,
  desk: PlannerDesk,
  request: PlanRequest,
  on: {
    readonly step: string
    readonly outline: Outline
    readonly title: string
    readonly asked: string
    readonly known: PlannerQuestion['known']
    readonly tasksMax: number
    readonly mayNest: boolean
  },
): Promise<PlannerEnd<TasksDraft>> {
  const isSub = on.step !== 'tasks'
  return askPlanner(ports, desk, {
    step: on.step,
    question: { ...questionOf(request), known: on.known, asked: on.asked },
    examine: async proposal => {
      const tasks = proposal.tasks.map(
        (task): DraftTask => (task.isParent ? { ...task, subPlan: subPlanPath(task.id, task.title) } : task),
      )
      const unsure = [...new Set([...(isSub ? [] : on.outline.unsure), ...proposal.unsure])]
      const draft = {
        ...draftOf(isSub ? { ...request, design: null } : request, on.outline, tasks),
        ...{ title: on.title, unsure },
        ...(isSub ? { summary: '', context: [] } : {}),
      }
      return examineTasks(request, draft, on)
    },
  })
}

/** The problems of tasks: their own, those of their document, and commands that show nothing. */
export async function examineTasks(
  { read, holdNow }: Pick<PlanRequest, 'read' | 'holdNow'>,
  draft: PlanDraft,
  limits: { readonly tasksMax: number; readonly mayNest: boolean },
): Promise<Examined<TasksDraft>> {
  const { tasks } = draft
  const own = taskProblems(tasks, limits)
  if (tasks.length === 0 || tasks.length > limits.tasksMax)
    return { value: tasks.length > 0 ? { draft } : null, problems: own }
  const { plan, diagnostics } = read(planText(draft))
  const problems = [...own, ...writingProblems(tasks, plan), ...checkProblems(diagnostics)]
  // Commands run only for an answer that is clean otherwise.
  return {
    value: { draft },
    problems: problems.length > 0 || plan === null ? problems : await greenProblems(plan, tasks, holdNow),
  }
}

/** A task that changes something needs a command that fails now. */
async function greenProblems(
  plan: Plan,
  drafts: readonly DraftTask[],
  holdNow: PlanRequest['holdNow'],
): Promise<readonly string[]> {
  const parents = new Set(drafts.filter(({ isParent }) => isParent).map(({ id }) => id))
  const checksOf = ({ criteria }: Task) => criteria.flatMap(({ check }) => check ?? [])
  const changing = plan.tasks.filter(
    task => task.type === 'work' && !keepsBehaviour(task.kind) && !parents.has(task.id),
  )
  const green = new Set((await holdNow(changing.flatMap(checksOf))).map(checkKey))
  return changing.flatMap(task => {
    const checks = checksOf(task)
    return checks.length > 0 && checks.every(check => green.has(checkKey(check)))
      ? [
          `task ${task.id} (${task.title}) has only commands that pass on the code as it is (${checks.map(({ command }) => command).join('; ')}): it is done already, or they show nothing`,
        ]
      : []
  })
}

const phasesKnown = (phases: readonly ProposedPhase[]) => ({
  title: 'THE PHASES, AS AGREED',
  text: phases
    .map(
      ({ title, goal, needs }, at) =>
        `${at + 1}. ${title}: ${goal}${needs.length > 0 ? ` (needs ${needs.join(', ')})` : ''}`,
    )
    .join('\n'),
})

/** The choice of the rule, where no human is asked. */
export const choiceByRule = (
  phases: readonly ProposedPhase[],
  { isHierarchical }: HierarchyAdvice,
  detailed: readonly number[] = firstPhases(phases),
): Choice => (isHierarchical ? { is: 'hierarchical', detailed } : { is: 'flat' })
