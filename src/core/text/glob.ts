import picomatch from 'picomatch'

/**
 * Whether a glob or a plain path matches this path: the only definition of globs, in plans and in settings.
 * - A plain path matches the file, or the folder and everything below it; a leading `./` and a trailing `/` are ignored.
 * - `*` and `?` stay within a folder, `**` crosses folders, `[ab]`, `{a,b}`, `(a|b)`, `@(a|b)` choose; files that begin
 *   with a dot are files like others.
 * - A leading `!` negates nothing: in a list where one match is enough it would match nearly everything.
 * - An empty pattern and `.` match nothing; `**` matches everything. See `isEmptyGlob`.
 */
export function matchesGlob(path: string, glob: string): boolean {
  const plain = plainForm(glob)
  if (isEmptyGlob(glob)) return false
  return path === plain || path.startsWith(`${plain}/`) || matcherOf(plain)(path)
}

/** Whether one of these globs or plain paths matches this path. */
export const matchesAny = (path: string, globs: readonly string[]): boolean =>
  globs.some(glob => matchesGlob(path, glob))

/** Whether a pattern can match nothing: it is empty, the folder itself, or a negation. */
export const isEmptyGlob = (glob: string): boolean => /^(\.?|!.*)$/s.test(plainForm(glob))

const plainForm = (glob: string): string =>
  glob
    .trim()
    .replace(/^(\.\/+)+/, '')
    .replace(/\/+$/, '')

const matchers = new Map<string, (path: string) => boolean>()
const REMEMBERED_MAX = 1000

function matcherOf(glob: string): (path: string) => boolean {
  const known = matchers.get(glob)
  if (known) return known
  if (matchers.size >= REMEMBERED_MAX) matchers.clear()
  const made = picomatch(glob, { dot: true, nonegate: true })
  matchers.set(glob, made)
  return made
}

/** A fixed list of globs as one question; plain names are looked up. */
export function globMatcher(globs: readonly string[], options: { readonly nocase?: true } = {}) {
  const isPlain = (glob: string) => /^[\w./-]+$/.test(glob) && !options.nocase
  const plain = new Set(globs.filter(isPlain))
  const others = globs.filter(glob => !plain.has(glob))
  // A folder may have a line break in its name.
  const flags = options.nocase ? 'is' : 's'
  const matches = others.length > 0 ? picomatch(others, { dot: true, nonegate: true, flags }) : () => false
  return (path: string): boolean => plain.has(path) || matches(path)
}
