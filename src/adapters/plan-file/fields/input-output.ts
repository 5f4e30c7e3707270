import type { Output } from '../../../core/plan/plan.ts'
import type { FieldDraft } from '../drafts.ts'
import { firstCodeSpan } from '../text/code-span.ts'
import { inline } from '../text/position.ts'
import { isBracketed, isNone, textBelow, unemphasised } from './field-values.ts'

/** The items of `Inputs` or `Outputs`; both have the same syntax. */
export function readDeclarations(text: string, field: FieldDraft): Output[] {
  const found: Output[] = []
  const add = (head: string, below: string) => {
    if (head !== '' && !isNone(head) && !isBracketed(head)) found.push(declaration(head, below))
  }
  add(inline(text, field.value), '')
  let outer: number | undefined
  for (const block of field.blocks) {
    if (block.is !== 'item') continue
    outer ??= block.depth
    if (block.depth !== outer) continue
    add(inline(text, block.words), textBelow(text, block))
  }
  return found
}

const DASH = /^\s*[-–—]+\s*/
const TYPE = /^\s*\(([^()]*)\)/
const COLON = /^\s*[:：]\s*/

/** `` `name` (type): `value` - note ``, each part but the name optional. */
function declaration(head: string, below: string): Output {
  const [name, afterName] = firstName(head)
  const type = TYPE.exec(afterName)
  const afterType = type === null ? afterName : afterName.slice(type[0].length)
  const colon = COLON.exec(afterType)
  const [value, rest] = colon === null ? ['', afterType] : firstValue(afterType.slice(colon[0].length))
  const note = [rest.replace(DASH, '').trim(), below].filter(part => part !== '').join('\n')
  return { name, type: type?.[1]?.trim() ?? '', value, note }
}

function firstName(head: string): [name: string, rest: string] {
  const span = firstCodeSpan(head)
  if (span?.start === 0) return [span.code.trim(), head.slice(span.end)]
  const end = /[(:：]|\s[-–—]\s/.exec(head)?.index ?? head.length
  return [unemphasised(head.slice(0, end).trim()), head.slice(end)]
}

function firstValue(words: string): [value: string, rest: string] {
  const span = firstCodeSpan(words)
  if (span?.start === 0) return [span.code.trim(), words.slice(span.end)]
  const dash = /\s[-–—]\s/.exec(words)
  return dash === null ? [words.trim(), ''] : [words.slice(0, dash.index).trim(), words.slice(dash.index)]
}
