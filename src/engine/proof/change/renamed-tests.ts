import { ID_SEPARATOR, type SuiteReport, type TestResult } from '../../../core/proof/test-results.ts'
import type { Case } from '../case.ts'
import { sourceFiles } from '../translation/read-change.ts'
import type { RemovedTest } from '../translation/removed-tests.ts'
import { sameTests } from '../translation/same-tests.ts'
import { isTest } from './test-files.ts'

/** Whether a test of a report is this test of its file, or one of its parameterised cases. */
export function isNamed({ id }: TestResult, { title, isPattern }: RemovedTest): boolean {
  const names = id.split(ID_SEPARATOR).slice(1)
  if (isPattern && title.length > 0) return names.some(name => name.startsWith(title))
  return id.endsWith(`${ID_SEPARATOR}${title}`) || names.some(name => name === title || name.startsWith(`${title}/`))
}

/** The tests of the base that exist under another name with the same code, and pass. */
export async function renamedTests(
  on: Case,
  gone: readonly TestResult[],
  after: SuiteReport,
): Promise<ReadonlySet<string>> {
  const { oldForm, asSubmitted, existingTests, translated } = on.layouts
  if (gone.length === 0 || oldForm === null) return new Set()
  const now = on.draft.changes.filter(({ path, status }) => status !== 'deleted' && isTest(on, path))
  const { vault } = on.ports
  const placed = new Map(existingTests.map(path => [translated?.places.get(path) ?? path, path]))
  const before = (await sourceFiles(vault, oldForm, [...placed.keys()])).map(file => ({
    ...file,
    path: placed.get(file.path)!,
  }))
  const pairs = await sameTests(
    before,
    await sourceFiles(
      vault,
      asSubmitted,
      now.map(({ path }) => path),
    ),
  )
  const isThere = (test: RemovedTest & { readonly file: string }) =>
    after.tests.some(other => other.status === 'passed' && other.file === test.file && isNamed(other, test))
  return new Set(
    gone
      .filter(test => pairs.some(([old, fresh]) => old.file === test.file && isNamed(test, old) && isThere(fresh)))
      .map(({ id }) => id),
  )
}
