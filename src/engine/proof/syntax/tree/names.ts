import type { ReadText } from './language-row.ts'
import { nodeText } from './language-row.ts'
import type { TreeNode } from './node.ts'
import { readParts } from './read.ts'

/** Members of types, whose names are common. */
const MEMBERS: ReadonlySet<string> = new Set(['field_declaration', 'enum_variant', 'enumerator', 'method_elem'])
const PASSES_NAMES = ['import_', 'use_', 'scoped_']

/** The names that a file of a compiled language declares, outside of the bodies of functions. */
export async function declaredNames(
  text: string,
  path: string,
  { members }: { readonly members: boolean } = { members: true },
): Promise<readonly string[]> {
  const read = await readParts(text, path)
  return read ? [...new Set(namesBelow(read, read.root, members))] : []
}

/** The same for a part of it. */
export function namesBelow(read: ReadText, below: TreeNode, members = true): readonly string[] {
  const names = (node: TreeNode, isDeclared: boolean): readonly string[] => {
    if (node.type.includes('parameter') || (!members && MEMBERS.has(node.type))) return []
    if (node.children.length === 0) return isDeclared && node.named ? [nodeText(read, node)] : []
    return node.children.flatMap(child => {
      if (read.row.functions.has(node.type) && child.field === 'body') return []
      const isName = child.field === 'name' || child.field === 'declarator'
      return names(child, isName && !PASSES_NAMES.some(start => node.type.startsWith(start)))
    })
  }
  return names(below, false)
}
