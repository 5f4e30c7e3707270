import { plainPath } from '../../../../core/text/paths.ts'
import type { Edit } from '../../syntax/edits.ts'
import { goPackage } from '../../syntax/languages/go.ts'
import { type Dictionary, editAt, type GoPackage, outsideOf, restringed, saidIn, wordEdits } from '../dictionary.ts'
import { rustModule } from '../module-paths.ts'
import type { SourceFile } from '../moves.ts'
import type { ProgramChange, Translation } from '../translation.ts'
import { folderOf } from '../tree-paths.ts'
import type { CodeToken } from './code-tokens.ts'

/** The edits of a Go file of the base for the new paths and names. */
export function goEdits(tokens: readonly CodeToken[], path: string, dictionary: Dictionary): readonly Edit[] {
  const { goModule, goPackages } = dictionary
  const packages = tokens.flatMap((token): readonly Edit[] => {
    const said = saidIn(token)
    const found = goModule === null ? undefined : goPackages.find(({ from }) => said === goPath(goModule, from))
    return found ? [restringed(token, goPath(goModule!, found.to))] : []
  })
  const own = goPackages.find(({ from }) => from === folderOf(path))
  const names = tokens.flatMap((token, at): readonly Edit[] => {
    if (token.kind !== 'word') return []
    if (own && tokens[at - 1]?.text === 'package' && [own.name, `${own.name}_test`].includes(token.text))
      return [editAt(token, token.text.replace(own.name, own.nameNow))]
    const used = goPackages.find(({ name }) => name === token.text)
    return used && tokens[at + 1]?.text === '.' && tokens[at - 1]?.text !== '.' ? [editAt(token, used.nameNow)] : []
  })
  return outsideOf([...packages, ...names], wordEdits(tokens, dictionary))
}

const goPath = (module: string, folder: string): string => (folder === '.' ? module : `${module}/${folder}`)

/** Go packages whose files all moved to another folder. */
export function goPackagesOf(
  { moves }: Translation,
  { before, after }: ProgramChange,
  files: readonly string[],
): readonly GoPackage[] {
  const isProgram = (path: string) => path.endsWith('.go') && !path.endsWith('_test.go')
  const folders = new Map<string, Set<string>>()
  for (const { from, to } of moves)
    if (isProgram(from)) folders.set(folderOf(from), (folders.get(folderOf(from)) ?? new Set()).add(folderOf(to)))
  return [...folders].flatMap(([from, to]) => {
    const own = files.filter(path => isProgram(path) && folderOf(path) === from)
    const [place] = to
    if (to.size !== 1 || place === from || !own.every(path => moves.some(move => move.from === path))) return []
    const name = packageIn(before, from)
    const nameNow = packageIn(after, place!)
    return name === null || nameNow === null ? [] : [{ from, to: place!, name, nameNow }]
  })
}

const packageIn = (sources: readonly SourceFile[], folder: string): string | null => {
  const file = sources.find(({ path }) => path.endsWith('.go') && folderOf(path) === folder)
  return goPackage(file?.text ?? '')
}

/** The edits of a Rust file of the base: module paths from the root of their crate. */
export function rustEdits(tokens: readonly CodeToken[], dictionary: Dictionary): readonly Edit[] {
  const moved = dictionary.translation.moves.flatMap(({ from, to }) => {
    const [then, now] = [rustModule(from), rustModule(to)]
    return then && now && then.join('::') !== now.join('::') ? [{ then, now: now.join('::') }] : []
  })
  const paths = tokens.flatMap((token, at): readonly Edit[] => {
    const isBelowRoot =
      tokens[at - 1]?.text === '::' ? tokens[at - 3]?.text !== '::' : ['{', ','].includes(tokens[at - 1]?.text ?? '')
    if (token.kind !== 'word' || !isBelowRoot) return []
    const found = moved.find(({ then }) =>
      then.every(
        (part, step) =>
          tokens[at + 2 * step]?.text === part && (step === 0 || tokens[at + 2 * step - 1]?.text === '::'),
      ),
    )
    const last = found && tokens[at + 2 * (found.then.length - 1)]
    return found && last && tokens[at + 2 * found.then.length - 1]?.text === '::'
      ? [editAt({ start: token.start, end: last.end }, found.now)]
      : []
  })
  return outsideOf([...paths, ...unused(tokens, dictionary)], wordEdits(tokens, dictionary))
}

/** `use` of a removed name: the name in a list, or the whole statement. */
function unused(tokens: readonly CodeToken[], { dropped }: Dictionary): readonly Edit[] {
  const names = new Set(dropped.map(({ name }) => name))
  return tokens.flatMap((token, at): readonly Edit[] => {
    if (token.kind !== 'word' || !names.has(token.text)) return []
    const first = tokens.findLastIndex(
      ({ text }, place) => place < at && ['use', ';', 'fn', 'struct', 'impl'].includes(text),
    )
    if (tokens[first]?.text !== 'use') return []
    const next = tokens[at + 1]
    if (tokens[at - 1]?.text === '::' && next?.text === ';')
      return [editAt({ start: tokens[first]!.start, end: next.end }, '')]
    return [editAt({ start: token.start, end: next?.text === ',' ? next.end : token.end }, '')]
  })
}

/** C and C++: words, and strings that name a file below one of its folders, as in an include. */
export function cEdits(tokens: readonly CodeToken[], dictionary: Dictionary): readonly Edit[] {
  const { moves } = dictionary.translation
  const paths = tokens.flatMap((token): readonly Edit[] => {
    const said = saidIn(token)
    const move = said ? moves.find(({ from }) => from === said || from.endsWith(`/${said}`)) : undefined
    if (!said || !move) return []
    const root = move.from.slice(0, -said.length)
    return move.to.startsWith(root) ? [restringed(token, move.to.slice(root.length))] : []
  })
  return outsideOf(paths, wordEdits(tokens, dictionary))
}

/** Settings that name a file from the root of the project. */
export function rootedPaths(tokens: readonly CodeToken[], { translation }: Dictionary): readonly Edit[] {
  return tokens.flatMap((token): readonly Edit[] => {
    const said = saidIn(token)
    const move = said === null ? undefined : translation.moves.find(({ from }) => from === plainPath(said))
    return move
      ? [
          restringed(
            token,
            said!.replace(move.from, () => move.to),
          ),
        ]
      : []
  })
}
