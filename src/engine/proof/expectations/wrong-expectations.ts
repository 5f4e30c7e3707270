/**
 * A wrong expectation must fail: the values that the change's tests compare with are changed, and each test must then
 * fail. A test that stays green compares nothing, or its result does not depend on the comparison.
 */

import type { GateResult } from '../../../core/proof/receipt.ts'
import type { TestResult } from '../../../core/proof/test-results.ts'
import type { TreeEdit } from '../../../ports.ts'
import type { Case } from '../case.ts'
import { isNamed } from '../change/renamed-tests.ts'
import { staged } from '../forms/staged.ts'
import { commandGate, notRunGate } from '../gate-result.ts'
import { filesOf, passedIn, testsOf } from '../suite/compare.ts'
import type { Suite } from '../suite/suite.ts'
import { aboutTests, testLines } from '../suite/test-evidence.ts'
import { applyEdits, type Edit } from '../syntax/edits.ts'
import { isLoaded } from '../syntax/language.ts'
import { type TestUnit, testUnits } from '../translation/test-units.ts'
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
  const tests = testsOf(whole.report, went)
  const files = filesOf(tests).slice(0, FILES_MAX)
  const edits = await editsFor(on, files, 1)
  const expected = tests.filter(test => comparesWith(test, edits.get(test.file)))
  if (expected.length === 0)
    return files.some(isLoaded) ? notRunGate(GATE, 'the tests of the change compare with no written value') : null
  const changed = new Set(edits.keys())
  const runWith = async (other: ReadonlyMap<string, ChangedTests>) => {
    const tree = await staged(on, on.layouts.asSubmitted, treeEdits(other), 'the change with wrong expectations')
    return suite.changed(tree, suite.selecting([...changed]), whole)
  }
  const first = await runWith(edits)
  const alive = passedIn(first.report)
  let left = expected.filter(({ id }) => alive.has(id))
  // A lower bound holds for a higher value, so numbers are changed in the other direction too.
  if (left.length > 0) {
    const second = await runWith(await editsFor(on, files, -1))
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
  return commandGate(GATE, first, { verdict: 'passed', words })
}

/** A test file with other expected values. */
interface ChangedTests {
  readonly text: string
  readonly edits: readonly Edit[]
  /** Its single tests with the helpers that they call; null if they cannot be separated. */
  readonly units: readonly TestUnit[] | null
}

/** Whether some changed value belongs to this test or to a helper that it calls. A test that compares with none may stay green. */
function comparesWith(test: TestResult, changed: ChangedTests | undefined): boolean {
  if (!changed) return false
  const units = changed.units?.filter(unit => isNamed(test, unit)) ?? []
  const holdsEdit = ({ tokens }: TestUnit) =>
    tokens.some(({ start, end }) => changed.edits.some(edit => edit.start < end && start < edit.end))
  return units.length === 0 || units.some(holdsEdit)
}

const treeEdits = (changed: ReadonlyMap<string, ChangedTests>): readonly TreeEdit[] =>
  [...changed].map(([path, { text }]) => ({ path, text }))

async function editsFor(on: Case, files: readonly string[], sign: 1 | -1): Promise<ReadonlyMap<string, ChangedTests>> {
  const found = new Map<string, ChangedTests>()
  for (const path of files.filter(isLoaded)) {
    const text = await on.ports.vault.readText(on.layouts.asSubmitted, path)
    if (text === null) continue
    const edits: readonly Edit[] | null = path.endsWith('.py')
      ? await otherPythonExpectations(text, sign)
      : await otherExpectations(text, path, sign)
    if (edits && edits.length > 0)
      found.set(path, { text: applyEdits(text, edits), edits, units: await testUnits(text, path) })
  }
  return found
}
