import { printable } from './clean-text.ts'
import { maskSecrets } from './secrets.ts'

/** A character of no width: a name, a number or an address with it inside mentions no user and links nowhere. */
const APART = '&#8203;'

/** Foreign text on one line, without any effect in Markdown or HTML and without a mention, a reference, a link or a secret. */
export const markdownCell = (text: string): string =>
  oneLine(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replace(/[|\\`*_~[\]]/g, '\\$&')
    // At the start of a line these would make a heading, a quotation or a list.
    .replace(/^[#>+=-]/, '\\$&')
    .replace(/^(\d+)([.)])/, '$1\\$2')
    .replace(/@(?=\w)|#(?=\d)|\bGH-(?=\d)|:(?=\/\/)|\bwww(?=\.)/gi, `$&${APART}`)

/** Foreign text as code on one line, where only a backquote has an effect. */
export const markdownCode = (text: string): string => `\`${oneLine(text).replaceAll('`', "'")}\``

/** Pages may be public. Secrets are looked for first: an escape inside of one would hide it. */
const oneLine = (text: string): string => maskSecrets(printable(text)).replace(/\s+/g, ' ').trim()
