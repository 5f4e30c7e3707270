import {
  type CallToolResult,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
  type RequestStateCodec,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { z } from 'zod'
import { takenOut } from '../../core/decisions/decide-review.ts'
import { seenOf } from '../../core/journal/seen.ts'
import { shortReceipt } from '../../core/plan/ids.ts'
import { allRisks, type Risk } from '../../core/risk/risks.ts'
import type { RunState, TaskRun } from '../../core/run/state.ts'
import { draftOf, lastAttempt } from '../../core/run/state.ts'
import { escalationOf } from '../../core/shown/escalation.ts'
import { viewTask } from '../../core/shown/view.ts'
import { someOf } from '../../core/text/lists.ts'
import { inItem } from '../../core/text/quote.ts'
import { shellQuoted, shellWord } from '../../core/text/shell-word.ts'
import { retry, stop, tellTask } from '../cli/commands/tell.ts'
import type { Context } from '../cli/context.ts'
import { Problem } from '../cli/problem.ts'
import { pickTask, readRun } from '../cli/reading.ts'
import { risk } from '../cli/reports/risk.ts'
import { escalationLines } from '../cli/words/question-words.ts'
import { printed } from './printed.ts'

const MODELS = ['retry', 'pause', 'stop'] as const
const HUMANS = ['approve', 'waive', 'skip', 'revise', 'reject', 'accept-risk', 'mitigate-risk'] as const

export const DECIDE_INPUT = z.object({
  decision: z.enum([...MODELS, ...HUMANS]),
  task: z.string().optional().describe('id of the task, or of the risk; "stop" without one stops the run'),
  message: z.string().optional().describe('the reason, or the text for the agent'),
  run: z.string().optional(),
})

export const DECIDE_OUTPUT = z.object({
  decided: z.boolean(),
  words: z.string(),
  command: z.string().nullable().describe('the command line with which the human decides; never run it yourself'),
})

type Decision = z.infer<typeof DECIDE_INPUT>
type HumanDecision = Decision & { readonly decision: (typeof HUMANS)[number]; readonly task: string }

/** The question that a human was asked: an answer counts for exactly this one. */
export interface AskedDecision {
  readonly decision: string
  readonly task: string
  readonly run: string
  /** The displayed state, as text. */
  readonly seen: string
}

/** What the client can do, and the seal of questions. */
export interface DecisionTerms {
  readonly call: ServerContext
  readonly canAsk: boolean
  readonly codec: RequestStateCodec<AskedDecision>
}

const isHumans = (decision: Decision): decision is HumanDecision =>
  HUMANS.some(name => name === decision.decision) && decision.task !== undefined

/** `pm_decide`: a model may send work back or stop it; everything that lets work pass is asked of the human. */
export async function decideThrough(
  context: Context,
  decision: Decision,
  terms: DecisionTerms,
): Promise<CallToolResult | InputRequiredResult> {
  if (isHumans(decision)) return ofHuman(context, decision, terms)
  const { task, message, run } = decision
  const options = { ...(message === undefined ? {} : { message }), ...(run === undefined ? {} : { run }) }
  if (task === undefined && decision.decision !== 'stop')
    throw new Problem(`no task is named for ${decision.decision}`, ['pm_status lists the tasks'])
  if (task !== undefined && decision.decision === 'retry') await refuseTakenOut(context, { task, run })
  const { text } = await printed(context, at => {
    if (task === undefined) return stop(at, options)
    return decision.decision === 'retry'
      ? retry(at, task, options)
      : tellTask(at, decision.decision === 'stop' ? 'stop' : 'pause', task, options)
  })
  return answer({ decided: true, words: text, command: null })
}

/** A retry would take back the decision of a human about this task. */
async function refuseTakenOut(
  context: Context,
  { task, run }: { readonly task: string; readonly run: string | undefined },
): Promise<void> {
  const { state, store } = await readRun(context, { run })
  store.close()
  const picked = pickTask(state, task)
  const how = takenOut(picked)
  if (how !== null)
    throw new Problem(`task ${picked.task.id} was ${how} by a human, and only a human can take that back`, [
      `the human can run: pm-agent retry ${shellWord(picked.task.id)}${run === undefined ? '' : ` --run ${shellWord(run)}`}`,
    ])
}

async function ofHuman(
  context: Context,
  decision: HumanDecision,
  { call, canAsk, codec }: DecisionTerms,
): Promise<CallToolResult | InputRequiredResult> {
  const { state, store } = await readRun(context, { run: decision.run })
  store.close()
  const about = subjectOf(state, decision)
  const asked: AskedDecision = {
    decision: decision.decision,
    task: decision.task,
    run: state.opened.runId,
    seen: about.seen,
  }
  const command = commandFor(decision, about.receipt)
  const before = call.mcpReq.requestState<AskedDecision>()
  const said = inputResponse(call.mcpReq.inputResponses, 'decision')
  if (before && said.kind === 'elicit') {
    if (said.action !== 'accept' || said.content?.decide !== 'yes')
      return answer({ decided: false, words: 'The human did not agree. Nothing was decided.', command: null })
    if (JSON.stringify(before) !== JSON.stringify(asked))
      throw new Problem(`${about.name} changed while the human was asked`, ['look at it again with pm_show'])
    const message = typeof said.content.reason === 'string' ? said.content.reason : ''
    const { text } = await printed(context, at => carriedOut(at, decision, { message, run: state.opened.runId }))
    return answer({ decided: true, words: text, command: null })
  }
  if (!canAsk)
    return answer({
      decided: false,
      words: `Only the human can decide this, and this client cannot ask. Show the human this command: ${command}`,
      command,
    })
  return inputRequired({
    inputRequests: {
      decision: inputRequired.elicit({ message: about.words, requestedSchema: formFor(decision) }),
    },
    requestState: await codec.mint(asked, call),
  })
}

/** `yes` is never preset: an answer without a choice decides nothing. */
const formFor = ({ decision, message }: HumanDecision) => ({
  type: 'object' as const,
  properties: {
    decide: {
      type: 'string' as const,
      title: `${decision.replace('-', ' ')}?`,
      enum: ['yes', 'no'],
    },
    reason: {
      type: 'string' as const,
      title: 'Reason or text, in your words',
      ...(message === undefined ? {} : { default: message }),
    },
  },
  required: ['decide'],
})

/** The thing decided about, as a human is shown it. */
interface Subject {
  readonly name: string
  readonly words: string
  readonly seen: string
  readonly receipt: string | null
}

function subjectOf(state: RunState, decision: HumanDecision): Subject {
  if (!isRisk(decision)) return taskSubject(state, pickTask(state, decision.task), decision)
  const found = allRisks(state).find(({ id }) => id === decision.task)
  if (!found)
    throw new Problem(`there is no risk ${decision.task}`, ['pm_report lists the risks; pm-agent risk does too'])
  return riskSubject(found, decision)
}

const isRisk = ({ decision }: HumanDecision): boolean => decision.endsWith('-risk')

const riskSubject = ({ id, severity, status, description }: Risk, decision: HumanDecision): Subject => ({
  name: `risk ${id}`,
  words: [`${decision.decision} ${id}: ${severity}, ${status}`, description, proposed(decision)].join('\n'),
  seen: JSON.stringify([id, severity, status, description]),
  receipt: null,
})

const FILES_MAX = 8

function taskSubject(state: RunState, run: TaskRun, decision: HumanDecision): Subject {
  const { id, title } = run.task
  const last = lastAttempt(run)
  const question = escalationOf(state, run)
  const refused = viewTask(state, run).gates.filter(({ verdict }) => verdict !== 'passed')
  const files = ((last && draftOf(last)?.changes) ?? []).map(({ path }) => path)
  return {
    name: `task ${id}`,
    words: [
      `${decision.decision} task ${id}: ${title}`,
      ...(question ? escalationLines(id, question) : []),
      ...refused.map(({ gate, verdict }) => `Check ${gate}: ${verdict}`),
      ...(files.length > 0 ? [`Files: ${someOf(files, { max: FILES_MAX })}`] : []),
      `The change: pm-agent show ${id} --diff`,
      proposed(decision),
    ].join('\n'),
    seen: JSON.stringify(seenOf(run)),
    receipt: last?.receiptHash ?? null,
  }
}

/** The words of a model, so that no line of them can pass for one of ours. */
export const proposed = ({ message }: Pick<Decision, 'message'>): string =>
  message === undefined ? 'The model asks for this; it proposed no reason.' : `The model proposes: ${inItem(message)}`

function commandFor(decision: HumanDecision, receipt: string | null): string {
  const { task, message, run } = decision
  const words = isRisk(decision)
    ? ['risk', decision.decision === 'accept-risk' ? 'accept' : 'mitigate', shellWord(task)]
    : [decision.decision, shellWord(task), ...(receipt ? ['--seen', shortReceipt(receipt)] : [])]
  return [
    'pm-agent',
    ...words,
    '-m',
    shellQuoted(message ?? '…'),
    ...(run === undefined ? [] : ['--run', shellWord(run)]),
  ].join(' ')
}

function carriedOut(
  context: Context,
  { decision, task }: HumanDecision,
  options: { readonly message: string; readonly run: string },
): Promise<number> {
  if (decision === 'accept-risk') return risk(context, `accept ${task}`, options)
  if (decision === 'mitigate-risk') return risk(context, `mitigate ${task}`, options)
  return tellTask(context, decision, task, options)
}

const answer = (structured: z.infer<typeof DECIDE_OUTPUT>): CallToolResult => ({
  content: [{ type: 'text', text: structured.words }],
  structuredContent: structured,
})
