import { type ParsedTree, parserOf, type TreeCursor } from './grammars.ts'
import type { TreeNode } from './node.ts'

/** Larger texts are generated, and a deeper tree was made to be one. */
const TEXT_MAX = 500_000
const DEPTH_MAX = 500
const PARSE_MS_MAX = 5_000

/** The syntax tree of a text; null for one that is too large, too deep or takes too long. */
export async function parseTree(text: string, grammar: string): Promise<TreeNode | null> {
  if (text.length > TEXT_MAX) return null
  const parser = await parserOf(grammar)
  const until = performance.now() + PARSE_MS_MAX
  const tree = parser.parse(text, null, { progressCallback: () => performance.now() > until })
  return tree && copied(tree)
}

/** The tree as plain objects: the runtime's own nodes are memory that somebody has to free. */
function copied(tree: ParsedTree): TreeNode | null {
  const cursor = tree.walk()
  try {
    return nodeAt(cursor)
  } finally {
    cursor.delete()
    tree.delete()
  }
}

interface OpenNode extends TreeNode {
  readonly children: TreeNode[]
  broken: boolean
}

function nodeAt(cursor: TreeCursor): TreeNode | null {
  const open: OpenNode[] = [read(cursor)]
  for (;;) {
    if (cursor.gotoFirstChild()) {
      if (open.length > DEPTH_MAX) return null
      open.push(read(cursor))
      continue
    }
    for (;;) {
      const done = open.pop()!
      const parent = open.at(-1)
      if (!parent) return done
      parent.children.push(done)
      parent.broken ||= done.broken
      if (cursor.gotoNextSibling()) break
      cursor.gotoParent()
    }
    open.push(read(cursor))
  }
}

const read = (cursor: TreeCursor): OpenNode => ({
  type: cursor.nodeType,
  named: cursor.nodeIsNamed,
  field: cursor.currentFieldName,
  start: cursor.startIndex,
  end: cursor.endIndex,
  children: [],
  broken: cursor.nodeType === 'ERROR' || cursor.nodeIsMissing,
})
