import type { Task } from '../../../core/plan/plan.ts'
import type { TestResult } from '../../../core/proof/test-results.ts'
import { asWord } from '../../../core/text/literal.ts'
import type { Case } from '../prove.ts'
import { addedNames } from '../syntax/added-names.ts'
import type { ToGo } from '../translation/old-tests.ts'
import { matchesAny } from './path-names.ts'
import { isNamed } from './renamed-tests.ts'
import { isTest } from './test-files.ts'

/** In code quotes, or written as no word of a sentence is: `parseString`, `parse_string`, `Parser.parse()`. */
const NAME = '(?:`([^`\\s]+)`|([A-Za-z]\\w*(?:[a-z][A-Z]|_|\\.(?=[a-z]))[\\w.]*(?:\\(\\))?))'
const ARTICLES =
  '(?:(?:the|all|unused|deprecated|old|obsolete|legacy|option|function|method|class|helper|file|module) )*'
/** Names are taken only right behind the verb and one after the other: "Remove the cache from `a`" does not take out `a`. */
const REMOVES = new RegExp(
  `\\b(?:[Rr]emov(?:e[sd]?|ing)|[Dd]rop(?:s|ped|ping)?|[Dd]elet(?:e[sd]?|ing)) (?=${ARTICLES}${NAME})`,
  'g',
)
const NEXT = new RegExp(`(?:,? and |, )?${ARTICLES}${NAME}`, 'y')
const REMOVED = new RegExp(`${NAME} (?:was|were|is|are|has been) (?:removed|dropped|deleted|gone)\\b`, 'g')

const MISSING =
  /\b(not (a function|defined|exported|found|declared)|undefined|no (attribute|export|member|method|function|matching)|cannot (find|import|resolve)|does not (exist|provide)|unresolved|undeclared|unknown|missing)\b/i

/** What a sentence asks to take out, as it is written there. */
function wordsToGo(text: string): readonly string[] {
  const found = [...text.matchAll(REMOVED)].flatMap(match => match.slice(1))
  for (const { index, 0: verb } of text.matchAll(REMOVES)) {
    NEXT.lastIndex = index + verb.length
    for (let match = NEXT.exec(text); match; match = NEXT.exec(text)) found.push(...match.slice(1))
  }
  return found.filter(word => word !== undefined)
}

/** What a sentence asks to take out, by name. */
export function askedToGo(text: string): readonly string[] {
  return wordsToGo(text).flatMap(name => {
    const last = name
      .replace(/\(.*$/, '')
      .split(/\.|::|#/)
      .at(-1)
    return last && /^[\w$]{3,}$/.test(last) ? [last] : []
  })
}

/** Everything that a task asks to take out: names in its sentences, files there or in its lists. */
export function toGo(task: Pick<Task, 'title' | 'steps' | 'criteria' | 'files'>): ToGo {
  const sentences = [task.title, ...task.steps, ...task.criteria.map(({ text }) => text)]
  const files = [...task.files.delete, ...sentences.flatMap(wordsToGo).filter(word => /[/.]/.test(word))]
  return { names: new Set(sentences.flatMap(askedToGo)), isFile: path => matchesAny(path, files) }
}

/**
 * Whether a test is about something that the task asks to take out and that the program really does not have any more, and about
 * nothing else: then nobody has to be asked whether it may go.
 */
export async function goesOnRequest(on: Case): Promise<(test: TestResult, why?: string) => boolean> {
  const { removedTests } = on.layouts
  const goesByName = await goesByItsName(on)
  return (test, why) => {
    const removed = removedTests?.get(test.file)
    return removed ? removed.some(one => isNamed(test, one)) : goesByName(test, why)
  }
}

/** Where the tests of a file cannot be told apart, the name of each has to say what it is about, and how it fails. */
async function goesByItsName(on: Case): Promise<(test: TestResult, why?: string) => boolean> {
  const wanted = [...toGo(on.contract.task).names]
  if (wanted.length === 0) return () => false
  const [gone, left] = [new Set<string>(), new Set<string>()]
  for (const { path, status } of on.draft.changes) {
    if (isTest(on, path)) continue
    const before = status === 'added' ? '' : ((await on.ports.vault.readText(on.layouts.base, path)) ?? '')
    const after = status === 'deleted' ? '' : ((await on.ports.vault.readText(on.layouts.asSubmitted, path)) ?? '')
    for (const name of await addedNames(after, before, path)) gone.add(name)
    for (const name of await addedNames(null, after, path)) left.add(name)
  }
  const words = wanted.filter(name => gone.has(name) && !left.has(name)).map(asWord)
  // The name of a file may be the name of much else; and where it is known why a test fails, that must be that the name is missing.
  return (test, why) =>
    words.some(
      word =>
        word.test(test.id.replace(test.file, '')) &&
        (why === undefined || why === '' || (word.test(why) && MISSING.test(why))),
    )
}
