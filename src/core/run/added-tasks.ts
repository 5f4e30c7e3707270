import { cut, type TaskId, taskId } from '../plan/ids.ts'
import { type Criterion, plainTask, type Task } from '../plan/plan.ts'
import { scopeCheck } from '../plan/scope-check.ts'
import type { Adaptation } from '../proof/judgement.ts'
import { blockers, type GateResult, gateSentence, type Receipt } from '../proof/receipt.ts'
import { addedFor, type RunState, type TaskRun } from './state.ts'

/** Prefix of the title of an added task, which no human wrote. */
export const ADDED_MARK = '(ADDED) '

/** A task to add, or the reason to ask a human instead. */
export type Adapting =
  | {
      readonly is: 'adapt'
      readonly reasons: readonly string[]
      readonly added: Task
      readonly trigger: string
      readonly scope: string
    }
  | {
      readonly is: 'escalate'
      readonly reason: 'adaptation' | 'verification-failed'
      readonly reasons: readonly string[]
    }

/** The task that a failed proof needs because no further round can help; null if another round can. */
export function adaptingFor(state: RunState, run: TaskRun, receipt: Receipt): Adapting | null {
  const suggested = receipt.judged?.adaptation
  if (suggested) return suggestedTask(state, run, suggested)
  if (run.task.type !== 'verification') return null
  const failed = blockers(receipt).filter(gate => gate.gate.startsWith('criterion:') && gate.verdict === 'failed')
  return failed.length > 0 ? repair(state, run, failed) : null
}

function suggestedTask(state: RunState, run: TaskRun, adaptation: Adaptation): Adapting {
  const finding = scopeCheck(adaptation, run.task.criteria)
  const wish = `${adaptation.blockage}: ${adaptation.reason || adaptation.title}`
  const ask = (...reasons: readonly string[]): Adapting => ({
    is: 'escalate',
    reason: 'adaptation',
    reasons: [wish, ...reasons],
  })
  if (finding.is === 'destructive-out-of-scope') return ask(finding.words)
  // Irreversible work is never started without a human.
  if (finding.destructive !== null) return ask(`"${adaptation.title}" would be ${finding.destructive}`)
  const id = freeId(state, run)
  if (typeof id !== 'string') return ask(id.problem)
  const added: Task = {
    ...childOf(run.task, id, adaptation.title),
    steps: [
      ...adaptation.steps.map(oneLine).filter(Boolean),
      ...(adaptation.justification ? [`Why it is needed: ${oneLine(adaptation.justification)}`] : []),
    ],
    // The limits of the task may be the obstacle; if not, they apply here as well.
    mustNot: adaptation.blockage === 'scope_violation' ? [] : run.task.mustNot,
  }
  return { is: 'adapt', reasons: [wish], added, trigger: adaptation.blockage, scope: finding.words }
}

/** A verification changes nothing, so a separate task fixes its findings and is checked against them. */
function repair(state: RunState, run: TaskRun, failed: readonly GateResult[]): Adapting {
  const reasons = failed.map(gateSentence)
  const id = freeId(state, run)
  if (typeof id !== 'string')
    return { is: 'escalate', reason: 'verification-failed', reasons: [...reasons, id.problem] }
  const broken = run.task.criteria.filter(criterion => failed.some(({ gate }) => gate === `criterion:${criterion.id}`))
  const first = broken[0]?.text ?? failed[0]!.gate
  const added: Task = {
    ...childOf(run.task, id, `Fix: ${first}`),
    steps: failed.map(
      gate => `Make it hold: ${oneLine(gate.evidence)}${gate.command ? ` (\`${oneLine(gate.command)}\`)` : ''}`,
    ),
    criteria: broken.map((criterion, at): Criterion => ({ ...criterion, id: `c${at + 1}`, ticked: false })),
  }
  return { is: 'adapt', reasons, added, trigger: 'verification failed', scope: 'safe (the code of this plan)' }
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz'

/** `3.a`, `3.b`, `3.c`; an added task cannot add tasks, and the number per task is limited. */
function freeId(state: RunState, run: TaskRun): TaskId | { readonly problem: string } {
  if (run.added !== null) return { problem: `task ${run.task.id} was added itself, and added tasks add no others` }
  const { addedTasks } = state.config.limits
  const count = addedFor(state, run.task.id).filter(({ added }) => added?.trigger !== 'split').length
  if (count >= addedTasks)
    return { problem: `${count} task${count === 1 ? ' was' : 's were'} added for it already (limits.added_tasks)` }
  const free = [...LETTERS].map(letter => taskId(`${run.task.id}.${letter}`)).find(id => !state.index.has(id))
  return free ?? { problem: 'there is no letter left for another task' }
}

const TITLE_MAX = 100
const LINE_MAX = 500

/** Text from an agent, reduced to one short line. */
const oneLine = (text: string): string => cut(text.replace(/\s+/g, ' ').trim(), LINE_MAX)

/** A task with only the agent and the caution settings of its parent. */
const childOf = (parent: Task, id: TaskId, title: string): Task => {
  const { tier, needs, tools, commands, owner, agent, role, layer, hold, breaking, span } = parent
  const kept = { tier, needs, tools, commands, owner, agent, role, layer, hold, breaking, span }
  const inside = parent.parent === undefined ? {} : { parent: parent.parent }
  return { ...plainTask(id, `${ADDED_MARK}${cut(oneLine(title), TITLE_MAX)}`), kind: 'fix', ...kept, ...inside }
}
