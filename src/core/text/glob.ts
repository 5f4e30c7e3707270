/** Whether a glob or a plain path names this path; a folder names everything below it. Knows `**`, `*`, `?` and `{a,b}`. */
export function namesPath(glob: string, path: string): boolean {
  const plain = glob.replace(/^\.\//, '').replace(/\/+$/, '')
  if (plain === '' || plain === '.') return true
  return path === plain || path.startsWith(`${plain}/`) || patternOf(plain).test(path)
}

const patterns = new Map<string, RegExp>()
const REMEMBERED_MAX = 1000

function patternOf(glob: string): RegExp {
  const known = patterns.get(glob)
  if (known) return known
  if (patterns.size >= REMEMBERED_MAX) patterns.clear()
  const made = new RegExp(
    `^${glob
      .split(/(\*\*\/?|\*|\?|\{[^{}]*\})/)
      .map(piece)
      .join('')}$`,
  )
  patterns.set(glob, made)
  return made
}

function piece(part: string): string {
  if (part === '**/') return '(?:[^/]+/)*'
  if (part === '**') return '.*'
  if (part === '*') return '[^/]*'
  if (part === '?') return '[^/]'
  if (part.startsWith('{')) return `(?:${part.slice(1, -1).split(',').map(escaped).join('|')})`
  return escaped(part)
}

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
