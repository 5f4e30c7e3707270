const SHOWN_MAX = 5

/** The first of these paths, and how many more there are. */
export function someOf(paths: readonly string[]): string {
  const more = paths.length - SHOWN_MAX
  return `${paths.slice(0, SHOWN_MAX).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}
