import type { ReadText } from './language-row.ts'
import { treeLanguageOf } from './languages.ts'
import type { TreeNode } from './node.ts'
import { parseTree } from './tree.ts'

/** Reads a file of a language with a grammar; null for others, and for text that the grammar does not know as a whole. */
export async function readWhole(text: string, path: string): Promise<ReadText | null> {
  const read = await readParts(text, path)
  return read?.root.broken ? null : read
}

/** The same, with parts that the grammar may not know: macros of C. */
export async function readParts(text: string, path: string): Promise<ReadText | null> {
  const row = treeLanguageOf(path)
  const root = row && (await parseTree(text, row.grammar))
  return row && root ? { text, root, row } : null
}

/** The code of a node without layout and without comments that nobody obeys: equal texts are the same code. */
export function normalForm(
  { text, row }: ReadText,
  node: TreeNode,
  dropped: (node: TreeNode) => boolean = none,
): string {
  if (dropped(node)) return ''
  if (row.comments.has(node.type)) {
    const said = text.slice(node.start, node.end).trim()
    return row.obeyed.test(said) ? `${JSON.stringify(said)} ` : ''
  }
  if (node.children.length === 0 || row.strings.has(node.type)) {
    // Line ends inside of a string are always line feeds for the program.
    const said = text.slice(node.start, node.end).replace(/\r\n?/g, '\n')
    return said.trim() === '' ? '' : `${JSON.stringify(said)} `
  }
  const inside = node.children.map(child => normalForm({ text, row, root: node }, child, dropped)).join('')
  return inside === '' ? '' : `(${node.type} ${inside})`
}

const none = () => false
