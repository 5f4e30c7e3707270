import { openTranscript } from '../../adapters/agents/transcript.ts'
import { presentationOf } from '../../core/decisions/presentation.ts'
import { allRisks } from '../../core/risk/risks.ts'
import { evolve } from '../../core/run/evolve.ts'
import { criticalPath } from '../../core/run/order.ts'
import type { Attempt, RunState, TaskRun } from '../../core/run/state.ts'
import { describeEnding } from '../../core/run/triage.ts'
import { basisWords } from '../../core/shown/bookkeeping.ts'
import { finalReport } from '../../core/shown/final-report.ts'
import { sentence } from '../../core/shown/sentences.ts'
import { riskViews } from '../../core/shown/task-record.ts'
import { viewRun, viewTaskInFull } from '../../core/shown/view.ts'
import type { Remark } from '../../core/told/remark.ts'
import { sentPrompts } from '../../core/told/sent-prompts.ts'
import { records } from '../cli/commands/records.ts'
import type { Context } from '../cli/context.ts'
import { Problem } from '../cli/problem.ts'
import type { RunReading } from '../cli/reading.ts'
import { wholeReport } from '../cli/release/report-lines.ts'
import { verify } from '../cli/release/verify.ts'
import { hasMerged, usersBranch } from '../cli/run/merged.ts'
import { laidOut } from '../cli/words/printed-lines.ts'
import { printed } from '../mcp/printed.ts'
import { writtenPlan } from '../mcp/resources.ts'
import type {
  WebAttempt,
  WebLog,
  WebPlan,
  WebPrompts,
  WebRelease,
  WebReport,
  WebRisks,
  WebRunShown,
  WebTask,
  WebTranscript,
  WebVerification,
} from './wire.ts'

const REMARKS_MAX = 5_000

export const runShown = ({ state, driver }: RunReading): WebRunShown => ({
  version: state.version,
  view: viewRun(state),
  driver: driver.is,
  critical_path: criticalPath(state),
})

export const taskShown = (state: RunState, run: TaskRun): WebTask => ({
  ...viewTaskInFull(state, run),
  version: state.version,
  review: presentationOf(state, run),
  claims: run.attempts.map(claimOf),
})

function claimOf({ number, startedAt, ended, receipt }: Attempt): WebAttempt {
  const report = ended?.reading.is === 'valid' ? ended.reading.report : null
  return {
    attempt: number,
    began_at: new Date(startedAt).toISOString(),
    duration_ms: ended ? ended.durationMs : null,
    ended: ended ? describeEnding(ended.ending) : null,
    claimed: report && {
      status: report.status,
      summary: report.summary,
      confidence: report.selfAssessment,
      test_results: report.testResults,
    },
    basis: receipt && basisWords(receipt),
  }
}

export const promptsOf = (run: TaskRun, number: string): WebPrompts => ({
  prompts: sentPrompts(run)
    .filter(({ attempt }) => String(attempt) === number)
    .map(({ isAtWork, ...prompt }) => ({ ...prompt, at_work: isAtWork })),
})

/** Statements and actions of the agent of one attempt; none where its output is gone. */
export async function transcriptOf(
  { records: facts }: RunReading,
  run: TaskRun,
  number: string,
): Promise<WebTranscript> {
  const launched = facts.findLast(
    ({ event }) => event.type === 'agent-launched' && event.task === run.task.id && String(event.attempt) === number,
  )?.event
  const remarks: Remark[] = []
  if (launched?.type === 'agent-launched')
    await openTranscript(launched.outputFile).end(remark => void remarks.push(remark))
  const shown = remarks.slice(-REMARKS_MAX)
  return { remarks: shown, left_out: remarks.length - shown.length }
}

/** Sentences about the events after a version. */
export function logOf({ records: facts }: RunReading, after: number): WebLog {
  const lines: WebLog['lines'][number][] = []
  let state: RunState | null = null
  for (const record of facts) {
    state = evolve(state, record)
    const said = record.version > after ? sentence(record, state) : null
    if (said) lines.push({ ...said, version: record.version, at: new Date(record.at).toISOString() })
  }
  return { version: state?.version ?? 0, lines }
}

export async function reportOf(context: Context, { state }: RunReading): Promise<WebReport> {
  const standing = await usersBranch(context, state)
  const report = finalReport(state, { merged: await hasMerged(context, state), standing })
  return {
    report,
    lines: wholeReport(state, report, { isBranchThere: standing.is !== 'deleted' }).flatMap(line => laidOut(line, 80)),
  }
}

export async function planPage(context: Context, { state }: RunReading): Promise<WebPlan> {
  const own = state.tasks.filter(({ task }) => task.parent === undefined && task.span.line > 0)
  return {
    path: state.opened.place.path,
    text: await writtenPlan(context, state.opened.runId),
    lines: Object.fromEntries(own.map(({ task }) => [task.id, task.span.line])),
  }
}

export const riskList = ({ state }: RunReading): WebRisks => ({ risks: riskViews(allRisks(state)) })

export async function releaseOf(context: Context, { state }: RunReading): Promise<WebRelease> {
  const { release } = viewRun(state).run
  const text = async (path: string | null) =>
    path === null ? null : (await printed(context, at => records(at, path, { run: state.opened.runId }))).text
  return { release, manifest: await text(release?.manifest ?? null), notes: await text(release?.notes ?? null) }
}

/** Repeats every claim of the release, as `pm-agent verify` does. */
export async function verified(context: Context, { state }: RunReading): Promise<WebVerification> {
  const path = viewRun(state).run.release?.manifest
  if (!path) throw new Problem('there is no release to verify yet', ['pm-agent writes one when every task has ended'])
  const kept = await printed(context, at => records(at, undefined, { run: state.opened.runId, json: true }))
  const { files } = JSON.parse(kept.text) as { readonly files: readonly { path: string; git: string }[] }
  const name = files.find(file => file.path === path)?.git ?? path
  const lines: string[] = []
  // The commands that it runs are in the release, which the page shows.
  const terminal = { print: (text: string) => void lines.push(text), warn: () => {}, colour: false }
  await verify({ ...context, terminal, ask: undefined }, name, { json: true })
  const { verified: isVerified, facts, claims } = JSON.parse(lines.join('\n')) as WebVerification
  return { verified: isVerified, facts, claims }
}
