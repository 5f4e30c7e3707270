/** The words of a name or a text in small letters: `parseHTMLText`, `parse_html_text` and "parse HTML text" have the same. */
export const wordsIn = (text: string): readonly string[] =>
  text
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .match(/[\p{L}\d]+/gu) ?? []

/** The same without plurals. */
export const singularsIn = (text: string): readonly string[] =>
  wordsIn(text).map(word => (word.length > 3 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word))
