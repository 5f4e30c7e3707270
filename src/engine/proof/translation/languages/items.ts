/** The top-level statements of a file without layout: units that can be moved to another file or removed. */
import { addedNames } from '../../syntax/added-names.ts'
import { declaredNames } from '../../syntax/declared-names.ts'
import { type Node, parseScript } from '../../syntax/javascript/parse.ts'
import { languageOf } from '../../syntax/language.ts'
import { parsePython } from '../../syntax/python/parse.ts'
import type { SourceFile } from '../moves.ts'
import { type CodeToken, codeTokens } from './code-tokens.ts'

/** One statement. */
export interface SourceItem {
  /** Its tokens without `export`: equal tokens are the same code. */
  readonly code: string
  readonly names: readonly string[]
  /** `passes` are statements that only import or re-export names. */
  readonly is: 'code' | 'passes'
  readonly isPublic: boolean
}

interface Part {
  readonly start: number
  readonly end: number
  readonly passes: boolean
}

/** The statements of a file; null if they cannot be separated. */
export async function itemsOf({ path, text }: SourceFile): Promise<readonly SourceItem[] | null> {
  const tokens = await codeTokens(text, path)
  const parts = await partsOf(text, path, tokens)
  if (parts === null) return null
  const items: SourceItem[] = []
  for (const { start, end, passes } of parts) {
    const own = tokens.filter(token => token.start >= start && token.end <= end).map(token => token.text)
    const names = await namesIn(text.slice(start, end), path)
    const code = own.filter(word => word !== ';').join(' ')
    items.push({
      code: code.replace(/^(?:export |pub (?:\( \w+ \) )?)/, ''),
      names,
      is: passes ? 'passes' : 'code',
      isPublic: isPublic(path, code, names),
    })
  }
  return items
}

async function namesIn(text: string, path: string): Promise<readonly string[]> {
  // In a type or a group the first name is the declared one.
  return /\.(?:go|rs)$/.test(path) ? declaredNames(text, path).slice(0, 1) : addedNames('', text, path)
}

function isPublic(path: string, code: string, names: readonly string[]): boolean {
  switch (languageOf(path)) {
    case 'python':
      return names.some(name => !name.startsWith('_'))
    case 'go':
      return names.some(name => /^[A-Z]/.test(name))
    default:
      return /^(?:export|pub|module|exports)\b/.test(code)
  }
}

async function partsOf(text: string, path: string, tokens: readonly CodeToken[]): Promise<readonly Part[] | null> {
  switch (languageOf(path)) {
    case 'javascript': {
      const script = await parseScript(text, path)
      return (
        script &&
        (script.program.body as readonly Node[]).map(node => ({
          start: node.start + script.shift,
          end: node.end + script.shift,
          passes: passesNames(text.slice(node.start + script.shift, node.end + script.shift), node),
        }))
      )
    }
    case 'python':
      return (
        parsePython(text)?.map(({ start, end, kind, name }) => ({
          start,
          end,
          passes: kind === 'import' || name === '__all__',
        })) ?? null
      )
    case 'go':
      return splitAt(tokens, (token, depth) => depth === 0 && GO_ITEMS.has(token.text))
    case 'rust':
      return splitAfter(tokens)
    default:
      return null
  }
}

/** Imports, lists of exports, and assigned lists of exports. */
function passesNames(text: string, node: Node): boolean {
  if (node.type === 'ImportDeclaration' || node.type === 'ExportAllDeclaration') return true
  if (node.type === 'ExportNamedDeclaration') return !node.declaration
  return (
    /^(?:const|let|var)\s+(?:\w+|\{[\w\s,:]*\})\s*=\s*require\(\s*["'][^"']+["']\s*\)(?:\.\w+)?;?$/.test(text) ||
    /^module\.exports\s*=\s*\{[\w\s,:]*\};?$/.test(text)
  )
}

const GO_ITEMS: ReadonlySet<string> = new Set(['package', 'import', 'func', 'type', 'var', 'const'])

const depthOf = ({ kind, text }: CodeToken): number =>
  kind !== 'mark' ? 0 : /^[([{]$/.test(text) ? 1 : /^[)\]}]$/.test(text) ? -1 : 0

function splitAt(tokens: readonly CodeToken[], begins: (token: CodeToken, depth: number) => boolean): readonly Part[] {
  const starts: number[] = []
  let depth = 0
  for (const [at, token] of tokens.entries()) {
    if (begins(token, depth)) starts.push(at)
    depth += depthOf(token)
  }
  return starts.map((start, at) => ({
    start: tokens[start]!.start,
    end: tokens[(starts[at + 1] ?? tokens.length) - 1]!.end,
    passes: /^(?:package|import)$/.test(tokens[start]!.text),
  }))
}

/** A Rust item ends with its block, or with a semicolon. */
function splitAfter(tokens: readonly CodeToken[]): readonly Part[] {
  const parts: Part[] = []
  let [first, depth] = [0, 0]
  for (const [at, token] of tokens.entries()) {
    depth += depthOf(token)
    if (depth !== 0 || !/^[;}]$/.test(token.text) || token.kind !== 'mark') continue
    const words = tokens.slice(first, at + 1).map(({ text }) => text)
    const passes = /^(?:pub )?(?:\( \w+ \) )?(?:use|mod) [^{]*;$|^(?:pub )?(?:\( \w+ \) )?use /.test(words.join(' '))
    parts.push({ start: tokens[first]!.start, end: token.end, passes })
    first = at + 1
  }
  return parts
}
