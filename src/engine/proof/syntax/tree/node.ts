/** A node of a syntax tree of tree-sitter. Keywords and marks are nodes without a name, and their type is their text. */
export interface TreeNode {
  readonly type: string
  readonly named: boolean
  /** The part that it has in its parent: `name`, `body`. */
  readonly field: string | null
  readonly start: number
  readonly end: number
  readonly children: readonly TreeNode[]
  /** It contains text that its grammar does not know. */
  readonly broken: boolean
}

/** The child in this part. */
export const childIn = ({ children }: TreeNode, field: string): TreeNode | null =>
  children.find(child => child.field === field) ?? null

/** The nodes of these types, in order; nothing inside of one of them. */
export function outermost(node: TreeNode, wanted: (node: TreeNode) => boolean): readonly TreeNode[] {
  return wanted(node) ? [node] : node.children.flatMap(child => outermost(child, wanted))
}

/** The nodes without children, in order. */
export const leavesOf = (node: TreeNode): readonly TreeNode[] =>
  node.children.length === 0 ? [node] : node.children.flatMap(leavesOf)

/** A node among its siblings, with the attributes before it. */
export interface MarkedItem {
  readonly node: TreeNode
  readonly attributes: readonly TreeNode[]
  readonly start: number
}

/** A text whose language says which nodes are comments. */
interface Commented {
  readonly row: { readonly comments: ReadonlySet<string> }
}

/** The nodes below another one, each with its attributes; comments are left out. */
export function itemsIn({ row }: Commented, parent: TreeNode): readonly MarkedItem[] {
  const items: MarkedItem[] = []
  let attributes: TreeNode[] = []
  for (const node of parent.children) {
    if (node.type === 'attribute_item') attributes.push(node)
    else if (node.named && !row.comments.has(node.type)) {
      items.push({ node, attributes, start: (attributes[0] ?? node).start })
      attributes = []
    }
  }
  return items
}
