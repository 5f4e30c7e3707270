import { asWord } from '../../core/literal.ts'
import type { TestResult } from '../../core/test-results.ts'
import type { Case } from './prove.ts'
import { addedNames } from './source/added-names.ts'
import { isTest } from './test-files.ts'

/** In code quotes, or written as no word of a sentence is: `parseString`, `parse_string`, `Parser.parse()`. */
const NAME = '(?:`([^`\\s]+)`|([A-Za-z]\\w*(?:[a-z][A-Z]|_|\\.(?=[a-z]))[\\w.]*(?:\\(\\))?))'
const ARTICLES = '(?:(?:the|all|unused|deprecated|old|obsolete|legacy|option|function|method|class|helper) )*'
/** Names are taken only right behind the verb and one after the other: "Remove the cache from `a`" does not take out `a`. */
const REMOVES = new RegExp(
  `\\b(?:[Rr]emov(?:e[sd]?|ing)|[Dd]rop(?:s|ped|ping)?|[Dd]elet(?:e[sd]?|ing)) ${ARTICLES}${NAME}(?:(?:,| and|, and) ${ARTICLES}${NAME})?`,
)
const REMOVED = new RegExp(`${NAME} (?:was|were|is|are|has been) (?:removed|dropped|deleted)\\b`)

const MISSING =
  /\b(not (a function|defined|exported|found|declared)|undefined|no (attribute|export|member|method|function|matching)|cannot (find|import|resolve)|does not (exist|provide)|unresolved|undeclared|unknown|missing)\b/i

/** What the title asks to take out, by name. */
export function askedToGo(title: string): readonly string[] {
  const found = [...(REMOVES.exec(title)?.slice(1) ?? []), ...(REMOVED.exec(title)?.slice(1) ?? [])]
  return found.flatMap(name => {
    const last = (name ?? '').replace(/\(.*$/, '').split('.').at(-1)
    return last && /^[\w$]{3,}$/.test(last) ? [last] : []
  })
}

/**
 * Whether a test speaks of something that the task asks to take out by its name, and that the code really does not have any
 * more: then nobody has to be asked whether it may go.
 */
export async function goesOnRequest(on: Case): Promise<(test: TestResult, why?: string) => boolean> {
  const wanted = askedToGo(on.contract.task.title)
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
