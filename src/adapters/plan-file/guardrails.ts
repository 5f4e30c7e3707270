import { sectionsNamed, tablesOf } from './dependency-graph.ts'
import { blockEntries } from './field-values.ts'
import type { Outline } from './outline.ts'
import { cellText } from './table.ts'

/** What holds for every task: the guardrails, and what the runtime contract forbids or limits. */
export function readGuardrails(text: string, outline: Outline): string[] {
  const written = sectionsNamed(outline, 'must not do').flatMap(section => blockEntries(text, section.blocks))
  const rows = tablesOf(text, outline, 'runtime contract').flatMap(table => table.rows)
  const limits = rows.map(({ cells: [aspect, specification] }) =>
    aspect === undefined || specification === undefined
      ? null
      : limit(cellText(text, aspect).replace(/[*_`]/g, ''), cellText(text, specification)),
  )
  return [...written, ...limits.filter(rule => rule !== null)]
}

/** The aspects that can be a rule for an agent, and how the rule is said when the answer is plainly no. */
const FORBIDDEN: readonly { aspect: RegExp; rule: string }[] = [
  { aspect: /^git\b/i, rule: 'Do not run git commands' },
  { aspect: /^package\b/i, rule: 'Do not install packages' },
  { aspect: /^network\b/i, rule: 'Do not use the network' },
  { aspect: /^file\b/i, rule: 'Do not touch files' },
]
const DENIED =
  /^(?:denied|deny|forbidden|prohibited|disallowed|not allowed|not needed|disabled|none|no|금지)(?=[\s.(,;–—-]|$)/i
const ALLOWED = /^(?:allowed|yes|any|unrestricted|full)[.\s]*$/i

function limit(aspect: string, specification: string): string | null {
  const known = FORBIDDEN.find(entry => entry.aspect.test(aspect))
  if (known === undefined || specification === '' || ALLOWED.test(specification)) return null
  const denied = DENIED.exec(specification)
  if (denied === null) return `${aspect}: ${specification}`
  const remark = specification.slice(denied[0].length).trim()
  return remark === '' ? `${known.rule}.` : `${known.rule} ${remark.startsWith('(') ? remark : `(${remark})`}.`
}
