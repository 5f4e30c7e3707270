import type { Outline } from '../outline.ts'
import { tablesOf } from '../problems/dependency-graph.ts'
import { sectionsNamed } from '../sections.ts'
import type { Range } from '../text/position.ts'
import { cellText } from '../text/table.ts'
import { blockEntries } from './field-values.ts'

/** Rules for every task: the guardrails and the limits of the runtime contract. */
export function readGuardrails(text: string, outline: Outline): string[] {
  const written = sectionsNamed(outline, 'must not do').flatMap(section => blockEntries(text, section.blocks))
  return [...written, ...aspectsOf(text, outline).flatMap(({ rule }) => rule ?? [])]
}

interface Aspect {
  readonly at: Range
  readonly name: string
  readonly specification: string
  /** The resulting rule for agents; null if there is none. */
  readonly rule: string | null
}

/** The rows of the runtime contract. */
function aspectsOf(text: string, outline: Outline): readonly Aspect[] {
  return tablesOf(text, outline, 'runtime contract')
    .flatMap(table => table.rows)
    .flatMap(({ cells: [aspect, given] }) => {
      if (aspect === undefined || given === undefined) return []
      const name = cellText(text, aspect).replace(/[*_`]/g, '')
      const specification = cellText(text, given)
      return [{ at: { start: aspect.start, end: given.end }, name, specification, rule: limit(name, specification) }]
    })
}

/** Limits that are not enforced: some are told to agents, some not even that. */
export function unusedLimits(text: string, outline: Outline): readonly { at: Range; message: string; hint: string }[] {
  return aspectsOf(text, outline).flatMap(({ at, name, specification, rule }) => {
    if (specification === '' || (rule === null && isAsItIs(name, specification))) return []
    const message =
      rule === null
        ? `\`${name}\` has no effect yet: pm-agent does not read this limit.`
        : `\`${name}\` is only told to agents: pm-agent does not enforce it yet.`
    const hint = /time|duration|minutes/i.test(name)
      ? 'Write `**Minutes**: 30` in a task, or set `limits.attempt_minutes` in pm-agent.yaml.'
      : 'Review the diff before you merge, or write a criterion that checks it.'
    return [{ at, message, hint }]
  })
}

/** A row without a restriction, or one that holds anyway. */
const isAsItIs = (name: string, specification: string): boolean =>
  ALLOWED.test(specification) || (/^working dir/i.test(name) && /\broot\b|^\.\/?$/i.test(specification))

/** Aspects that can become a rule for agents, and the wording of the rule if the aspect is denied. */
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
