import {
  type Check,
  type Criterion,
  type Diagnostic,
  keepsBehaviour,
  type Plan,
  type Task,
} from '../../core/plan/plan.ts'
import type { Proposal, ProposedCheck } from '../../core/planning/proposal.ts'
import { saysOnlyYes } from '../../core/text/empty-command.ts'
import type { ReaderPorts } from '../compared-copy.ts'
import { checkKey } from '../proof/project/tried-checks.ts'
import { askPlanner, type Examined, type PlannerDesk, type PlannerEnd } from './ask-planner.ts'

/** A plan that exists, and how its text is changed and read. */
export interface ImproveRequest {
  readonly path: string
  readonly text: string
  readonly plan: Plan
  readonly repository: string
  readonly read: (text: string) => { readonly plan: Plan | null; readonly diagnostics: readonly Diagnostic[] }
  readonly write: (text: string, checks: readonly ProposedCheck[]) => string
  /** The checks that hold on the code as it is, of those given. */
  readonly holdNow: (checks: readonly Check[]) => Promise<readonly Check[]>
}

/** The better text, and the criteria that changed. */
export interface Improved {
  readonly text: string
  readonly checks: readonly ProposedCheck[]
  readonly unsure: readonly string[]
}

interface Wordy {
  readonly task: Task
  /** Null if the task has none. */
  readonly criterion: Criterion | null
}

/** What no command shows yet: wordy criteria, and tasks without any. */
export function wordyIn({ tasks }: Plan): readonly Wordy[] {
  return tasks
    .filter(({ ticked }) => !ticked)
    .flatMap((task): readonly Wordy[] =>
      task.criteria.length === 0 && task.subPlan === undefined && (task.tests === null || task.tests.is === 'none')
        ? [{ task, criterion: null }]
        : task.criteria
            .filter(({ check, ticked }) => check === null && !ticked)
            .map(criterion => ({ task, criterion })),
    )
}

/** Asks for a command for every wordy criterion that a command can show. What holds already goes back. */
export function improvePlan(
  ports: ReaderPorts,
  desk: PlannerDesk,
  request: ImproveRequest,
): Promise<PlannerEnd<Improved>> {
  const { path, text, plan, repository } = request
  const listed = wordyIn(plan).map(({ task, criterion }) =>
    criterion === null
      ? `task ${task.id} (${task.title}) has no criteria`
      : `task ${task.id} (${task.title}), criterion ${criterion.id}: ${criterion.text}`,
  )
  return askPlanner(ports, desk, {
    step: 'checks',
    question: {
      ...{ goal: '', document: { path, text }, repository, asked: ASKED },
      known: [{ title: 'CRITERIA WITHOUT A COMMAND', text: listed.join('\n') }],
    },
    examine: proposal => examine(request, proposal),
  })
}

const ASKED = `For each criterion listed above that a command can show: an entry of "checks" with its task, its criterion, the command and the
expected result. The command must fail on the code as it is now and pass when the task is done. A task without criteria gets new
ones: leave "criterion" out. Leave out what only a person can judge, and say so under "unsure".`

async function examine(request: ImproveRequest, { checks, unsure }: Proposal): Promise<Examined<Improved>> {
  const problems = checks.flatMap(check => checkProblems(request.plan, check))
  if (problems.length > 0) return { value: null, problems }
  const text = request.write(request.text, checks)
  const { plan, diagnostics } = request.read(text)
  const broken = diagnostics.filter(({ severity }) => severity === 'error').map(({ message }) => message)
  const unwritten = checks.filter(check => checkOf(plan, check) === null)
  if (plan === null || broken.length > 0 || unwritten.length > 0)
    return {
      value: null,
      problems: [...broken, ...unwritten.map(check => `${named(check)} cannot be written into a plan`)],
    }
  const green = await holding(request, plan, checks)
  return {
    value: { text, checks, unsure },
    problems: green.map(check => `${named(check)} passes on the code as it is: ${GREEN}`),
  }
}

const GREEN = 'already true, or it shows nothing'

/** Work that keeps behaviour is shown by commands that pass before and after. */
async function holding(
  { holdNow }: ImproveRequest,
  plan: Plan,
  checks: readonly ProposedCheck[],
): Promise<readonly ProposedCheck[]> {
  const changing = checks.filter(check => {
    const task = taskOf(plan, check.task)!
    return task.type === 'work' && !keepsBehaviour(task.kind)
  })
  const green = new Set((await holdNow(changing.map(check => checkOf(plan, check)!))).map(checkKey))
  return changing.filter(check => green.has(checkKey(checkOf(plan, check)!)))
}

function checkProblems(plan: Plan, check: ProposedCheck): readonly string[] {
  const say = (what: string) => [`${named(check)} ${what}`]
  const task = taskOf(plan, check.task)
  if (!task || task.ticked) return say('is about no open task of the plan')
  const wordy = wordyIn(plan).filter(entry => entry.task === task)
  const isKnown = wordy.some(({ criterion }) => (criterion?.id ?? '') === check.criterion)
  if (!isKnown) return say('is about no criterion of the list: the others have commands already')
  if (check.command === null || /[\n\r]/.test(check.command)) return say('has a command of several lines')
  return saysOnlyYes(check.command) ? say(`has a command that shows nothing: ${check.command}`) : []
}

const named = ({ task, criterion, command }: ProposedCheck): string =>
  `the check for task ${task}${criterion === '' ? '' : `, ${criterion}`} (${command})`

const taskOf = (plan: Plan, id: string): Task | undefined =>
  plan.tasks.find(task => task.id.toLowerCase() === id.toLowerCase())

/** The check as the plan has it; null if it is not there. */
function checkOf(plan: Plan | null, { task, criterion, command }: ProposedCheck): Check | null {
  const criteria = (plan && taskOf(plan, task)?.criteria) ?? []
  const found = criteria.find(
    ({ id, check }) => check?.command === command?.trim() && (criterion === '' || id === criterion),
  )
  return found?.check ?? null
}
