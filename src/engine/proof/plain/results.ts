import { jsonLines, parsedJson } from '../../../core/text/json-text.ts'

/** Results of tests with and without their runner. */

interface TestLine {
  readonly file: string
  /** Its place in the order of its file. */
  readonly id: number
  readonly name: string
  readonly ok: boolean
  readonly problem: string
}

interface Inside {
  readonly tests: readonly TestLine[]
  /** Python: its search path and interpreter. */
  readonly head: Readonly<Record<string, unknown>>
}

/** A log of tests that ran under their runner. */
export function readInside(text: string): Inside {
  const lines = jsonLines<Record<string, unknown>>(text)
  return {
    tests: lines.filter(line => 'id' in line) as unknown as readonly TestLine[],
    head: lines.find(line => 'paths' in line) ?? {},
  }
}

/** The runs of the tests of a file: two among files without names of tests, and one at their own places if something failed. */
interface Outside {
  readonly first: readonly TestLine[]
  readonly second: readonly TestLine[]
  readonly inPlace: readonly TestLine[]
}

export const readPlainRuns = parsedJson<Readonly<Record<string, Outside>>>

export type FailedOutside = Pick<TestLine, 'file' | 'name' | 'problem'>

/**
 * Tests that pass under their runner alone. One that passes at its own place may need a file there: nothing is concluded if its tests name
 * such a place.
 */
export function differencesIn(
  inside: readonly TestLine[],
  outside: Readonly<Record<string, Outside>>,
  texts: ReadonlyMap<string, string>,
): { readonly same: number; readonly differs: readonly FailedOutside[] } {
  let same = 0
  const differs: FailedOutside[] = []
  for (const test of inside.filter(({ ok }) => ok)) {
    const { first = [], second = [], inPlace = [] } = outside[test.file] ?? {}
    const [one, again, there] = [first, second, inPlace].map(lines => lines.find(({ id }) => id === test.id))
    if (one?.ok || again?.ok) same++
    else if (there && !there.ok) differs.push({ file: test.file, name: test.name, problem: there.problem })
    else if (one && there && !namesItsPlace(test.file, texts))
      differs.push({ file: test.file, name: test.name, problem: one.problem })
  }
  return { same, differs }
}

/** Whether a test file has the folder of tests in one of its texts: what it reads there is gone with the folder. */
function namesItsPlace(file: string, texts: ReadonlyMap<string, string>): boolean {
  const folder = file.split('/')[0]!
  const text = texts.get(file) ?? ''
  return [`'${folder}`, `"${folder}`, `\`${folder}`, `/${folder}/`].some(part => text.includes(part))
}
