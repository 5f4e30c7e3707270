/**
 * Whether a code span can be a shell command at all. Decided by shell grammar and not by a list of programs: a call,
 * an operator between two names or an unclosed quote is not a command.
 */

/** Binary operators; as the second word of a command they would be an argument. */
const OPERATOR = /^(=|==|===|=>|!=|!==|\+=|-=|\*=|\/=|:=|\?|:|\+|%|===?>|instanceof|typeof)$/
/** `CI=1 npm test` sets a variable for the command. */
const ASSIGNMENT = /^[A-Za-z_]\w*\+?=/

export function canBeCommand(code: string): boolean {
  const words = shellWords(code.trim())
  if (words === null) return false
  const rest = words.slice(words.findIndex(word => !ASSIGNMENT.test(word) && word !== '!'))
  // `{ a; b; }` groups commands.
  const [first = '', second = ''] = rest[0] === '{' ? rest.slice(1) : rest
  return canBeProgram(first) && !OPERATOR.test(second)
}

/** Whether a shell could execute this word: a name, a path, a variable, or shell syntax. */
function canBeProgram(word: string): boolean {
  if (/^(\[|\[\[|\{|\.|:|\(+)$/.test(word) || /^[($]/.test(word)) return true
  // An option, a number, a selector, a list, `!isValid`, or a string with a method call.
  if (/^([-#@<>=,;:\d[{!*]|\.(?![./]))/.test(word) || /^(["']).*\1[.[]|[^:]:$/.test(word)) return false
  const name = word.replace(/["']/g, '')
  // HTTP methods and routes are in capitals, programs are not.
  if (/^[A-Z]{2,}$/.test(name)) return false
  if (name.includes('/') || name.includes('\\') || name.includes('$')) return true
  // `config.limit` and `List[int]` are code; `python3.12` and `gradlew.bat` are program names.
  if (/[<>[\]{}]|::|->/.test(name)) return false
  return !name.includes('.') || /\d\.\d+$|\.(exe|bat|cmd|sh)$/i.test(name)
}

/** Splits a command into words like a shell; null for invalid syntax. */
function shellWords(text: string): readonly string[] | null {
  const words: string[] = []
  let word = ''
  for (let at = 0; at < text.length; ) {
    const char = text[at]!
    const end = /\s/.test(char) ? at + 1 : endOf(text, at)
    if (end === null) return null
    // Shell syntax has `f() {`, `$(…)`, `<(…)` and `a=(…)`, and no other bracket right after a word.
    if (char === '(' && /[\w\])"'?]$/.test(word) && !/^\w+\(\)\s*\{/.test(text)) return null
    if (/\s/.test(char)) {
      if (word !== '') words.push(word)
      word = ''
    } else word += text.slice(at, end)
    at = end
  }
  return word === '' ? words : [...words, word]
}

/** The end of the quote, substitution or character that begins here; null if unclosed. */
function endOf(text: string, at: number): number | null {
  const char = text[at]!
  if (char === '\\') return at + 2
  if (char === "'") {
    const close = text.indexOf("'", at + 1)
    return close < 0 ? null : close + 1
  }
  if (char === '"' || char === '`') {
    for (let next = at + 1; next < text.length; next++) {
      if (text[next] === '\\') next++
      else if (text[next] === char) return next + 1
    }
    return null
  }
  if (/^[$<>]\(/.test(text.slice(at))) return substitutionEnd(text, at + 1)
  return at + 1
}

function substitutionEnd(text: string, open: number): number | null {
  let depth = 0
  for (let at = open; at < text.length; ) {
    if (text[at] === '(') depth++
    if (text[at] === ')' && --depth === 0) return at + 1
    const end = text[at] === '$' || text[at] === '<' ? at + 1 : endOf(text, at)
    if (end === null) return null
    at = end
  }
  return null
}
