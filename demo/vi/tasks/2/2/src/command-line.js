const RANGE = /^(?:(%)|(\d+|[.$])(?:,(\d+|[.$]))?)?/

/** What a line behind the colon asks for; `first` and `last` are line numbers, `.` or `$`. */
export function parse(text) {
  const [range, all, from, to] = RANGE.exec(text)
  const first = all ? 1 : address(from ?? '.')
  const last = all ? '$' : address(to ?? from ?? '.')
  const rest = text.slice(range.length).trim()
  if (rest === '' && range !== '') return { is: 'goto', line: last }
  if (/^s[^\w\s\\"|]/.test(rest)) {
    const [pattern, replacement = '', flags = ''] = fields(rest.slice(2), rest[1])
    return { is: 'substitute', first, last, pattern, replacement, global: flags.includes('g') }
  }
  const [, name, force, argument] = /^([a-z]+)(!?)\s*(.*)$/.exec(rest) ?? []
  const path = argument || null
  switch (name) {
    case 'w':
    case 'write':
      return { is: 'write', path, quit: false }
    case 'wq':
    case 'x':
      return { is: 'write', path, quit: true }
    case 'q':
    case 'quit':
      return { is: 'quit', force: force === '!' }
    case 'd':
    case 'delete':
      return { is: 'delete', first, last }
    default:
      return { is: 'unknown', text }
  }
}

/** Parts between delimiters; a delimiter behind a backslash is an ordinary character. */
function fields(text, delimiter) {
  const found = ['']
  for (let at = 0; at < text.length; at++) {
    const escaped = text[at] === '\\' && at + 1 < text.length
    if (escaped) found[found.length - 1] += text[++at] === delimiter ? delimiter : `\\${text[at]}`
    else if (text[at] === delimiter) found.push('')
    else found[found.length - 1] += text[at]
  }
  return found
}

const address = word => (/^\d+$/.test(word) ? Number(word) : word)
