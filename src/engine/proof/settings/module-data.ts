import { isNode, type Node, parseScript, wordOf } from '../syntax/javascript/parse.ts'
import type { PartTable } from './parts.ts'

/**
 * The settings in a module such as `eslint.config.js`, as data: its default export, with code as its own text. Lists of tables are tables
 * by place, and the other statements are one entry. Null for a text without a default export.
 */
export async function moduleData(text: string, path: string): Promise<PartTable | null> {
  const script = await parseScript(text, path)
  if (!script) return null
  const said = (node: Node) => text.slice(node.start + script.shift, node.end + script.shift)
  const statements = script.program.body as readonly Node[]
  const found = statements.find(statement => exportedBy(statement) !== null)
  if (!found) return null
  const rest = statements.filter(statement => statement !== found).map(said)
  return { default: dataOf(exportedBy(found)!, said), rest: rest.join('\n') }
}

/** `export default …` and `module.exports = …`. */
function exportedBy(statement: Node): Node | null {
  if (statement.type === 'ExportDefaultDeclaration') return statement.declaration as Node
  const expression = statement.type === 'ExpressionStatement' ? (statement.expression as Node) : null
  const isExport = expression?.type === 'AssignmentExpression' && wordOf(expression.left) === 'module.exports'
  return isExport ? (expression.right as Node) : null
}

function dataOf(node: Node, said: (node: Node) => string): unknown {
  switch (node.type) {
    case 'StringLiteral':
    case 'NumericLiteral':
    case 'BooleanLiteral':
      return node.value
    case 'ArrayExpression': {
      const items = (node.elements as readonly unknown[]).map(item => (isNode(item) ? dataOf(item, said) : null))
      return items.some(item => typeof item === 'object') ? Object.fromEntries(items.entries()) : items
    }
    case 'ObjectExpression':
      return Object.fromEntries(
        (node.properties as readonly Node[]).map(property => {
          const name = property.type === 'ObjectProperty' && property.computed !== true ? wordOf(property.key) : null
          return name === null ? [said(property), ''] : [name, dataOf(property.value as Node, said)]
        }),
      )
    default:
      return said(node)
  }
}
