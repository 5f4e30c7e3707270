import { constants } from 'node:fs'
import { lstat, open } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { Report, ReportReading } from '../../../core/proof/report.ts'
import { err, ok, type Result } from '../../../core/result.ts'
import { cleanText } from '../../../core/text/clean-text.ts'
import { sessionOf } from '../session.ts'
import { problemsOf } from './problems.ts'

/** Where an agent may leave its report; our own folder first. */
export const REPORT_PLACES = ['.pm-agent/result.json', '.pm-agent-result.json'] as const

const REPORT_BYTES_MAX = 1024 * 1024

/** Absent and null mean the same: agents write either. */
const maybe = <T extends z.ZodType>(schema: T) => schema.nullish().transform(value => value ?? null)
// Reports are shown on terminals and stored as text, so control characters are removed.
const text = z.string().transform(cleanText)
const texts = maybe(z.array(text)).transform(value => value ?? [])
// Some agents write an item as an object, for example a risk with its severity.
const item = z.union([text, z.record(z.string(), z.unknown()).transform(fieldsAsText)])
const items = maybe(z.array(item)).transform(value => value ?? [])
const count = maybe(z.int().nonnegative()).transform(value => value ?? 0)
const words = maybe(text).transform(value => value ?? '')

const reportSchema = z.object({
  status: z.enum(['success', 'partial', 'failed', 'blocked', 'contradiction', 'nothing-to-do', 'too-large']),
  commit_hash: maybe(text),
  changed_files: texts,
  test_results: maybe(z.object({ passed: count, failed: count, command: words, output: words })),
  summary: words,
  issues: items,
  outputs: maybe(z.record(z.string(), z.unknown())),
  learnings: items,
  risks: items,
  self_assessment: maybe(z.enum(['confident', 'uncertain', 'blocked'])),
  review_note: maybe(z.object({ summary: words, risks: items, rollback: words })),
  contested: maybe(z.object({ sentence: words, reason: words })),
  session_id: maybe(z.string()),
})

/** A report and, where it names one, the session it was written in. */
export interface ReportFound {
  readonly reading: ReportReading
  readonly session: string | null
}

/** Reads an agent's report from its workspace. Never follows a link: the agent controls these files. */
export async function readReport(dir: string): Promise<ReportFound> {
  const found = await readResultFile(dir)
  if (found === null) return NO_REPORT
  return found.content.ok ? parseReport(found.content.value, found.place) : invalid(found.content.error)
}

export const NO_REPORT: ReportFound = { reading: { is: 'missing' }, session: null }

/** The first report file found; null if there is none. */
export async function readResultFile(
  dir: string,
): Promise<{ readonly place: string; readonly content: Result<string, string> } | null> {
  for (const place of REPORT_PLACES) {
    const content = await readOwn(dir, place)
    if (content !== null) return { place, content }
  }
  return null
}

const invalid = (problem: string): ReportFound => ({ reading: { is: 'invalid', problem }, session: null })

function parseReport(content: string, place: string): ReportFound {
  const json = parseJson(content.replace(/^\ufeff/, ''))
  if (!json.ok) return invalid(`${place} is not JSON: ${json.error}`)
  const parsed = reportSchema.safeParse(json.value)
  if (!parsed.success) return invalid(`${place}: ${problemsOf(parsed.error)}`)
  return { reading: { is: 'valid', report: toReport(parsed.data) }, session: sessionOf(parsed.data.session_id) }
}

function toReport(found: z.infer<typeof reportSchema>): Report {
  const tests = found.test_results
  return {
    status: found.status,
    summary: found.summary,
    commitHash: found.commit_hash,
    changedFiles: found.changed_files,
    testResults: tests && { passed: tests.passed, failed: tests.failed, command: tests.command },
    issues: found.issues,
    outputs: Object.fromEntries(Object.entries(found.outputs ?? {}).map(([name, value]) => [name, asText(value)])),
    learnings: found.learnings,
    risks: found.risks,
    selfAssessment: found.self_assessment,
    ...(found.contested ? { contested: found.contested } : {}),
    reviewNote: found.review_note,
  }
}

function fieldsAsText(fields: Readonly<Record<string, unknown>>): string {
  return Object.entries(fields)
    .map(([name, value]) => `${cleanText(name)}: ${asText(value)}`)
    .join(', ')
}

const asText = (value: unknown): string => cleanText(typeof value === 'string' ? value : JSON.stringify(value))

export function parseJson(content: string): Result<unknown, string> {
  try {
    return ok(JSON.parse(content))
  } catch (error) {
    return err(whereIn(content, (error as Error).message))
  }
}

/** Engines report a position, an unexpected end, or a quotation; the first two give a line number. */
function whereIn(content: string, message: string): string {
  const [found, position] = / in JSON at position (\d+).*$/s.exec(message) ?? []
  const endsEarly = content.trim() === '' || message.includes('end of JSON')
  if (position === undefined && !endsEarly) return cleanText(message)
  const before = content.slice(0, position === undefined ? undefined : Number(position)).split('\n')
  const what = found === undefined ? message : message.slice(0, -found.length)
  return cleanText(`${what} at line ${before.length}, column ${(before.at(-1) ?? '').length + 1}`)
}

/** Null if there is nothing; a failure if it is not a regular file of the workspace. */
async function readOwn(dir: string, place: string): Promise<Result<string, string> | null> {
  const folder = await lstat(join(dir, place, '..')).catch(() => null)
  if (folder === null) return null
  if (!folder.isDirectory()) return err(`the folder of ${place} is a link or no folder`)
  const entry = await lstat(join(dir, place)).catch(() => null)
  if (entry === null) return null
  if (!entry.isFile()) return err(`${place} is not a regular file`)
  if (entry.size > REPORT_BYTES_MAX) return err(`${place} has ${entry.size} bytes, more than ${REPORT_BYTES_MAX}`)
  const file = await open(join(dir, place), constants.O_RDONLY | constants.O_NOFOLLOW).catch(() => null)
  if (file === null) return err(`${place} cannot be opened`)
  try {
    return ok(await file.readFile('utf8'))
  } finally {
    await file.close()
  }
}
