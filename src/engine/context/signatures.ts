import { compareSignatures } from '../../core/signatures/signatures.ts'
import { publicNames, stemOf } from '../proof/syntax/javascript/public-names.ts'
import { languageOf } from '../proof/syntax/language.ts'
import { parsePython, type Statement } from '../proof/syntax/python/parse.ts'
import { itemsOf } from '../proof/translation/languages/items.ts'

/** The public names of one file with their signatures; empty for languages that are not read. */
async function signaturesIn(path: string, text: string): Promise<ReadonlyMap<string, string>> {
  switch (languageOf(path)) {
    case 'javascript': {
      const stem = stemOf(path)
      return (await publicNames(stem, async asked => (asked === stem ? { path, text } : null))) ?? new Map()
    }
    case 'python':
      return new Map(((await parsePython(text)) ?? []).flatMap(statement => pythonSignatures(text, statement, '')))
    case 'go':
    case 'rust': {
      const items = (await itemsOf({ path, text })) ?? []
      const offered = items.filter(({ passes, isPublic, names }) => !passes && isPublic && names.length > 0)
      return new Map(offered.map(({ code, names }) => [names[0]!, headOf(code)]))
    }
    default:
      return new Map()
  }
}

/** Functions and classes with the methods of classes; names that begin with an underscore are private. */
function pythonSignatures(
  text: string,
  { kind, name, head, block }: Statement,
  within: string,
): readonly (readonly [string, string])[] {
  if ((kind !== 'def' && kind !== 'class') || (name.startsWith('_') && name !== '__init__')) return []
  const words = text.slice(head[0]!.start, head.at(-1)!.end).replace(/\s+/g, ' ').replace(/:$/, '')
  const own = [`${within}${name}`, `${within === '' ? '' : `${within.slice(0, -1)}: `}${words}`] as const
  const inside = kind === 'class' ? block.flatMap(part => pythonSignatures(text, part, `${within}${name}.`)) : []
  return [own, ...inside]
}

/** A function without its body; the fields of a type are part of its signature. The code is written token by token. */
const headOf = (code: string): string =>
  (/^(?:async |unsafe |const )*(?:func|fn)\b/.test(code) ? code.split(' {', 1)[0]! : code).replace(
    / (?=[(),;:\]>])|(?<=[([<]) /g,
    '',
  )

/** The public names of a file that differ between two texts; null for a file that is not there. */
export async function changedSignatures(path: string, before: string | null, after: string | null) {
  const [old, now] = [
    before === null ? new Map<string, string>() : await signaturesIn(path, before),
    after === null ? new Map<string, string>() : await signaturesIn(path, after),
  ]
  const { added, removed, changed, widened } = compareSignatures(old, now)
  return [
    ...added.map(name => ({ path, name, was: null, is: now.get(name)! })),
    ...[...changed, ...widened].map(({ name, was, is }) => ({ path, name, was, is })),
    ...removed.map(({ name, was }) => ({ path, name, was, is: null })),
  ]
}
