/**
 * A wrong expectation must fail: the values that the change's tests compare with are changed, and each test must then
 * fail. A test that stays green compares nothing, or its result does not depend on the comparison.
 */
import type { Tree } from '../../../core/plan/ids.ts'
import type { GateResult } from '../../../core/proof/receipt.ts'
import type { TreeEdit } from '../../../ports.ts'
import type { Case } from '../case.ts'
import { commandGate, readingGate } from '../gate-result.ts'
import { passedIn } from '../suite/compare.ts'
import type { Suite } from '../suite/suite.ts'
import { aboutTests, testLines } from '../suite/test-evidence.ts'
import { applyEdits, type Edit } from '../syntax/edits.ts'
import { otherExpectations } from './javascript.ts'
import { otherPythonExpectations } from './python.ts'

const GATE = 'expectations'
const FILES_MAX = 20

/** Null if the tests of the change are in a language that is not read here. */
export async function wrongExpectationsGate(
  on: Case,
  suite: Suite,
  went: readonly string[],
): Promise<GateResult | null> {
  const whole = await suite.run(on.layouts.asSubmitted)
  const red = new Set(went)
  const tests = whole.report?.tests.filter(({ id }) => red.has(id)) ?? []
  const files = [...new Set(tests.map(({ file }) => file))].slice(0, FILES_MAX)
  const edits = await editsFor(on, files, 1)
  if (edits.length === 0)
    return files.some(isRead)
      ? readingGate(GATE, 'the tests of the change compare with no written value', {
          verdict: 'not-run',
          blocking: false,
        })
      : null
  const changed = new Set(edits.map(({ path }) => path))
  const expected = tests.filter(({ file }) => changed.has(file))
  const runWith = async (tree: Tree) => {
    on.bench.call(tree, 'the change with wrong expectations')
    return suite.changed(tree, suite.selecting([...changed]), whole)
  }
  const { vault } = on.ports
  const first = await runWith(await vault.edit(on.layouts.asSubmitted, edits))
  const alive = passedIn(first.report)
  let left = expected.filter(({ id }) => alive.has(id))
  // A lower bound holds for a higher value, so numbers are changed in the other direction too.
  if (left.length > 0) {
    const second = await runWith(await vault.edit(on.layouts.asSubmitted, await editsFor(on, files, -1)))
    const still = passedIn(second.report)
    left = left.filter(({ id }) => still.has(id))
  }
  if (left.length > 0 && left.length === expected.length)
    return commandGate(GATE, first, {
      verdict: 'failed',
      words: [
        'With other expected values, every test that should show the change still passes: their result does not depend on what they compare.',
        ...testLines(left),
      ].join('\n'),
      lines: [],
      ...aboutTests(left),
    })
  const words = `${expected.length - left.length} of ${expected.length} fail with other expected values`
  return commandGate(GATE, first, { verdict: 'passed', words, lines: [] })
}

const isRead = (path: string): boolean => /(?<!\.d)\.([cm]?[jt]sx?|py)$/.test(path)

async function editsFor(on: Case, files: readonly string[], sign: 1 | -1): Promise<readonly TreeEdit[]> {
  const edits: TreeEdit[] = []
  for (const path of files.filter(isRead)) {
    const text = await on.ports.vault.readText(on.layouts.asSubmitted, path)
    if (text === null) continue
    const found: readonly Edit[] | null = path.endsWith('.py')
      ? otherPythonExpectations(text, sign)
      : await otherExpectations(text, path, sign)
    if (found && found.length > 0) edits.push({ path, text: applyEdits(text, found) })
  }
  return edits
}
