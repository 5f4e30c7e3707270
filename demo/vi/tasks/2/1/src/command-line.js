const RANGE = /^(?:(%)|(\d+|[.$])(?:,(\d+|[.$]))?)?/

/** What a line behind the colon asks for; `first` and `last` are line numbers, `.` or `$`. */
export function parse(text) {
  const [range, all, from, to] = RANGE.exec(text)
  const first = all ? 1 : address(from ?? '.')
  const last = all ? '$' : address(to ?? from ?? '.')
  const rest = text.slice(range.length).trim()
  if (rest === '' && range !== '') return { is: 'goto', line: last }
  if (rest.startsWith('s/')) {
    const [, pattern, replacement = '', flags = ''] = rest.split('/')
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

const address = word => (/^\d+$/.test(word) ? Number(word) : word)
