/** A change that only gave files other places and names other names: the program does what it did. */
import type { GateResult, Translated } from '../../core/receipt.ts'
import { speaksOf, translatedWords } from './asked-renames.ts'
import { readingGate } from './gate.ts'
import type { Case } from './prove.ts'
import { isInert } from './source/inert.ts'
import { isProse, languageOf } from './source/language.ts'
import { isTest } from './test-files.ts'
import { codeTokens } from './translation/code-tokens.ts'
import { type Dictionary, placeNow } from './translation/dictionary.ts'
import type { SourceFile } from './translation/moves.ts'
import { dictionaryOf } from './translation/read-change.ts'
import { translate } from './translation/translate.ts'
import { movesAnything } from './translation/translation.ts'

const NONE: ReadonlySet<string> = new Set()

/** The moves and renames after which the program is the same program, where the task speaks of one of them; else null. */
export async function isSameProgramMoved(on: Case): Promise<Translated | null> {
  const { vault } = on.ports
  const changes = on.draft.changes.filter(({ path }) => !isTest(on, path) && !isProse(path))
  const trees = { base: on.layouts.base, candidate: on.layouts.asSubmitted }
  const { dictionary, program } = await dictionaryOf(vault, trees, changes, NONE)
  const { translation } = dictionary
  if (!movesAnything(translation) || program.before.length + program.after.length < readable(changes)) return null
  const by = {
    moves: translation.moves,
    renames: translation.renames.map(({ from, to }) => ({ from, to })),
  }
  if (!speaksOf(on.contract.task, by)) return null
  const now = new Map(program.after.map(file => [file.path, file]))
  const places = new Set<string>()
  for (const file of program.before) {
    const after = now.get(placeNow(dictionary, file.path))
    if (!after || !(await isSameAs(file, after, dictionary))) return null
    places.add(after.path)
  }
  for (const file of program.after) if (!places.has(file.path) && !(await holdsNothing(file))) return null
  return by
}

/** The gate that says so. */
export const movedGate = (moved: Translated): GateResult =>
  readingGate('inert', null, { words: `the same program, ${translatedWords(moved)}` })

/** How many texts the two sides of these changes have. */
const readable = (changes: Case['draft']['changes']): number =>
  changes.reduce((count, { status }) => count + (status === 'modified' ? 2 : 1), 0)

async function isSameAs(before: SourceFile, after: SourceFile, dictionary: Dictionary): Promise<boolean> {
  const text = await translate(before, dictionary, after.path)
  if (text === after.text || (await isInert(text, after.text, after.path))) return true
  // A compiler finds what is missing here; what it finds it compiles the same way.
  if (languageOf(after.path) !== 'rust') return false
  return (await rustWords(text, after.path)) === (await rustWords(after.text, after.path))
}

/** A folder of Python or Rust needs a file that says nothing but which modules it has. */
async function holdsNothing({ path, text }: SourceFile): Promise<boolean> {
  return path.endsWith('.rs') ? (await rustWords(text, path)) === '' : (await codeTokens(text, path)).length === 0
}

/** The code of a Rust file without the declarations of its modules, which follow from where files lie. */
const rustWords = async (text: string, path: string): Promise<string> =>
  (await codeTokens(text, path))
    .map(token => token.text)
    .join(' ')
    .replace(/(?:\bpub (?:\( [\w ]+ \) )?)?\bmod \w+ ;/g, '')
    .trim()
