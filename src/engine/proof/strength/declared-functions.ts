/** The names of all functions that a file declares, wherever they are: a test that has one of the program's replaces or copies it. */
import { childrenOf, isFunction, isNode, type Node, parseScript, wordOf } from '../syntax/javascript/parse.ts'
import { languageOf } from '../syntax/language.ts'
import { parsePython, type Statement } from '../syntax/python/parse.ts'

export async function declaredFunctions(text: string, path: string): Promise<ReadonlySet<string>> {
  switch (languageOf(path)) {
    case 'javascript': {
      const script = await parseScript(text, path)
      return new Set(script ? inScript(script.program) : [])
    }
    case 'python':
      return new Set(((await parsePython(text)) ?? []).flatMap(inPython))
    default:
      return new Set()
  }
}

function inScript(node: Node): readonly string[] {
  const value = node.type === 'ObjectProperty' || node.type.startsWith('Class') ? node.value : node.init
  const isNamed = isFunction(node) || (isNode(value) && isFunction(value))
  const name = isNamed ? wordOf(node.id ?? node.key) : null
  return [...(name === null ? [] : [name]), ...childrenOf(node).flatMap(inScript)]
}

const inPython = ({ kind, name, block }: Statement): readonly string[] => [
  ...(kind === 'def' ? [name] : []),
  ...block.flatMap(inPython),
]
