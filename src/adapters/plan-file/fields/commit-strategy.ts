import type { TaskId } from '../../../core/plan/ids.ts'
import type { CommitRow } from '../../../core/plan/plan.ts'
import type { Outline } from '../outline.ts'
import { tablesOf } from '../problems/dependency-graph.ts'
import { withoutCode } from '../text/code-span.ts'
import type { Range } from '../text/position.ts'
import { cellText, cellUnder } from '../text/table.ts'
import { isNone, namesIn } from './field-values.ts'
import { readTaskIds, type TaskIndex } from './need.ts'

/** The commit rows of a plan, and the rows that could not be read. */
export interface CommitStrategyReading {
  readonly rows: readonly CommitRow[]
  /** First cells that could not be read. */
  readonly unread: readonly Range[]
  /** The cell of each row's condition. */
  readonly conditions: readonly Range[]
}

/** Reads `## Commit Strategy`: a message for a task, or for the last one of a group. */
export function readCommitStrategy(text: string, outline: Outline, index: TaskIndex): CommitStrategyReading {
  const groups = readGroups(text, outline, index)
  const rows: CommitRow[] = []
  const unread: Range[] = []
  const conditions: Range[] = []
  for (const table of tablesOf(text, outline, 'commit strategy')) {
    for (const row of table.rows) {
      const after = row.cells[0]
      const message = withoutCode(cellText(text, cellUnder(table, row, 'message')))
      if (after === undefined || isNone(message) || isNone(cellText(text, after))) continue
      const named = readTaskIds(text, after, index)
      const group = groups.get(/\bgroup\s+([\p{L}\p{N}]+)/iu.exec(cellText(text, after))?.[1]?.toLowerCase() ?? '')
      if (named === null || named.length === 0) {
        unread.push(after)
        continue
      }
      // The message belongs to the last task of a group, so the task named by the row comes after its group.
      const tasks = [...(group ?? []).filter(id => !named.includes(id)), ...named]
      const files = namesIn(cellText(text, cellUnder(table, row, 'file')))
      const condition = cellUnder(table, row, 'condition')
      rows.push({ tasks, message, files, condition: cellText(text, condition) })
      conditions.push(condition)
    }
  }
  return { rows, unread, conditions }
}

/** `## Parallelization`: the tasks of each group, by the first word of its name. */
function readGroups(text: string, outline: Outline, index: TaskIndex): Map<string, TaskId[]> {
  const groups = new Map<string, TaskId[]>()
  for (const table of tablesOf(text, outline, 'parallelization')) {
    for (const row of table.rows) {
      const name = /^[`*]*(?:group\s+)?([\p{L}\p{N}]+)/iu.exec(cellText(text, cellUnder(table, row, 'group')))?.[1]
      const tasks = readTaskIds(text, cellUnder(table, row, 'todo'), index)
      if (name !== undefined && tasks !== null) groups.set(name.toLowerCase(), tasks)
    }
  }
  return groups
}
