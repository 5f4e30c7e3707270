/** The source of a regular expression that matches exactly this text. */
export const literal = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Matches a name as a whole word: `add` is not in `added`. */
export const asWord = (name: string): RegExp => new RegExp(`(?<![\\w$])${literal(name)}(?![\\w$])`)
