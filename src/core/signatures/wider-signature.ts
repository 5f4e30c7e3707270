/**
 * Whether a signature only became wider: every use of the old one is a use of the new one. Its parameters got defaults, further
 * ones are optional, or its class has further members. Read from the text of the signature by its brackets alone; when in
 * doubt it is not wider.
 */
export function isWider(was: string, is: string): boolean {
  const [old, now] = [classOf(was), classOf(is)]
  if (old && now) return old.head === now.head && hasWiderMembers(old.members, now.members)
  return takesMore(was, is)
}

function takesMore(was: string, is: string): boolean {
  const [old, now] = [callOf(was), callOf(is)]
  if (!old || !now || old.before !== now.before || old.after !== now.after) return false
  if (now.parameters.length < old.parameters.length) return false
  if (old.parameters.some(isRest) && now.parameters.length > old.parameters.length) return false
  return now.parameters.every((parameter, index) => {
    const before = old.parameters[index]
    return before === undefined ? isOptional(parameter) : isAsWide(before, parameter)
  })
}

/** The same parameter, or the same with a default or a question mark. */
function isAsWide(was: string, is: string): boolean {
  if (was === is) return true
  if (hasDefault(was)) return false
  const required = is.replace('?:', ':')
  return (required === was && required !== is) || (required.startsWith(was) && hasDefault(required.slice(was.length)))
}

const isRest = (parameter: string): boolean => parameter.startsWith('...') || /^\*{1,2}\w/.test(parameter)
const isOptional = (parameter: string): boolean =>
  isRest(parameter) || parameter === '*' || /^[\w$]+\?/.test(parameter) || hasDefault(parameter)

/** An assignment outside of brackets; `=>` and comparisons are none. */
const hasDefault = (parameter: string): boolean => /(?<![=<>!])=(?![=>])/.test(outer(parameter))

/** A text without what stands in brackets. */
function outer(text: string): string {
  let result = ''
  for (const { char, depth } of read(text)) if (depth === 0) result += char
  return result
}

/** The text around the parameters of a function, and each of them; null if it has none. */
function callOf(signature: string) {
  let [start, end] = [-1, -1]
  for (const { char, depth, at } of read(signature)) {
    if (start < 0 && char === '(') start = at
    if (start >= 0 && char === ')' && depth === 0) {
      end = at
      break
    }
  }
  if (end < 0) return null
  const parameters = splitAt(signature.slice(start + 1, end), ',')
  return { before: signature.slice(0, start), parameters, after: signature.slice(end + 1) }
}

/** A class as its declaration and its members; null for everything else. */
function classOf(signature: string) {
  const at = signature.indexOf(' { ')
  if (!/^(?:(?:abstract|declare|export|default) )*class\b/.test(signature) || at < 0 || !signature.endsWith('}'))
    return null
  return { head: signature.slice(0, at), members: splitAt(signature.slice(at + 3, -1), ';') }
}

/** A subclass has to bring the abstract members, so a new one is not optional. */
const hasWiderMembers = (old: readonly string[], now: readonly string[]): boolean =>
  old.every(member => now.some(other => other === member || takesMore(member, other))) &&
  now.every(member => old.includes(member) || !member.startsWith('abstract '))

function splitAt(text: string, separator: string): readonly string[] {
  const parts = ['']
  for (const { char, depth } of read(text)) {
    if (depth === 0 && char === separator) parts.push('')
    else parts[parts.length - 1] += char
  }
  return parts.map(part => part.trim()).filter(part => part !== '')
}

/** Each character with the number of brackets around it; a bracket has the number of those around it. Quoted text is inside. */
function* read(text: string): Generator<{ readonly char: string; readonly depth: number; readonly at: number }> {
  let depth = 0
  let quote = ''
  for (let at = 0; at < text.length; at++) {
    const char = text[at]!
    if (quote !== '') {
      yield { char, depth: depth + 1, at }
      if (char === quote && text[at - 1] !== '\\') quote = ''
    } else if ('\'"`'.includes(char)) {
      quote = char
      yield { char, depth: depth + 1, at }
    } else if ('([{'.includes(char)) yield { char, depth: depth++, at }
    else if (')]}'.includes(char)) yield { char, depth: --depth, at }
    else yield { char, depth, at }
  }
}
