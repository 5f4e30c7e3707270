import type { TreeNode } from './node.ts'
import { readParts } from './read.ts'

/** Members of types, whose names are common. */
const MEMBERS: ReadonlySet<string> = new Set(['field_declaration', 'enum_variant', 'enumerator', 'method_elem'])

/** The names that a file of a compiled language declares, outside of the bodies of functions. */
export async function declaredNames(
  text: string,
  path: string,
  { members }: { readonly members: boolean } = { members: true },
): Promise<readonly string[]> {
  const read = await readParts(text, path)
  if (!read) return []
  const { functions } = read.row
  const names = (node: TreeNode, isDeclared: boolean): readonly string[] => {
    if (/parameter/.test(node.type) || (!members && MEMBERS.has(node.type))) return []
    if (node.children.length === 0) return isDeclared && node.named ? [text.slice(node.start, node.end)] : []
    return node.children.flatMap(child => {
      if (functions.has(node.type) && child.field === 'body') return []
      const isName = child.field === 'name' || child.field === 'declarator'
      return names(child, isName && !/^(import|use|scoped)_/.test(node.type))
    })
  }
  return [...new Set(names(read.root, false))]
}
