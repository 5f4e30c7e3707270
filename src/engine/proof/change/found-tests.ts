/** Test files whose names do not show it: the test command names them, or its runner reports the files of its tests. */

import type { Tree } from '../../../core/plan/ids.ts'
import type { SuiteReport } from '../../../core/proof/test-results.ts'
import type { Commands } from '../../../core/settings/commands.ts'
import type { Ports } from '../../../ports.ts'
import type { Case } from '../case.ts'
import { detectCommands } from '../project/detect.ts'
import { baseReport } from '../suite/base-report.ts'
import type { Suite } from '../suite/suite.ts'
import { languageOf } from '../syntax/language.ts'
import type { Trees } from '../translation/read-change.ts'
import { changedFiles } from './changed-files.ts'
import { isTestFile } from './test-names.ts'

/** Files that the test command names as tests, or that its runner looks for: `pytest test.py`, `mocha 'checks/*.js'`, `node test.js`. */
export async function testsByCommand(
  { vault, runners }: Pick<Ports, 'vault' | 'runners'>,
  { base, candidate }: Trees,
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
  const [old, fresh]: [string[], string[]] = [[], []]
  for (const { path, texts } of changedFiles(on)) {
    if (isTestFile(path) || !['javascript', 'python'].includes(languageOf(path))) continue
    const { before, after } = await texts()
    if (holdsTests(path, before ?? after ?? '')) (before === null ? fresh : old).push(path)
  }
  // A suite takes time, so it runs only if needed.
  const before = old.length > 0 ? await baseReport(on, suite) : null
  const after = fresh.length > 0 ? (await suite.run(on.layouts.asSubmitted)).report : null
  return new Set([...namedIn(before, old), ...namedIn(after, fresh)])
}

const namedIn = (report: SuiteReport | null, paths: readonly string[]): readonly string[] => {
  const files = new Set(report?.tests.map(test => test.file))
  return paths.filter(path => files.has(path))
}

/** A file with both code and tests is not a test file. */
function holdsTests(path: string, text: string): boolean {
  if (languageOf(path) === 'python') return /^\s*(?:async\s+)?def test|^class Test|\bTestCase\b/m.test(text)
  return (
    !text.includes('import.meta.vitest') && /\b(?:describe|it|test|suite|specify)(?:\.\w+)*\s*\(\s*["'`]/.test(text)
  )
}
