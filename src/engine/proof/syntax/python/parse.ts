import { pythonTokens, type Token } from './tokens.ts'

/** A statement of Python with the block below it. */
export interface Statement {
  readonly kind: 'def' | 'class' | 'assignment' | 'import' | 'other'
  /** The name of a function or class, the target of an assignment, the first word of anything else. */
  readonly name: string
  /** The statement without its block; decorators come first. */
  readonly head: readonly Token[]
  /** The code after the colon in the same line, for functions and classes. */
  readonly inline: readonly Token[]
  readonly block: readonly Statement[]
  readonly start: number
  readonly end: number
}

/** The statements of a module; null if the text is not Python. */
export function parsePython(text: string): readonly Statement[] | null {
  const read = pythonTokens(text)
  if (!read) return null
  const reader = new Statements(read.tokens)
  const statements = reader.block()
  return reader.isDone() ? statements : null
}

class Statements {
  readonly #tokens: readonly Token[]
  #at = 0

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens
  }

  isDone(): boolean {
    return this.#at >= this.#tokens.length
  }

  block(): readonly Statement[] {
    const statements: Statement[] = []
    let decorators: readonly Token[] = []
    while (!this.isDone() && this.#tokens[this.#at]!.kind !== 'dedent') {
      const line = this.#line()
      if (this.#tokens[this.#at]?.kind === 'indent' && line.length === 0) return statements
      if (line[0]?.text === '@') {
        decorators = [...decorators, ...line]
        continue
      }
      const below = this.#below()
      statements.push(...this.#statements(line, decorators, below))
      decorators = []
    }
    return statements
  }

  #line(): readonly Token[] {
    const start = this.#at
    while (!this.isDone() && !/newline|indent|dedent/.test(this.#tokens[this.#at]!.kind)) this.#at++
    const line = this.#tokens.slice(start, this.#at)
    if (this.#tokens[this.#at]?.kind === 'newline') this.#at++
    return line
  }

  #below(): readonly Statement[] {
    if (this.#tokens[this.#at]?.kind !== 'indent') return []
    this.#at++
    const statements = this.block()
    if (this.#tokens[this.#at]?.kind === 'dedent') this.#at++
    return statements
  }

  #statements(line: readonly Token[], decorators: readonly Token[], block: readonly Statement[]): readonly Statement[] {
    const first = line[0]?.text === 'async' ? line[1]?.text : line[0]?.text
    if ((first === 'def' || first === 'class') && line.length > 2) {
      const colon = outside(line).find(at => line[at]!.text === ':') ?? line.length - 1
      const name = line[line.findIndex(token => token.text === first) + 1]!.text
      const [head, inline] = [[...decorators, ...line.slice(0, colon + 1)], line.slice(colon + 1)]
      return [statement({ kind: first, name, head, inline, block })]
    }
    if (block.length > 0) return [statement({ kind: 'other', name: first ?? '', head: line, inline: [], block })]
    return parts(line).map(head => statement({ ...simple(head), head, inline: [], block: [] }))
  }
}

function statement(of: Omit<Statement, 'start' | 'end'>): Statement {
  const last = of.block.at(-1)?.end ?? of.inline.at(-1)?.end ?? of.head.at(-1)?.end ?? 0
  return { ...of, start: of.head[0]?.start ?? 0, end: last }
}

/** The positions in a line outside of all brackets. */
export function outside(line: readonly Token[]): readonly number[] {
  let depth = 0
  return line.flatMap((token, at) => {
    if (token.kind === 'operator' && /^[)\]}]$/.test(token.text)) depth--
    const here = depth === 0 && token.kind === 'operator' ? [at] : []
    if (token.kind === 'operator' && /^[([{]$/.test(token.text)) depth++
    return here
  })
}

/** The statements of a line, separated by semicolons. */
function parts(line: readonly Token[]): readonly (readonly Token[])[] {
  const ends = [...outside(line).filter(at => line[at]!.text === ';'), line.length]
  return ends.map((end, at) => line.slice(at === 0 ? 0 : ends[at - 1]! + 1, end)).filter(part => part.length > 0)
}

const COMPOUND = /^(if|elif|else|for|while|try|except|finally|with|return|del|assert|raise|global|nonlocal|lambda)$/

function simple(head: readonly Token[]): Pick<Statement, 'kind' | 'name'> {
  const name = head[0]!.text
  if (name === 'import' || name === 'from') return { kind: 'import', name }
  const equals = outside(head).find(at => head[at]!.text === '=')
  if (equals === undefined || COMPOUND.test(name)) return { kind: 'other', name }
  const colon = outside(head).find(at => head[at]!.text === ':') ?? equals
  const target = head.slice(0, Math.min(colon, equals))
  // `case 1: x = 2` and `type X = int` begin with words that are names elsewhere.
  if (target.some((token, at) => token.kind === 'word' && target[at + 1]?.kind === 'word'))
    return { kind: 'other', name }
  return { kind: 'assignment', name: target.map(token => token.text).join('') }
}
