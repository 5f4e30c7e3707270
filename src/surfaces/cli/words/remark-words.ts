import { unreachable } from '../../../core/result.ts'
import { cleanText } from '../../../core/text/clean-text.ts'
import { maskSecrets } from '../../../core/text/secrets.ts'
import type { Remark } from '../../../core/told/remark.ts'

/** A remark for people, line by line; empty for usage data. Without secrets and control characters. */
export const remarkWords = (remark: Remark): readonly string[] =>
  maskSecrets(cleanText(wordsOf(remark)))
    .split('\n')
    .filter(line => line.trim() !== '')

function wordsOf(remark: Remark): string {
  switch (remark.is) {
    case 'text':
    case 'ended':
      return remark.text
    case 'tool':
      return [remark.tool, remark.target].filter(Boolean).join(': ')
    case 'file':
      return `${remark.change} ${remark.path}`
    case 'denied':
      return `denied: ${remark.tool} ${remark.target}`.trim()
    case 'limit':
      return `usage limit reached${remark.resetsAt === null ? '' : `, until ${new Date(remark.resetsAt).toISOString()}`}`
    case 'error':
      return `${remark.isFinal ? 'error' : 'trouble'}: ${remark.problem}`
    case 'began':
    case 'tokens':
    case 'cost':
      return ''
    default:
      return unreachable(remark)
  }
}
