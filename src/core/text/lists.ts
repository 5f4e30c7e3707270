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
