/** Keeps foreign text inside its list item: no line of it can pass for our own heading or item. */
export const inItem = (text: string): string => text.replace(/\r\n|[\n\r\u2028\u2029]/g, '\n  ')
