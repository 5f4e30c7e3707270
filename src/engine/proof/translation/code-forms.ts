/**
 * The words for the form of a text, each with its number of uses: the syntax that it is written in, and the names that it has from its
 * language and from other packages. Its own names are no form: they are what the program is about.
 */
import { singularsIn } from '../../../core/text/sentences.ts'
import { childrenOf, type Node, parseScript } from '../syntax/javascript/parse.ts'
import { languageOf } from '../syntax/language.ts'
import type { TreeNode } from '../syntax/tree/node.ts'
import { readWhole } from '../syntax/tree/read.ts'
import { type CodeToken, codeTokens } from './languages/code-tokens.ts'
import { takenBy } from './languages/script.ts'

export type CodeForms = ReadonlyMap<string, number>

/** Null for a text that no grammar knows as a whole; `own` are the names of the project's files and folders. */
export async function codeForms(text: string, path: string, own: ReadonlySet<string>): Promise<CodeForms | null> {
  const written = languageOf(path) === 'javascript' ? await scriptSyntax(text, path) : await treeSyntax(text, path, own)
  if (written === null) return null
  const tokens = await codeTokens(text, path)
  const found = new Map<string, number>()
  const names = tokens.filter((token, at) => token.kind === 'word' && isFromOutside(tokens, at, written))
  for (const name of [...written.types, ...names.map(({ text: word }) => word)])
    for (const word of codeWords(name)) found.set(word, (found.get(word) ?? 0) + 1)
  return found
}

/** The words of a name without those that say what a program gives back: `parseTexts`, `list_comprehension`, `node:fs`. */
export const codeWords = (name: string): readonly string[] => singularsIn(name).filter(word => !RESULTS.has(word))

/** Values, and the statements that give them: a request that speaks of these may be about what a program does. */
const RESULTS: ReadonlySet<string> = new Set(
  'return throw raise yield null none nil undefined true false string numeric number boolean integer float literal error exception result output response value'.split(
    ' ',
  ),
)

/** The syntax of a text. */
interface Written {
  /** The types of its nodes: `AwaitExpression`, `list_comprehension`. */
  readonly types: readonly string[]
  /** Words of the language. */
  readonly isOfLanguage: (word: string) => boolean
  /** Names from other packages. */
  readonly outside: ReadonlySet<string>
}

function isFromOutside(tokens: readonly CodeToken[], at: number, { isOfLanguage, outside }: Written): boolean {
  const owner = tokens[at - 1]?.text === '.' ? tokens[at - 2]?.text : undefined
  const { text } = tokens[at]!
  return isOfLanguage(text) || outside.has(text) || (owner !== undefined && outside.has(owner))
}

async function scriptSyntax(text: string, path: string): Promise<Written | null> {
  const script = await parseScript(text, path)
  if (!script) return null
  const others = (await takenBy(text, path)).filter(({ said }) => !said.startsWith('.'))
  return {
    types: typesIn(script.program),
    isOfLanguage: word => KEYWORDS.has(word) || BUILT_IN.has(word),
    outside: new Set(others.flatMap(({ said, wanted }) => [...singularsIn(said), ...wanted.map(({ local }) => local)])),
  }
}

const typesIn = (node: Node): readonly string[] => [node.type, ...childrenOf(node).flatMap(typesIn)]

const KEYWORDS: ReadonlySet<string> = new Set(
  'async await class const let var enum for while do switch if else function import export extends static interface type readonly satisfies as is with using'.split(
    ' ',
  ),
)

/** Globals and the members of their prototypes, as this program's own engine has them. */
const BUILT_IN: ReadonlySet<string> = new Set(
  Object.getOwnPropertyNames(globalThis).flatMap(name => {
    const value: unknown = (globalThis as Record<string, unknown>)[name]
    const prototype: unknown = typeof value === 'function' ? value.prototype : value
    return typeof prototype === 'object' && prototype !== null
      ? [name, ...Object.getOwnPropertyNames(prototype)]
      : [name]
  }),
)

/** The statements that take names from elsewhere. */
const TAKES = ['import', 'use', 'preproc_include']

async function treeSyntax(text: string, path: string, own: ReadonlySet<string>): Promise<Written | null> {
  const read = await readWhole(text, path)
  if (!read) return null
  const types: string[] = []
  const keywords = new Set<string>()
  const outside = new Set<string>()
  const visit = (node: TreeNode): void => {
    if (node.named) types.push(node.type)
    else if (/^[a-z]+$/.test(node.type)) keywords.add(node.type)
    if (TAKES.some(start => node.type.startsWith(start))) {
      const said = text.slice(node.start, node.end)
      const words = said.match(/[\p{L}_][\p{L}\d_]*/gu) ?? []
      if (!RELATIVE.test(said) && !words.some(word => own.has(word))) for (const word of words) outside.add(word)
    }
    node.children.forEach(visit)
  }
  visit(read.root)
  return { types, isOfLanguage: word => keywords.has(word), outside }
}

/** A relative import of Python, an include of an own header, an own module of Rust. */
const RELATIVE = /^from \.|^#include "|^use (?:crate|super|self)\b/
