/** The first line of a text. */
export const firstLine = (text: string): string => text.split('\n', 1)[0]!

/** `1 file`, `2 files`. */
export const plural = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`

/** `task 3`, `tasks 3, 4`. */
export const taskNames = (ids: readonly string[]): string => `task${ids.length === 1 ? '' : 's'} ${ids.join(', ')}`

const SHOWN_MAX = 5

/** The first of these names, and how many more there are. */
export function someOf(
  names: readonly string[],
  { max = SHOWN_MAX, between = ', ' }: { readonly max?: number; readonly between?: ', ' | '; ' } = {},
): string {
  const more = names.length - max
  const rest = more > 0 ? `${between === '; ' ? '; ' : ' '}and ${more} more` : ''
  return `${names.slice(0, max).join(between)}${rest}`
}

/** The first of these lines, and a line that says how many more there are. */
export const someLines = (lines: readonly string[], max: number): readonly string[] =>
  lines.length > max ? [...lines.slice(0, max), `- and ${lines.length - max} more`] : lines

/** The entries that only the second of two lists has, and those that only the first has. */
export const onOneSide = (before: readonly string[], after: readonly string[]): readonly string[] => [
  ...without(after, before),
  ...without(before, after),
]

/** The entries of a list that another one does not have. */
export function without(all: readonly string[], known: Iterable<string>): readonly string[] {
  const left = new Set(known)
  return all.filter(one => !left.has(one))
}
