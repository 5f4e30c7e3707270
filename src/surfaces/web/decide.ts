import { z } from 'zod'
import { seenOf, staleWords } from '../../core/journal/seen.ts'
import { shortReceipt } from '../../core/plan/ids.ts'
import { tierOf } from '../../core/risk/task-tier.ts'
import { findTask, type TaskRun } from '../../core/run/state.ts'
import { stop } from '../cli/commands/tell.ts'
import type { Context } from '../cli/context.ts'
import { takeDecision } from '../cli/decide/decide-task.ts'
import { Problem } from '../cli/problem.ts'
import { journalHere, pickTask, type RunReading } from '../cli/reading.ts'
import { risk } from '../cli/reports/risk.ts'
import { printed } from '../mcp/printed.ts'
import { stateAt } from './events.ts'
import type { Readings } from './readings.ts'
import { Refused } from './security.ts'
import type { WebDecision, WebTaken, WebTaskDecision } from './wire.ts'

const DECISION = z.union([
  z.strictObject({
    decision: z.enum(['approve', 'revise', 'reject', 'pause', 'retry', 'skip', 'waive']),
    subject: z.string(),
    version: z.int(),
    receipt: z.string().optional(),
    message: z.string().optional(),
    option: z.int().optional(),
    confirm: z.string().optional(),
  }),
  z.strictObject({ decision: z.enum(['accept-risk', 'mitigate-risk']), subject: z.string(), message: z.string() }),
  z.strictObject({ decision: z.literal('stop') }),
]) satisfies z.ZodType<WebDecision>

interface Asked {
  readonly context: Context
  readonly readings: Readings
  readonly run: string
  readonly body: unknown
}

/** Takes a decision as the page showed it, through the same code as the command line. */
export async function decideOnPage({ context, readings, run, body }: Asked): Promise<WebTaken> {
  const read = DECISION.safeParse(body)
  if (!read.success) throw new Refused(400, { problem: 'this is no decision', hints: [z.prettifyError(read.error)] })
  const asked: WebDecision = read.data
  const here = { ...context, through: 'the dashboard' }
  if (asked.decision === 'stop') return said(here, at => stop(at, { run }))
  if (!('version' in asked)) {
    const word = asked.decision === 'accept-risk' ? 'accept' : 'mitigate'
    const { subject, message } = asked
    return said(here, at => risk(at, `${word} ${subject}`, { run, message }))
  }
  return decideTask(here, await readings.read(run), asked)
}

const said = async (context: Context, command: (context: Context) => Promise<number>): Promise<WebTaken> => ({
  said: (await printed(context, command)).text,
})

async function decideTask(context: Context, reading: RunReading, asked: WebTaskDecision): Promise<WebTaken> {
  const { decision, subject, message, option } = asked
  const { state } = reading
  const task = pickTask(state, subject)
  checkShown(reading, task, asked)
  const store = journalHere(context, { write: true })
  try {
    const options = {
      ...(message === undefined ? {} : { message }),
      ...(option === undefined ? {} : { option: String(option) }),
    }
    const lines = await takeDecision(context, { state, store }, { named: decision, run: task, options })
    return { said: lines.join(' ') }
  } finally {
    store.close()
  }
}

/** A decision is about exactly what was shown. One that lets work pass names its receipt, and a critical task its id again. */
function checkShown({ state, records }: RunReading, run: TaskRun, asked: WebTaskDecision): void {
  const { decision, version, receipt, confirm } = asked
  const { id } = run.task
  const shown = stateAt(records, version)
  const before = shown && findTask(shown, id)
  if (!before) throw new Problem(`version ${version} shows no task ${id}`, ['load the page again'])
  const stale = staleWords(seenOf(before), run)
  if (stale !== null) throw new Problem(`task ${id} changed: ${stale}`, ['look at it again'])
  if (decision !== 'approve' && decision !== 'waive') return
  const now = seenOf(run).receipt
  if (now !== null && receipt !== now)
    throw new Problem(
      receipt === undefined
        ? `the decision about task ${id} names no receipt`
        : `task ${id} changed: you saw receipt ${shortReceipt(receipt)}, and now it is ${shortReceipt(now)}`,
      ['look at it again: a decision that lets work pass is about exactly one receipt'],
    )
  if (tierOf(state, run) === 'critical' && confirm !== id)
    throw new Problem(`task ${id} is critical`, [`type its id, ${id}, to confirm`])
}
