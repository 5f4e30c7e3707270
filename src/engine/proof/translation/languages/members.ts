import { childrenOf, type Node, parseScript, wordOf } from '../../syntax/javascript/parse.ts'
import { languageOf } from '../../syntax/language.ts'
import { parsePython, type Statement } from '../../syntax/python/parse.ts'

const KEYED =
  /^(?:Class(?:Accessor)?(?:Method|Property)|Object(?:Method|Property)|TS(?:Property|Method)Signature|TSEnumMember)$/

/**
 * Names inside the declarations of a file: methods, fields, keys of objects, keyword parameters. Names that are only used
 * there do not count: another word in their place may be another thing.
 */
export async function memberNames(text: string, path: string): Promise<readonly string[]> {
  switch (languageOf(path)) {
    case 'javascript': {
      const script = await parseScript(text, path)
      return script ? scriptMembers(script.program) : []
    }
    case 'python':
      return ((await parsePython(text)) ?? []).flatMap(pythonMembers)
    default:
      return []
  }
}

function scriptMembers(node: Node): readonly string[] {
  const key = KEYED.test(node.type) && node.computed !== true ? wordOf(node.key ?? node.id) : null
  return [...(key === null ? [] : [key]), ...childrenOf(node).flatMap(scriptMembers)]
}

function pythonMembers({ kind, name, head, block }: Statement): readonly string[] {
  const inside = block.flatMap(pythonMembers)
  if (kind === 'class') return [name, ...inside]
  if (kind === 'assignment') return [name.startsWith('self.') ? name.slice('self.'.length) : name, ...inside]
  if (kind !== 'def') return inside
  const open = head.findIndex(({ text }) => text === '(')
  const parameters = head.filter(
    ({ kind: token }, at) => token === 'word' && at > open && /^[(,*]+$/.test(head[at - 1]!.text),
  )
  return [name, ...parameters.map(({ text }) => text), ...inside]
}
