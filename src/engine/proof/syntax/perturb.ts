import { applyEdits, type Edit } from './edits.ts'
import { childrenOf, isFunction, isNode, type Node, parseScript } from './javascript/parse.ts'
import { isDeclarations, isScript, isTypeScript } from './language.ts'

/** A value that is almost right: a careful test notices it; a test that only checks for any value does not. */
const ALMOST =
  "typeof $ === 'string' ? `${$}~` : typeof $ === 'number' ? $ + 1 : typeof $ === 'boolean' ? !$ : Array.isArray($) ? [...$, $.length] : $"

/** The text with every top-level function returning an almost right value; null if there is none, or it is impossible. */
export async function perturbed(text: string, path: string): Promise<string | null> {
  if (!isScript(path) || isDeclarations(path)) return null
  const script = await parseScript(text, path)
  if (!script) return null
  const parameter = isTypeScript(path) ? '($: any)' : '$'
  const edits: Edit[] = []
  const wrap = (node: Node) => {
    const [start, end] = [node.start + script.shift, node.end + script.shift]
    edits.push({ start, end, text: `((${parameter} => ${ALMOST})(${text.slice(start, end)}))`, name: '' })
  }
  const returnsOf = (node: Node): void => {
    if (isFunction(node)) return
    if (node.type === 'ReturnStatement' && isNode(node.argument)) wrap(node.argument)
    else childrenOf(node).forEach(returnsOf)
  }
  const visit = (node: Node): void => {
    if (!isFunction(node)) childrenOf(node).forEach(visit)
    else if (isNode(node.body) && node.body.type === 'BlockStatement') childrenOf(node.body).forEach(returnsOf)
    else if (isNode(node.body)) wrap(node.body)
  }
  visit(script.program)
  return edits.length > 0 ? applyEdits(text, edits) : null
}
