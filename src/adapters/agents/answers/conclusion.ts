import type { Report, ReportReading } from '../../../core/proof/report.ts'
import { unreachable } from '../../../core/result.ts'
import type { Ending } from '../../../core/run/ending.ts'
import type { LaunchResult } from '../../../ports.ts'
import { troubleEnding } from '../agent-trouble.ts'
import type { ProgramEnd } from '../program.ts'
import type { Denial, Heard } from '../stream-facts.ts'
import { lastPrinted } from './last-printed.ts'

const DENIALS_SHOWN = 5

/** The ending of an attempt from the agent's stream and its exit: exit code 0 alone means little. */
export function concludeHeard(
  heard: Heard,
  end: ProgramEnd,
  now: number,
): Pick<LaunchResult, 'ending' | 'reading' | 'session' | 'meter'> {
  const trouble = end.ending.is === 'exited' ? troubleIn(heard, end.ending.code, { output: end.output, now }) : null
  return {
    ending: trouble ?? end.ending,
    reading: readingOf(heard, end.reading, trouble),
    session: heard.session,
    ...(heard.meter === null ? {} : { meter: heard.meter }),
  }
}

type Trouble = Extract<Ending, { readonly problem: string }>

function troubleIn(
  heard: Heard,
  code: number,
  { output, now }: { readonly output: string; readonly now: number },
): Trouble | null {
  const { error, limit } = heard
  if (error !== null) return troubleEnding(error.problem, { status: error.status, limit }, now) as Trouble
  if (!heard.hasEnded) {
    const words = [`it exited with code ${code} and without a result`, lastPrinted(output)].filter(Boolean).join(': ')
    return troubleEnding(words, { status: null, limit: null }, now) as Trouble
  }
  if (code !== 0) return { is: 'agent-error', problem: `it exited with code ${code} after a result that says success` }
  if (!isPowerless(heard)) return null
  return { is: 'agent-error', problem: `everything it wanted to change was denied: ${denialWords(heard.denials)}` }
}

/** Whether all of its tool calls were denied; a single denial is only noted. */
function isPowerless({ changesWanted, denials }: Heard): boolean {
  const denied = denials.filter(({ changes }) => changes).length
  return denied > 0 && denied >= changesWanted
}

const denialWords = (denials: readonly Denial[]): string =>
  [
    ...denials.slice(0, DENIALS_SHOWN).map(({ tool, target }) => `${tool} ${target}`.trim()),
    ...(denials.length > DENIALS_SHOWN ? [`${denials.length - DENIALS_SHOWN} more`] : []),
  ].join('; ')

/** The result file if there is one, else the last message, marked as such; denials are noted in both. */
function readingOf(heard: Heard, reading: ReportReading, trouble: Trouble | null): ReportReading {
  const issues = heard.denials.length > 0 ? [`permission was denied: ${denialWords(heard.denials)}`] : []
  switch (reading.is) {
    case 'valid':
      return { is: 'valid', report: { ...reading.report, issues: [...reading.report.issues, ...issues] } }
    case 'invalid':
      return reading
    case 'missing': {
      // A CLI that broke off said nothing about the task; its ending tells the trouble.
      if (trouble !== null || !heard.hasEnded) return reading
      return { is: 'valid', report: lastWords(heard.text, issues) }
    }
    default:
      return unreachable(reading)
  }
}

const lastWords = (words: string, issues: readonly string[]): Report => ({
  status: 'success',
  summary: `(no result file; its last words) ${words}`.trim(),
  commitHash: null,
  changedFiles: [],
  testResults: null,
  issues,
  outputs: {},
  learnings: [],
  risks: [],
  selfAssessment: null,
  reviewNote: null,
})
