/** A failed test of a tester in words that show behaviour: neither its file nor its code. */
import type { Contract } from '../../../core/plan/contract.ts'
import { ID_SEPARATOR, type TestResult } from '../../../core/proof/test-results.ts'
import type { BlindTest } from '../../../core/tester/blind-tests.ts'
import { clip } from '../../../core/text/quote.ts'
import { citableSentences } from '../../../core/text/sentences.ts'

const VALUE_MAX = 200
const SENTENCE_MAX = 160
const MESSAGE_LINES = 3

/** The name of a test without its file. */
export const behaviourOf = ({ id, file }: Pick<TestResult, 'id' | 'file'>): string =>
  id.startsWith(`${file}${ID_SEPARATOR}`) ? id.slice(file.length + ID_SEPARATOR.length) : id

/** `slug('Brown  Fox') is 'brown-fox' (c1: "words joined by one dash"): gave "brown--fox", expected "brown-fox"` */
export function behaviourWords(
  test: Pick<TestResult, 'id' | 'file' | 'failure'>,
  on: { readonly contract: Contract; readonly tests: readonly BlindTest[]; readonly paths: readonly string[] },
): string {
  const known = behaviourOf(test)
  // Ids of tests hold no two blanks in a row; the name of a behaviour may depend on them.
  const claim = on.tests.find(({ name }) => {
    const own = name.replace(/\s+/g, ' ').trim()
    return known === own || known.endsWith(`${ID_SEPARATOR}${own}`)
  })
  const name = claim?.name ?? known
  const sentence = claim && sentenceOf(on.contract, claim.sentence)
  const cited = sentence ? ` (${claim.sentence}: "${clip(sentence, SENTENCE_MAX)}")` : ''
  return `${name}${cited}: ${resultWords(test.failure, on.paths)}`
}

/** The words of a sentence of the contract; null if there is none with this id. */
export const sentenceOf = ({ task, criteria }: Contract, id: string): string | null =>
  citableSentences(task, criteria).find(sentence => sentence.id === id)?.words ?? null

function resultWords(failure: TestResult['failure'], paths: readonly string[]): string {
  if (failure === null) return 'it did not run'
  if (failure.values) {
    const { actual, expected } = failure.values
    return `gave ${valueWords(actual)}, expected ${valueWords(expected)}`
  }
  // Lines of a report with the name of a test file are about the test, not about behaviour.
  const lines = failure.message.split('\n').filter(line => !paths.some(path => line.includes(path)))
  return lines.slice(0, MESSAGE_LINES).join('\n  ') || 'it fails'
}

const valueWords = (text: string): string => JSON.stringify(clip(text, VALUE_MAX))
