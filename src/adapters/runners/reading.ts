import { z } from 'zod'
import {
  type BrokenFile,
  type ComparedValues,
  ID_SEPARATOR,
  type SuiteReport,
  type TestResult,
  type TestStatus,
} from '../../core/proof/test-results.ts'
import { cleanText } from '../../core/text/clean-text.ts'
import type { SuiteOutput } from '../../ports.ts'
import { failureOf, relativeToRoot, shortened } from './failure.ts'
import { SECRET, unseal } from './seal.ts'

const STATUSES = ['passed', 'failed', 'skipped', 'todo', 'expected-failure'] as const satisfies readonly TestStatus[]

const rawTest = z.object({
  file: z.string(),
  /** The project that a file ran in, where a runner has several. */
  variant: z.string().default(''),
  names: z.array(z.string()).readonly(),
  status: z.enum(STATUSES),
  message: z.string().default(''),
  stack: z.string().default(''),
  values: z.object({ expected: z.string(), actual: z.string() }).optional(),
  /** It failed first and passed on a retry. */
  repeated: z.boolean().default(false),
})
const rawReport = z.object({
  /** The folder that the runner was started in, under all of its names. */
  roots: z.array(z.string()).default([]),
  tests: z.array(rawTest).readonly(),
  broken: z
    .array(z.object({ file: z.string(), message: z.string(), stack: z.string().default('') }))
    .readonly()
    .default([]),
})

/** A suite's results before ids are assigned; every reporter and parser of ours returns this. */
export type RawReport = z.input<typeof rawReport>
export type RawTest = z.input<typeof rawTest>

/** The document sealed by our own reporter; null for anything else. */
export function readSealed({ report, tools }: SuiteOutput): SuiteReport | null {
  const body = unseal(report, tools[SECRET])
  if (body === null) return null
  try {
    const parsed = rawReport.safeParse(JSON.parse(body))
    return parsed.success ? suiteReport(parsed.data) : null
  } catch {
    return null
  }
}

/** Adds ids, short messages and tree paths. Sorted by file, because runners finish files in any order. */
export function suiteReport(raw: RawReport): SuiteReport {
  const { roots, tests, broken } = rawReport.parse(raw)
  const placed = tests.map(test => ({ ...test, file: relativeToRoot(roots, test.file) ?? cleanName(test.file) }))
  const seen = new Map<string, number>()
  const several = filesWithVariants(placed)
  return {
    tests: sortedByFile(placed).map(test => {
      const variant = several.has(test.file) && test.variant !== '' ? [`[${test.variant}]`] : []
      const base = [test.file, ...variant, ...test.names].map(cleanName).filter(Boolean).join(ID_SEPARATOR)
      const count = (seen.get(base) ?? 0) + 1
      seen.set(base, count)
      return { ...outcome(test, roots), id: count === 1 ? base : `${base} #${count}`, file: test.file }
    }),
    broken: sortedByFile(broken.map(item => brokenFile(item, roots))),
  }
}

function outcome(test: z.output<typeof rawTest>, roots: readonly string[]): Pick<TestResult, 'status' | 'failure'> {
  if (test.status === 'passed' && test.repeated)
    return { status: 'failed', failure: { message: 'passed only when repeated', at: null } }
  const isFailure = test.status === 'failed'
  if (!isFailure) return { status: test.status, failure: null }
  const { values } = test
  const failure = failureOf(test.message, test.stack, roots)
  return { status: test.status, failure: values ? { ...failure, values: cleanValues(values) } : failure }
}

const cleanValues = ({ expected, actual }: ComparedValues): ComparedValues => ({
  expected: cleanText(expected),
  actual: cleanText(actual),
})

function brokenFile(
  { file, message, stack }: { readonly file: string; readonly message: string; readonly stack: string },
  roots: readonly string[],
): BrokenFile {
  const failure = failureOf(message, stack, roots)
  const named = file === '' ? (failure.at?.file ?? '') : (relativeToRoot(roots, file) ?? cleanName(file))
  return { file: named, message: shortened(fromTheError(message), roots) }
}

/** The output of a process that crashed begins with source lines; the error itself is more useful. */
function fromTheError(text: string): string {
  const at = text.search(/^\s*[\w.]*(?:Error|Exception)\b/m)
  return at > 0 ? text.slice(at) : text
}

function filesWithVariants(tests: readonly { readonly file: string; readonly variant: string }[]): ReadonlySet<string> {
  const variants = new Map<string, string>()
  const several = new Set<string>()
  for (const { file, variant } of tests) {
    if (variants.has(file) && variants.get(file) !== variant) several.add(file)
    variants.set(file, variant)
  }
  return several
}

const cleanName = (name: string): string => cleanText(name).replace(/\s+/g, ' ').trim()

const sortedByFile = <T extends { readonly file: string }>(items: readonly T[]): readonly T[] =>
  [...items].sort((a, b) => (a.file < b.file ? -1 : a.file > b.file ? 1 : 0))
