/**
 * The test files of a project. Most are known by their name; if a project names them differently, its test command names
 * them, or its runner reports the files of its tests (`testMatch`, `python_files`).
 */

import type { Tree } from '../../../core/plan/ids.ts'
import type { ChangeStatus } from '../../../core/proof/draft.ts'
import type { SuiteReport } from '../../../core/proof/test-results.ts'
import type { Commands } from '../../../core/settings/commands.ts'
import type { Ports } from '../../../ports.ts'
import type { Case } from '../case.ts'
import { detectCommands } from '../project/detect.ts'
import { readLanguageOf } from '../reading/file-kind.ts'
import { baseReport } from '../suite/base-report.ts'
import type { Suite } from '../suite/suite.ts'
import { isTestFile } from './path-names.ts'

type Knows = Pick<Case, 'knownTests' | 'programFiles'>

/** Tests, their helpers and their snapshots. */
export const isTest = ({ knownTests, programFiles }: Knows, path: string): boolean =>
  (isTestFile(path) && !programFiles.has(path)) || knownTests.has(path)

/** Whether the runner looks for tests in this file. */
export const isRun = ({ knownTests }: Knows, { runner }: Suite, path: string): boolean =>
  runner.isTestFile(path) || knownTests.has(path)

/** Files that the test command names as tests, or that its runner looks for: `pytest test.py`, `mocha 'checks/*.js'`, `node test.js`. */
export async function testsByCommand(
  { vault, runners }: Pick<Ports, 'vault' | 'runners'>,
  { base, candidate }: { readonly base: Tree; readonly candidate: Tree },
  { test }: Commands,
): Promise<ReadonlySet<string>> {
  const [before, after] = [await vault.list(base), await vault.list(candidate)]
  const readIn = (tree: Tree) => (path: string) => vault.readText(tree, path)
  const command = test ?? (await detectCommands({ list: after, readText: readIn(candidate) })).commands.test
  if (command === undefined) return new Set()
  const readText = readIn(test === undefined ? candidate : base)
  return new Set(await runners.testFiles(command, { list: [...new Set([...before, ...after])], readText }))
}

/** Changed files that contain only tests, although their names do not show it. */
export async function testsByReport(on: Case, suite: Suite): Promise<ReadonlySet<string>> {
  const { base, asSubmitted } = on.layouts
  const looking = async (wanted: (status: ChangeStatus) => boolean, tree: typeof base): Promise<readonly string[]> => {
    const found: string[] = []
    for (const { path, status } of on.draft.changes)
      if (wanted(status) && !isTestFile(path) && holdsTests(path, (await on.ports.vault.readText(tree, path)) ?? ''))
        found.push(path)
    return found
  }
  const old = await looking(status => status !== 'added', base)
  const fresh = await looking(status => status === 'added', asSubmitted)
  // A suite takes time, so it runs only if needed.
  const before = old.length > 0 ? await baseReport(on, suite) : null
  const after = fresh.length > 0 ? (await suite.run(asSubmitted)).report : null
  return new Set([...namedIn(before, old), ...namedIn(after, fresh)])
}

const namedIn = (report: SuiteReport | null, paths: readonly string[]): readonly string[] => {
  const files = new Set(report?.tests.map(test => test.file))
  return paths.filter(path => files.has(path))
}

/** A file with both code and tests is not a test file. */
function holdsTests(path: string, text: string): boolean {
  if (/\.[cm]?[jt]sx?$/.test(path))
    return (
      !/\bimport\.meta\.vitest\b/.test(text) && /\b(?:describe|it|test|suite|specify)(?:\.\w+)*\s*\(\s*["'`]/.test(text)
    )
  return readLanguageOf(path) === 'python' && /^\s*(?:async\s+)?def test|^class Test|\bTestCase\b/m.test(text)
}
