/** The top-level statements of a file without layout: units that can be moved to another file or removed. */
import { addedNames } from '../../syntax/added-names.ts'
import { type Node, parseScript } from '../../syntax/javascript/parse.ts'
import { languageOf } from '../../syntax/language.ts'
import { parsePython } from '../../syntax/python/parse.ts'
import { treeLanguageOf } from '../../syntax/tree/languages.ts'
import { declaredNames } from '../../syntax/tree/names.ts'
import { itemsIn } from '../../syntax/tree/node.ts'
import { readWhole } from '../../syntax/tree/read.ts'
import type { SourceFile } from '../moves.ts'
import { codeTokens } from './code-tokens.ts'

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
  const parts = await partsOf(text, path)
  if (parts === null) return null
  const items: SourceItem[] = []
  let first = 0
  // Both are in the order of the text.
  for (const { start, end, passes } of parts) {
    while (first < tokens.length && tokens[first]!.start < start) first++
    const own: string[] = []
    for (; first < tokens.length && tokens[first]!.end <= end; first++) own.push(tokens[first]!.text)
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
  return treeLanguageOf(path)?.passes ? (await declaredNames(text, path)).slice(0, 1) : addedNames('', text, path)
}

function isPublic(path: string, code: string, names: readonly string[]): boolean {
  const isPublicName = treeLanguageOf(path)?.isPublicName
  return isPublicName ? names.some(isPublicName) : /^(?:export|pub|module|exports)\b/.test(code)
}

async function partsOf(text: string, path: string): Promise<readonly Part[] | null> {
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
        (await parsePython(text))?.map(({ start, end, kind, name }) => ({
          start,
          end,
          passes: kind === 'import' || name === '__all__',
        })) ?? null
      )
    default: {
      const passes = treeLanguageOf(path)?.passes
      const read = passes ? await readWhole(text, path) : null
      return (
        read && itemsIn(read, read.root).map(({ node, start }) => ({ start, end: node.end, passes: passes!(node) }))
      )
    }
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
