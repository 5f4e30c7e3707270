import { codeTokens } from './languages/code-tokens.ts'
import type { SourceFile } from './moves.ts'
import type { RemovedTest } from './removed-tests.ts'
import { testUnits } from './test-units.ts'

/** A test in its file. */
export interface PlacedTest extends RemovedTest {
  readonly file: string
}

/** Tests with less code may be equal by chance. */
const TOKENS_MIN = 8

/** Tests with the same code and another name or file: pairs of the old and the new test. */
export async function sameTests(
  before: readonly SourceFile[],
  after: readonly SourceFile[],
): Promise<readonly (readonly [PlacedTest, PlacedTest])[]> {
  const [then, now] = [await bodiesOf(before), await bodiesOf(after)]
  const isKnown = (test: PlacedTest) => then.some(({ test: old }) => old.file === test.file && old.title === test.title)
  const free = now.filter(({ test }) => !isKnown(test))
  return then.flatMap(({ test, body }) => {
    const at = free.findIndex(other => other.body === body)
    return at < 0 ? [] : [[test, free.splice(at, 1)[0]!.test] as const]
  })
}

async function bodiesOf(
  files: readonly SourceFile[],
): Promise<readonly { readonly test: PlacedTest; readonly body: string }[]> {
  const found: { test: PlacedTest; body: string }[] = []
  for (const { path, text } of files) {
    const tokens = await codeTokens(text, path)
    for (const { start, end, title, isPattern } of (await testUnits(text, path)) ?? []) {
      const own = tokens.filter(token => token.start >= start && token.end <= end)
      const named = own.findIndex(({ kind, text: said }) => kind !== 'mark' && said.includes(title))
      const body = own.filter((_, at) => at !== named).map(token => token.text)
      if (body.length >= TOKENS_MIN) found.push({ test: { file: path, title, isPattern }, body: body.join(' ') })
    }
  }
  return found
}
