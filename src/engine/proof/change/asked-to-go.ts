import type { Task } from '../../../core/plan/plan.ts'
import { matchesAny } from '../../../core/text/glob.ts'
import type { ToGo } from '../translation/old-tests.ts'

/** In code quotes, or spelled unlike a word of a sentence: `parseString`, `parse_string`, `Parser.parse()`. */
const NAME = '(?:`([^`\\s]+)`|([A-Za-z]\\w*(?:[a-z][A-Z]|_|\\.(?=[a-z]))[\\w.]*(?:\\(\\))?))'

const ARTICLES =
  '(?:(?:the|all|unused|deprecated|old|obsolete|legacy|option|function|method|class|helper|file|module) )*'

/** Only names directly after the verb, and lists of them: "Remove the cache from `a`" does not remove `a`. */
const REMOVES = new RegExp(
  `\\b(?:[Rr]emov(?:e[sd]?|ing)|[Dd]rop(?:s|ped|ping)?|[Dd]elet(?:e[sd]?|ing)) (?=${ARTICLES}${NAME})`,
  'g',
)

const NEXT = new RegExp(`(?:,? and |, )?${ARTICLES}${NAME}`, 'y')

const REMOVED = new RegExp(`${NAME} (?:was|were|is|are|has been) (?:removed|dropped|deleted|gone)\\b`, 'g')

/** The words for things that a sentence asks to remove. */
function wordsToGo(text: string): readonly string[] {
  const found = [...text.matchAll(REMOVED)].flatMap(match => match.slice(1))
  for (const { index, 0: verb } of text.matchAll(REMOVES)) {
    NEXT.lastIndex = index + verb.length
    for (let match = NEXT.exec(text); match; match = NEXT.exec(text)) found.push(...match.slice(1))
  }
  return found.filter(word => word !== undefined)
}

/** The names that a sentence asks to remove. */
export function askedToGo(text: string): readonly string[] {
  return wordsToGo(text).flatMap(name => {
    const last = name
      .replace(/\(.*$/, '')
      .split(/\.|::|#/)
      .at(-1)
    return last && /^[\w$]{3,}$/.test(last) ? [last] : []
  })
}

/** Everything that a task asks to remove: names in its sentences, and files in sentences or lists. */
export function toGo(task: Pick<Task, 'title' | 'steps' | 'criteria' | 'files'>): ToGo {
  const sentences = [task.title, ...task.steps, ...task.criteria.map(({ text }) => text)]
  const files = [...task.files.delete, ...sentences.flatMap(wordsToGo).filter(word => /[/.]/.test(word))]
  return { names: new Set(sentences.flatMap(askedToGo)), isFile: path => matchesAny(path, files) }
}
