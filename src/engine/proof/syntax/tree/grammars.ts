/** Grammars of tree-sitter: from the package in a clone, beside the program where it is installed. */
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The part of the runtime's API that is used here. */
interface Runtime {
  readonly Parser: { new (): Parser; init(): Promise<void> }
  readonly Language: { load(wasm: Uint8Array): Promise<unknown> }
}

/** A parser of one language; null is a text that took too long. */
export interface Parser {
  setLanguage(language: unknown): void
  parse(text: string, old: null, options: { progressCallback(): boolean }): ParsedTree | null
}

export interface ParsedTree {
  walk(): TreeCursor
  delete(): void
}

export interface TreeCursor {
  readonly nodeType: string
  readonly nodeIsNamed: boolean
  readonly nodeIsMissing: boolean
  readonly currentFieldName: string | null
  readonly startIndex: number
  readonly endIndex: number
  gotoFirstChild(): boolean
  gotoNextSibling(): boolean
  gotoParent(): boolean
  delete(): void
}

const require = createRequire(import.meta.url)

let runtime: Promise<Runtime> | null = null
const parsers = new Map<string, Promise<Parser>>()

/** The parser of a grammar, loaded once. */
export function parserOf(grammar: string): Promise<Parser> {
  const parser = parsers.get(grammar) ?? load(grammar)
  parsers.set(grammar, parser)
  return parser
}

async function load(grammar: string): Promise<Parser> {
  const shipped = fileURLToPath(new URL('grammars', import.meta.url))
  const isShipped = existsSync(shipped)
  const main = isShipped ? join(shipped, 'tree-sitter.cjs') : require.resolve('@vscode/tree-sitter-wasm')
  runtime ??= start(main)
  const { Parser, Language } = await runtime
  const parser = new Parser()
  parser.setLanguage(await Language.load(await readFile(join(dirname(main), `tree-sitter-${grammar}.wasm`))))
  return parser
}

async function start(main: string): Promise<Runtime> {
  const loaded: Runtime = require(main)
  await loaded.Parser.init()
  return loaded
}
