/** Expected values of JavaScript tests, found by structure: whatever a test compares a result with. */
import type { Edit } from '../syntax/edits.ts'
import { childrenOf, isFunction, isNode, type Node, parseScript, wordOf } from '../syntax/javascript/parse.ts'

const COMPARES = new Set(['===', '==', '<', '>', '<=', '>='])

/** Edits that change every expected value of a test file; each names nothing. Null if the file does not parse. */
export async function otherExpectations(text: string, path: string, sign: 1 | -1): Promise<readonly Edit[] | null> {
  const script = await parseScript(text, path)
  if (!script) return null
  const edits: Edit[] = []
  const change = (node: Node): void => {
    const made = otherValue(node, sign)
    if (made === null) childrenOf(node).forEach(change)
    else edits.push({ start: node.start + script.shift, end: node.end + script.shift, text: made, name: '' })
  }
  const visit = (node: Node, isNegative = false): void => {
    // A negated comparison holds for most other values too.
    const expected = isNegative ? [] : expectedIn(node)
    const negates = node.type === 'UnaryExpression' && node.operator === '!'
    const inputs = inputsIn(node)
    expected.forEach(change)
    for (const child of childrenOf(node)) {
      if (expected.includes(child)) continue
      if (inputs === child) for (const part of childrenOf(child)) visit(part)
      else visit(child, negates)
    }
  }
  visit(script.program)
  return edits
}

const LOOPS = new Set(['ForStatement', 'WhileStatement', 'DoWhileStatement'])
const MEMBERS = new Set(['MemberExpression', 'OptionalMemberExpression'])

/**
 * The part of this node whose plain values are inputs: the condition of a loop, and a call whose result is looked into. With
 * other ones a test would run for ever, or fill the memory, instead of comparing.
 */
function inputsIn(node: Node): Node | null {
  if (LOOPS.has(node.type)) return isNode(node.test) ? node.test : null
  const object = MEMBERS.has(node.type) && isNode(node.object) ? node.object : null
  return object?.type === 'CallExpression' && !followsCall(object.callee) ? object : null
}

/** The parts of this node that a result is compared with; they are values without any code. */
function expectedIn(node: Node): readonly Node[] {
  if (node.type === 'BinaryExpression' && COMPARES.has(node.operator as string)) {
    const sides = [node.left, node.right].filter(isNode)
    const plain = sides.filter(isPlain)
    return plain.length === 1 ? plain : []
  }
  if (node.type !== 'CallExpression') return []
  const args = (node.arguments as readonly Node[]).filter(isNode)
  // expect(result).toBe(value): a member of the result of a call.
  if (followsCall(node.callee)) return isNegated(node.callee) ? [] : args.filter(isPlain)
  // assert.equal(result, value): one argument is a value, another one is not. A function is a body, not a result.
  const isTestCall = args.some(isFunction) && args[0] !== undefined && isPlain(args[0])
  if (args.length < 2 || isTestCall || isNegated(node.callee)) return []
  const plain = args.filter(isPlain)
  return plain.length > 0 && plain.length < args.length ? plain : []
}

function followsCall(callee: unknown): boolean {
  let at = callee
  while (isNode(at) && MEMBERS.has(at.type)) {
    at = at.object
    if (isNode(at) && at.type === 'CallExpression') return true
  }
  return false
}

/** `not` as a word of a name: such an assertion holds for most other values too. */
function isNegated(callee: unknown): boolean {
  let at = callee
  while (isNode(at) && MEMBERS.has(at.type)) {
    if (hasNot(wordOf(at.property))) return true
    at = at.object
  }
  return isNode(at) && at.type === 'Identifier' && hasNot(at.name as string)
}

const hasNot = (name: string | null): boolean => name !== null && /^not(?![a-z])|Not(?![a-z])|_not_/.test(name)

/** A value written down: literals, and lists and objects of them. */
function isPlain(node: Node): boolean {
  switch (node.type) {
    case 'StringLiteral':
    case 'NumericLiteral':
    case 'BooleanLiteral':
    case 'BigIntLiteral':
    case 'RegExpLiteral':
    case 'NullLiteral':
      return true
    case 'TemplateLiteral':
      return (node.expressions as readonly unknown[]).length === 0
    case 'UnaryExpression':
      return node.operator === '-' && isNode(node.argument) && isPlain(node.argument)
    case 'ArrayExpression':
      return (node.elements as readonly unknown[]).every(one => isNode(one) && isPlain(one))
    case 'ObjectExpression':
      return (node.properties as readonly Node[]).every(
        one => one.type === 'ObjectProperty' && isNode(one.value) && isPlain(one.value),
      )
    default:
      return false
  }
}

/** Another value of the same type; null if its parts have to change. */
function otherValue(node: Node, sign: 1 | -1): string | null {
  switch (node.type) {
    case 'StringLiteral':
      return JSON.stringify(`${String(node.value)}~`)
    case 'TemplateLiteral': {
      const [quasi] = node.quasis as readonly Node[]
      return JSON.stringify(`${String((quasi!.value as { readonly cooked: string }).cooked)}~`)
    }
    case 'NumericLiteral':
      return `(${Number(node.value) + sign * 987_654_321})`
    case 'BigIntLiteral':
      return `(${BigInt(String(node.value)) + 987_654_321n}n)`
    case 'BooleanLiteral':
      return String(node.value !== true)
    case 'NullLiteral':
      return '"~"'
    case 'RegExpLiteral':
      return `/~~${String(node.pattern)}~~/${String(node.flags)}`
    case 'ArrayExpression':
      return (node.elements as readonly unknown[]).length === 0 ? '["~"]' : null
    case 'ObjectExpression':
      return (node.properties as readonly unknown[]).length === 0 ? '{"~": "~"}' : null
    default:
      return null
  }
}
