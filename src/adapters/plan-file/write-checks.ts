import { criterionText } from '../../core/planning/plan-text.ts'
import type { ProposedCheck } from '../../core/planning/proposal.ts'
import { writeBelow } from './add.ts'
import { readNative } from './native.ts'

/** Writes commands into criteria that have none, and new criteria below tasks without any. Every other character stays. */
export const writeChecks = (text: string, checks: readonly ProposedCheck[]): string => checks.reduce(writeCheck, text)

function writeCheck(text: string, check: ProposedCheck): string {
  const { outline, tasks } = readNative(text)
  const place = tasks.findIndex(({ task }) => task.id.toLowerCase() === check.task.toLowerCase())
  const task = tasks[place]?.task
  if (task === undefined) return text
  if (check.criterion === '') {
    const item = `- [ ] ${criterionText(check)}`
    const isFirst = task.criteria.length === 0
    return isFirst
      ? writeBelow(text, outline, place, ['**Acceptance Criteria**:', item])
      : afterLast(text, task.criteria, item)
  }
  const found = task.criteria.find(({ id }) => id === check.criterion)
  if (found === undefined) return text
  const { start, end } = found.span
  // The words stay as a label; a piece of code in them would be taken for the command.
  const label = text
    .slice(start, end)
    .replaceAll('`', '')
    .replace(/[.\s]+$/, '')
  return `${text.slice(0, start)}${criterionText({ ...check, text: label })}${text.slice(end)}`
}

function afterLast(
  text: string,
  criteria: readonly { readonly span: { readonly end: number } }[],
  item: string,
): string {
  const { end } = criteria.at(-1)!.span
  const eol = text.includes('\r\n') ? '\r\n' : '\n'
  return `${text.slice(0, end)}${eol}${item}${text.slice(end)}`
}
