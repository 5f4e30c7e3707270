/** Encoded values as a person writes them. */

const TEXT_MAX = 80

/** `slug("Hello", 3)`, shortened. */
export const callText = (name: string, args: readonly unknown[], isNew: boolean): string =>
  `${isNew ? 'new ' : ''}${name}(${shortened(args.map(valueText).join(', '))})`

/** `returns "x"` or `throws RangeError: …` of an encoded result. */
export function outcomeText(result: string): string {
  const { v, e } = JSON.parse(result) as { readonly v?: unknown; readonly e?: unknown }
  return e === undefined ? `returns ${shortened(valueText(v))}` : `throws ${shortened(valueText(e))}`
}

function valueText(data: unknown): string {
  if (data === null || typeof data !== 'object') return JSON.stringify(data) ?? 'undefined'
  const { t, v, n } = data as { readonly t: string; readonly v?: unknown; readonly n?: string }
  const list = Array.isArray(v) ? (v as readonly unknown[]) : []
  switch (t) {
    case 'array':
      return `[${list.map(valueText).join(', ')}]`
    case 'object':
    case 'instance':
      return `${n ? `${n} ` : ''}{${(list as readonly [string, unknown][]).map(([key, one]) => `${key}: ${valueText(one)}`).join(', ')}}`
    case 'error':
      return `${n}: ${String(v)}`
    case 'date':
      return `the date ${String(v)}`
    case 'number':
    case 'bigint':
      return String(v)
    case 'ref':
      return 'an earlier result'
    default:
      return t
  }
}

const shortened = (text: string): string => (text.length <= TEXT_MAX ? text : `${text.slice(0, TEXT_MAX)}…`)

const SHOWN_MAX = 3

/** The first line is all that a question or a log has room for, so it contains the first of the lines. */
export const underHeading = (heading: string, [first, ...more]: readonly string[]): string =>
  [`${heading} ${first}`, ...more.slice(0, SHOWN_MAX - 1)].join('\n')
