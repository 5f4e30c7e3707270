import { randomUUID } from 'node:crypto'
import { cleanText } from '../../core/clean-text.ts'
import type { AgentSpec } from '../../core/config.ts'
import type { Report, ReportReading } from '../../core/report.ts'
import { unreachable } from '../../core/result.ts'
import type { LaunchResult } from '../../ports.ts'
import { type ClaudeDenial, type ClaudeHeard, createClaudeStream } from './claude-stream.ts'
import type { AgentProgram, ProgramEnd } from './program.ts'

type ClaudeSpec = Extract<AgentSpec, { is: 'claude' }>

/** What the CLI reads from the environment: who pays, where the model is, where its own files are, how patient it is. */
const VARIABLES = [
  'ANTHROPIC_API_KEY',
  'ANTHROPIC_AUTH_TOKEN',
  'ANTHROPIC_BASE_URL',
  'ANTHROPIC_CUSTOM_HEADERS',
  'ANTHROPIC_MODEL',
  'API_TIMEOUT_MS',
  'CLAUDE_CODE_OAUTH_TOKEN',
  'CLAUDE_CONFIG_DIR',
]

/** No reports to the vendor, and the version that was found stays the version that runs. */
const QUIET = {
  CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
  DISABLE_AUTOUPDATER: '1',
  DISABLE_ERROR_REPORTING: '1',
  DISABLE_TELEMETRY: '1',
}

/** Left to itself it asks a model that refuses for three minutes; then it is better launched again, where one can see it. */
const RETRIES = '3'

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
/** Tools that change something, and Bash, which may. */
const CHANGING = ['Bash', 'Edit', 'MultiEdit', 'NotebookEdit', 'Write']
const DENIALS_SHOWN = 5
const NOISE_LINES = 3
const PROBLEM_MAX = 1_000

/** The Claude Code CLI, without anybody to answer its questions. */
export function claudeProgram(
  agent: ClaudeSpec,
  around: { readonly session: string | null; readonly userEnv: Readonly<Record<string, string | undefined>> },
): AgentProgram {
  const stream = createClaudeStream()
  return {
    file: agent.path,
    args: claudeArguments(agent.model, around.session),
    pass: VARIABLES,
    set: { ...QUIET, CLAUDE_CODE_MAX_RETRIES: around.userEnv.CLAUDE_CODE_MAX_RETRIES ?? RETRIES },
    see: stream.see,
    conclude: end => concludeClaude(stream.heard(), end),
  }
}

/** The prompt is no part of it: it comes by standard input, because a command line has little room. */
export function claudeArguments(model: string | null, session: string | null): readonly string[] {
  return [
    '--print',
    // With this format the CLI refuses to print without --verbose.
    ...['--output-format', 'stream-json', '--verbose'],
    // A session of our own naming can be gone on with after any end; an agent may have written any word as its session.
    ...(session !== null && UUID.test(session) ? ['--resume', session] : ['--session-id', randomUUID()]),
    // Files below the workspace and commands; whatever else would ask a human is denied. Said again at every resume.
    ...['--permission-mode', 'acceptEdits', '--allowedTools', 'Bash'],
    // A repository's own settings can start programs (hooks, servers), and an agent may have written them.
    ...['--setting-sources', 'user', '--strict-mcp-config'],
    ...(model === null ? [] : ['--model', model]),
  ]
}

/** What the process's end and its stream say together: exit code 0 alone means little. */
export function concludeClaude(
  heard: ClaudeHeard,
  end: ProgramEnd,
): Pick<LaunchResult, 'ending' | 'reading' | 'session'> {
  const problem = end.ending.is === 'exited' ? problemIn(heard, end.ending.code, end.output) : null
  return {
    ending: problem === null ? end.ending : { is: 'agent-error', problem: oneLine(problem) },
    reading: readingOf(heard, end.reading, problem),
    session: heard.session,
  }
}

function problemIn(heard: ClaudeHeard, code: number, output: string): string | null {
  const { result, limit } = heard
  if (result === null) return [`it exited with code ${code} and without a result`, ...noise(output)].join(': ')
  if (result.isError) {
    const words = result.errors.join('; ') || result.text || result.subtype
    if (limit === null) return words
    return `usage limit reached: ${words}${limit.resetsAt === null ? '' : ` (until ${isoTime(limit.resetsAt)})`}`
  }
  if (code !== 0) return `it exited with code ${code} after a result that says ${result.subtype}`
  return isPowerless(heard) ? `everything it wanted to change was denied: ${denialWords(heard.denials)}` : null
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim().slice(0, PROBLEM_MAX)
const isoTime = (ms: number): string => new Date(ms).toISOString().replace(/\.\d+Z$/, 'Z')

/** What it printed besides its stream: complaints about flags, versions and logins. */
const noise = (output: string): readonly string[] => {
  const lines = cleanText(output).split('\n')
  const words = lines.filter(line => line.trim() !== '' && !line.startsWith('{')).slice(-NOISE_LINES)
  return words.length > 0 ? [words.join(' / ')] : []
}

/** Whether it was let do nothing at all; one denial among work that was done is only worth a note. */
function isPowerless({ toolUses, denials }: ClaudeHeard): boolean {
  const wanted = CHANGING.reduce((sum, tool) => sum + (toolUses.get(tool) ?? 0), 0)
  const denied = denials.filter(({ tool }) => CHANGING.includes(tool)).length
  return denied > 0 && denied >= wanted
}

const denialWords = (denials: readonly ClaudeDenial[]): string =>
  [
    ...denials.slice(0, DENIALS_SHOWN).map(({ tool, target }) => `${tool} ${target}`.trim()),
    ...(denials.length > DENIALS_SHOWN ? [`${denials.length - DENIALS_SHOWN} more`] : []),
  ].join('; ')

/** The result file where there is one, else the last words as what they are; denials are noted in either. */
function readingOf(heard: ClaudeHeard, reading: ReportReading, problem: string | null): ReportReading {
  const issues = heard.denials.length > 0 ? [`permission was denied: ${denialWords(heard.denials)}`] : []
  switch (reading.is) {
    case 'valid':
      return { is: 'valid', report: { ...reading.report, issues: [...reading.report.issues, ...issues] } }
    case 'invalid':
      return reading
    case 'missing': {
      if (heard.result === null) return reading
      const words = heard.result.text || heard.text || problem || ''
      return { is: 'valid', report: lastWords(problem === null ? 'success' : 'failed', words, issues) }
    }
    default:
      return unreachable(reading)
  }
}

const lastWords = (status: Report['status'], words: string, issues: readonly string[]): Report => ({
  status,
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
