import type { TestResult } from '../../../core/proof/test-results.ts'
import { asWord } from '../../../core/text/pattern.ts'
import type { Case } from '../case.ts'
import { addedNames } from '../syntax/added-names.ts'
import { toGo } from './asked-to-go.ts'
import { changedProgram, orEmpty } from './changed-files.ts'
import { isNamed } from './renamed-tests.ts'

const MISSING =
  /\b(not (a function|defined|exported|found|declared)|undefined|no (attribute|export|member|method|function|matching)|cannot (find|import|resolve)|does not (exist|provide)|unresolved|undeclared|unknown|missing)\b/i

/**
 * Whether a test is only about something that the task asks to remove and that the program no longer has: then its removal
 * needs no question.
 */
export async function goesOnRequest(on: Case): Promise<(test: TestResult, why?: string) => boolean> {
  const { removedTests } = on.layouts
  const goesByName = await goesByItsName(on)
  return (test, why) => {
    const removed = removedTests?.get(test.file)
    return removed ? removed.some(one => isNamed(test, one)) : goesByName(test, why)
  }
}

/** If the tests of a file cannot be told apart, the name of each must show its subject, and its failure must match. */
async function goesByItsName(on: Case): Promise<(test: TestResult, why?: string) => boolean> {
  const wanted = [...toGo(on.contract).names]
  if (wanted.length === 0) return () => false
  const [gone, left] = [new Set<string>(), new Set<string>()]
  for (const { path, texts } of changedProgram(on)) {
    const { before, after } = orEmpty(await texts())
    for (const name of await addedNames(after, before, path)) gone.add(name)
    for (const name of await addedNames(null, after, path)) left.add(name)
  }
  const words = wanted.filter(name => gone.has(name) && !left.has(name)).map(asWord)
  // A file name may be common for other things; and if the reason of a failure is known, it must be the missing name.
  return (test, why) =>
    words.some(
      word =>
        word.test(test.id.replace(test.file, '')) &&
        (why === undefined || why === '' || (word.test(why) && MISSING.test(why))),
    )
}
