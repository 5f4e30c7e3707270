/** A token of Python source. Indentation is a token of its own, so that its width does not matter. */
export interface Token {
  readonly kind: 'word' | 'string' | 'operator' | 'newline' | 'indent' | 'dedent'
  readonly text: string
  readonly start: number
  readonly end: number
}

/** The tokens of a Python file. */
export interface PythonTokens {
  readonly tokens: readonly Token[]
  /** The comments that tools obey, each with the amount of code before it. */
  readonly directives: readonly string[]
}

const DIRECTIVE =
  /^#(!|.*coding[:=]|\s*(type:|noqa|pragma|pylint:|mypy:|pyright:|pyre-|pytype:|ruff:|flake8:|fmt:|isort:|yapf:|nosec|doctest:|cython:|distutils:|nuitka|pants:|\/\/\/))/i
const WORD = /[\p{ID_Start}_][\p{ID_Continue}]*/uy
const NUMBER = /(?:0[xob][\da-f_]+|(?:\d[\d_]*\.?[\d_]*|\.\d[\d_]*)(?:e[+-]?\d[\d_]*)?j?)/iy
const STRING_START = /([rbuft]{0,3})('''|"""|'|")/iy
const OPERATOR = /\*\*=|\/\/=|>>=|<<=|\.\.\.|!=|->|:=|\*\*|\/\/|<<|>>|[-+*/%@&|^=<>]=|[-+*/%@&|^=<>~.,:;()[\]{}!]/y
const NEWLINE = /\r\n|\n|\r/y

/** Splits Python into tokens; null if the text is not Python. */
export function pythonTokens(text: string): PythonTokens | null {
  const reader = new Reader(text)
  return reader.read() ? reader : null
}

class Reader implements PythonTokens {
  readonly tokens: Token[] = []
  readonly directives: string[] = []
  readonly #text: string
  #at: number
  /** Open brackets, and the indentation of open blocks. */
  readonly #open: string[] = []
  readonly #indents: number[] = [0]
  #isLineStart = true

  constructor(text: string) {
    this.#text = text
    this.#at = text.startsWith('\uFEFF') ? 1 : 0
  }

  read(): boolean {
    while (this.#at < this.#text.length) {
      if (this.#isLineStart && !this.#indentation()) return false
      this.#isLineStart = false
      if (this.#at < this.#text.length && !this.#line()) return false
    }
    if (this.#open.length > 0) return false
    const last = this.tokens.at(-1)
    if (last && last.kind !== 'newline') this.#push('newline', '', this.#at)
    while (this.#indents.length > 1) {
      this.#indents.pop()
      this.#push('dedent', '', this.#at)
    }
    return true
  }

  #push(kind: Token['kind'], text: string, start: number): void {
    this.tokens.push({ kind, text, start, end: this.#at })
  }

  /** Skips empty lines, then compares the indentation of the next line of code with the open blocks. */
  #indentation(): boolean {
    for (;;) {
      let width = 0
      for (; /[ \t\f]/.test(this.#text[this.#at] ?? ''); this.#at++) {
        const char = this.#text[this.#at]
        width = char === '\t' ? (Math.floor(width / 8) + 1) * 8 : char === '\f' ? 0 : width + 1
      }
      if (this.#text[this.#at] === '#') this.#comment()
      if (this.#match(NEWLINE) !== null) continue
      return this.#at >= this.#text.length || this.#toWidth(width)
    }
  }

  #toWidth(width: number): boolean {
    if (width > this.#indents.at(-1)!) {
      this.#indents.push(width)
      this.#push('indent', '', this.#at)
    }
    while (width < this.#indents.at(-1)!) {
      this.#indents.pop()
      this.#push('dedent', '', this.#at)
    }
    return width === this.#indents.at(-1)
  }

  /** One token of a line, or the text between two. */
  #line(): boolean {
    const start = this.#at
    const char = this.#text[start]!
    if (/[ \t\f]/.test(char)) this.#at++
    else if (char === '#') this.#comment()
    else if (char === '\\') {
      this.#at++
      return this.#match(NEWLINE) !== null
    } else if (this.#match(NEWLINE) !== null) {
      this.#isLineStart = this.#open.length === 0
      if (this.#isLineStart) this.#push('newline', '', start)
    } else if (this.#match(STRING_START) !== null) {
      if (!this.#string(start)) return false
      this.#push('string', this.#text.slice(start, this.#at), start)
    } else if (/\d/.test(char) || (char === '.' && /\d/.test(this.#text[start + 1] ?? ''))) {
      this.#push('word', this.#match(NUMBER)!, start)
    } else {
      const word = this.#match(WORD)
      const operator = word === null ? this.#match(OPERATOR) : null
      if (word === null && operator === null) return false
      this.#push(word === null ? 'operator' : 'word', word ?? operator!, start)
      return operator === null || this.#bracket(operator)
    }
    return true
  }

  #bracket(text: string): boolean {
    if (/^[([{]$/.test(text)) this.#open.push(text)
    if (/^[)\]}]$/.test(text)) return `${this.#open.pop()}${text}`.match(/^(\(\)|\[\]|\{\})$/) !== null
    return true
  }

  #comment(): void {
    const start = this.#at
    while (this.#at < this.#text.length && !/[\r\n]/.test(this.#text[this.#at]!)) this.#at++
    const text = this.#text.slice(start, this.#at).trim()
    if (DIRECTIVE.test(text)) this.directives.push(`${this.tokens.length} ${text}`)
  }

  #match(pattern: RegExp): string | null {
    pattern.lastIndex = this.#at
    const found = pattern.exec(this.#text)
    if (!found) return null
    this.#at += found[0].length
    return found[0]
  }

  /** Reads a string after its opening quotes; it starts at `start`. False if it is never closed. */
  #string(start: number): boolean {
    const opening = this.#text.slice(start, this.#at)
    const quotes = opening.replace(/^[a-z]*/i, '')
    const isFormatted = /[ft]/i.test(opening)
    const isRaw = /r/i.test(opening)
    while (this.#at < this.#text.length) {
      if (this.#text.startsWith(quotes, this.#at)) {
        this.#at += quotes.length
        return true
      }
      const char = this.#text[this.#at]!
      if (char === '\\') this.#escape(isFormatted, isRaw)
      else if (/[\r\n]/.test(char) && quotes.length === 1) return false
      else if (isFormatted && char === '{' && this.#text[this.#at + 1] === '{') this.#at += 2
      else if (isFormatted && char === '{') {
        if (!this.#field(quotes)) return false
      } else this.#at++
    }
    return false
  }

  #escape(isFormatted: boolean, isRaw: boolean): void {
    this.#at++
    const next = this.#text[this.#at] ?? ''
    if (isFormatted && !isRaw && next === 'N' && this.#text[this.#at + 1] === '{')
      while (this.#at < this.#text.length && this.#text[this.#at] !== '}') this.#at++
    // A brace starts a field even after a backslash.
    if (isFormatted && /[{}]/.test(next)) return
    if (this.#match(NEWLINE) === null) this.#at++
  }

  /** A field of a formatted string: code, then perhaps a format, which is text with fields of its own. */
  #field(quotes: string): boolean {
    const open: string[] = [this.#text[this.#at++]!]
    while (this.#at < this.#text.length) {
      const start = this.#at
      const char = this.#text[start]!
      // Before Python 3.12 the same quotes always ended the string; since then they may begin one in here.
      if (this.#match(STRING_START) !== null) {
        if (!this.#string(start)) return false
        continue
      }
      this.#at++
      if (char === '#') this.#comment()
      else if (/[([{]/.test(char)) open.push(char)
      else if (/[)\]}]/.test(char)) open.pop()
      else if (char === ':' && open.length === 1) return this.#format(quotes)
      if (open.length === 0) return true
    }
    return false
  }

  #format(quotes: string): boolean {
    while (this.#at < this.#text.length) {
      const char = this.#text[this.#at]!
      if (char === '{') {
        if (!this.#field(quotes)) return false
      } else if (char === '}') {
        this.#at++
        return true
      } else if (this.#text.startsWith(quotes, this.#at) || (/[\r\n]/.test(char) && quotes.length === 1)) return false
      else this.#at++
    }
    return false
  }
}
