/** Words that are not ours stay inside their item: no line of them can pass for a heading or an item of ours. */
export const inItem = (text: string): string => text.replace(/\r\n|[\n\r\u2028\u2029]/g, '\n  ')
