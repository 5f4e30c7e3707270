const FIRST = /---[ \t]*(?:\r\n|\r|\n)/y
const LINE = /([^\r\n]*)(?:\r\n|\r|\n|$)/y
const KEY = /^\s*["']?([A-Za-z][\w -]{0,60}?)["']?\s*:\s*(.*)$/
/** Front matter is short; a longer text after `---` is a document that begins with a rule. */
const LINES_MAX = 200

/** Where the front matter that begins at `start` ends, or `start` when there is none. */
export function frontMatterEnd(text: string, start: number): number {
  FIRST.lastIndex = start
  if (!FIRST.test(text)) return start
  let at = FIRST.lastIndex
  for (let line = 0; line < LINES_MAX && at < text.length; line++) {
    LINE.lastIndex = at
    const words = LINE.exec(text)![1]!
    at = LINE.lastIndex
    if (/^(?:---|\.\.\.)[ \t]*$/.test(words)) return at
    // A list, a comment or a continued value may follow, but a key comes first.
    if (line === 0 ? !KEY.test(words) : /^(?:#{1,6} |```|~~~)/.test(words)) return start
  }
  return start
}

/** The value of a key in front matter, without quotation marks; the key is case-insensitive. */
export function frontMatterValue(text: string, key: string): string | null {
  for (const line of text.split(/\r\n|\r|\n/)) {
    const match = KEY.exec(line)
    if (match === null || match[1]!.toLowerCase() !== key.toLowerCase()) continue
    const value = match[2]!.trim().replace(/^(["'])(.*)\1$/, '$2')
    if (value !== '') return value
  }
  return null
}
