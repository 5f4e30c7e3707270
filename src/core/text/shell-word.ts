/** Quotes a text as one word of a command line that people can copy. */
export const shellWord = (text: string): string => (/^[\w@%+=:,./-]+$/.test(text) ? text : shellQuoted(text))

/** A text between quotes of the shell, whatever it holds. */
export const shellQuoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`
