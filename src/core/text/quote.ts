/** Quotes foreign text line by line with a mark, so that no line passes for ours. */
export const quoted = (text: string): string => text.replace(/\r\n?|[\u2028\u2029]/g, '\n').replace(/^/gm, '> ')

/** The beginning of a text, and how much more there is. */
export const clip = (text: string, lengthMax: number): string =>
  text.length <= lengthMax ? text : `${text.slice(0, lengthMax)}\n… (${text.length - lengthMax} more characters)`

/** Keeps foreign text inside its list item: no line of it can pass for our own heading or item. */
export const inItem = (text: string): string => text.replace(/\r\n|[\n\r\u2028\u2029]/g, '\n  ')
