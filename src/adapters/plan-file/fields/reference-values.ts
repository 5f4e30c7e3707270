import type { ReferenceValue } from '../../../core/plan/plan.ts'
import { codeSpans } from '../text/code-span.ts'

/** `file#/pointer = number ± tolerance`, `name = number`, `number ± 0.1%`; several are separated by `;`. */
const REFERENCE =
  /^(?:(?:(?<file>[^#=\s]+)#)?(?<path>[^=]*?)\s*=\s*)?(?<value>[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?)(?:\s*(?:±|\+\/-|\+-)\s*(?<off>(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?)\s*(?<percent>%)?)?$/i

/** The values of a reference; null if one of them cannot be read. */
export function readReferenceValues(words: string): readonly ReferenceValue[] | null {
  const spans = codeSpans(words)
  const parts = (spans.length > 0 ? spans.map(({ code }) => code) : words.split(/;|<br\s*\/?>/i)).map(part =>
    part.trim(),
  )
  const values = parts.filter(part => part !== '').map(readReference)
  return values.every(value => value !== null) ? values : null
}

function readReference(words: string): ReferenceValue | null {
  const found = REFERENCE.exec(words)?.groups
  if (!found) return null
  const off = found.off === undefined ? 0 : Number(found.off)
  return {
    text: words,
    file: found.file ?? null,
    path: pointerPath(found.path?.trim() ?? ''),
    expected: Number(found.value),
    absolute: found.percent ? 0 : off,
    relative: found.percent ? off / 100 : 0,
  }
}

/** A JSON pointer as a path of values: `/runs/0/energy` is `runs[0].energy`. */
const pointerPath = (pointer: string): string =>
  pointer.startsWith('/')
    ? pointer
        .slice(1)
        .split('/')
        .map(part => part.replaceAll('~1', '/').replaceAll('~0', '~'))
        .reduce((path, part) => (/^\d+$/.test(part) ? `${path}[${part}]` : path === '' ? part : `${path}.${part}`), '')
    : pointer
