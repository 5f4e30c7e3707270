/** Mutants of JavaScript and TypeScript, on the syntax tree. */
import { childrenOf, isFunction, isNode, type Node, parseScript, withoutCasts } from '../syntax/javascript/parse.ts'
import type { Mutation } from './mutant.ts'
import { OTHER_OPERATORS } from './other-operators.ts'

/** Every mutant of a script; none if it does not parse. */
export async function javascriptMutations(text: string, path: string): Promise<readonly Mutation[]> {
  const script = await parseScript(text, path)
  return script ? [...new Reader(text, script.shift).inside(script.program, null)] : []
}

/** Types, modules, texts of errors and markup: small changes of them are no other behaviour that a test has to notice. */
const PASSED_OVER = /^(TS(?!As|Satisfies|NonNull)|Import|ExportAll|JSX(Attribute|Text|Opening|Closing)|Throw|Directive)/

class Reader {
  readonly #text: string
  readonly #shift: number

  constructor(text: string, shift: number) {
    this.#text = text
    this.#shift = shift
  }

  /** The mutants of a node; `returns` is the written type of the result of the function around it. */
  *inside(node: Node, returns: Node | null): Generator<Mutation> {
    if (node.type === 'ThrowStatement') yield this.#gone(node)
    if (PASSED_OVER.test(node.type)) return
    yield* this.#at(node, returns)
    const own = isFunction(node) ? returnTypeOf(node) : returns
    for (const child of childrenOf(node)) if (!isKeyOf(child, node)) yield* this.inside(child, own)
    if (node.type === 'ArrowFunctionExpression' && isNode(node.body) && node.body.type !== 'BlockStatement')
      yield* this.#plain(node.body, own)
  }

  #at(node: Node, returns: Node | null): readonly Mutation[] {
    switch (node.type) {
      case 'BinaryExpression':
      case 'LogicalExpression':
        return this.#operator(node)
      case 'UnaryExpression':
        return node.operator === '!' ? [this.#becomes(node, this.#of(node.argument as Node))] : []
      case 'IfStatement':
        return [this.#negated(node.test as Node), this.#becomes(node.test as Node, 'false')]
      case 'ConditionalExpression':
        return [this.#negated(node.test as Node)]
      case 'WhileStatement':
        return [this.#becomes(node.test as Node, 'false')]
      case 'NumericLiteral':
        return [this.#becomes(node, String(Number(node.value) + 1))]
      case 'BooleanLiteral':
        return [this.#becomes(node, String(node.value !== true))]
      case 'StringLiteral':
        return [this.#becomes(node, JSON.stringify(`${String(node.value)}~`))]
      case 'ExpressionStatement':
        return isSuperCall(node.expression as Node) ? [] : [this.#gone(node)]
      case 'ReturnStatement':
        return isNode(node.argument) ? this.#plain(node.argument, returns) : []
      case 'CallExpression':
        return this.#unchained(node)
      default:
        return []
    }
  }

  #operator({ left, right, operator }: Node): readonly Mutation[] {
    const was = String(operator)
    const now = OTHER_OPERATORS[was]
    if (now === undefined || !isNode(left) || !isNode(right)) return []
    const start = this.#text.indexOf(was, left.end + this.#shift)
    const isHere = start >= 0 && start < right.start + this.#shift
    return isHere ? [{ start, end: start + was.length, text: now, was, now }] : []
  }

  /** `text.trim().toLowerCase()` without its last call. */
  #unchained(node: Node): readonly Mutation[] {
    const callee = withoutCasts(node.callee as Node)
    if (callee.type !== 'MemberExpression' || !isNode(callee.object)) return []
    const inner = withoutCasts(callee.object)
    return inner.type === 'CallExpression' || inner.type.endsWith('Literal')
      ? [this.#becomes(node, this.#of(inner))]
      : []
  }

  /** A plain value of the same type instead of the result. */
  #plain(result: Node, returns: Node | null): readonly Mutation[] {
    const plain = PLAIN_OF_TYPE[returns?.type ?? ''] ?? plainLike(withoutCasts(result))
    return plain === null || plain === this.#of(result) ? [] : [this.#becomes(result, plain)]
  }

  #negated(test: Node): Mutation {
    return this.#becomes(test, `!(${this.#of(test)})`)
  }

  #becomes(node: Node, now: string): Mutation {
    return { ...this.#range(node), text: now, was: this.#of(node), now }
  }

  #gone(node: Node): Mutation {
    return { ...this.#range(node), text: ';', was: this.#of(node), now: '' }
  }

  #range({ start, end }: Node): Pick<Mutation, 'start' | 'end'> {
    return { start: start + this.#shift, end: end + this.#shift }
  }

  #of({ start, end }: Node): string {
    return this.#text.slice(start + this.#shift, end + this.#shift)
  }
}

const isSuperCall = (node: Node): boolean => node.type === 'CallExpression' && (node.callee as Node).type === 'Super'

/** Names of entries, members and modules are no values. */
const isKeyOf = (child: Node, node: Node): boolean =>
  (child === node.key && node.computed !== true) || (child === node.source && node.type.startsWith('Export'))

function returnTypeOf(node: Node): Node | null {
  const written = node.returnType
  return isNode(written) && isNode(written.typeAnnotation) ? written.typeAnnotation : null
}

const PLAIN_OF_TYPE: Readonly<Record<string, string>> = {
  TSStringKeyword: "''",
  TSNumberKeyword: '0',
  TSBooleanKeyword: 'true',
  TSArrayType: '[]',
}

/** The type of a result, as far as its form shows it. */
function plainLike(node: Node): string | null {
  switch (node.type) {
    case 'TemplateLiteral':
      return "''"
    case 'ArrayExpression':
      return '[]'
    case 'BinaryExpression':
      return '<>=!'.includes(String(node.operator)[0]!) ? 'true' : node.operator === '+' ? null : '0'
    default:
      return null
  }
}
