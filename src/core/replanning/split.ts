/** The rules for a split: the parts together imply the task. */

import { cut, type TaskId, taskId } from '../plan/ids.ts'
import type { Task } from '../plan/plan.ts'
import type { ProposedTask } from '../planning/proposal.ts'
import { SUB_PLAN_MAX } from '../planning/proposal-problems.ts'
import type { FileChange } from '../proof/draft.ts'
import { ADDED_MARK } from '../run/added-tasks.ts'
import { plural } from '../text/lists.ts'
import type { SplitPart } from './replanning-event.ts'
import { expectedFiles } from './wish.ts'

/** The reasons to send a split back, besides those for every plan. */
export function splitProblems(
  task: Task,
  parts: readonly ProposedTask[],
  { patchFiles, changes }: { readonly patchFiles: number; readonly changes: readonly FileChange[] },
): readonly string[] {
  if (parts.length < 2) return ['a split has at least two tasks']
  const known = new Set(task.criteria.map(({ id }) => id))
  const covered = new Set(parts.flatMap(({ covers = [] }) => covers))
  const open = task.criteria.filter(({ id }) => !covered.has(id))
  const named = new Set(parts.flatMap(filesOf))
  const unnamed = [...new Set(filesOf(task))].filter(path => !named.has(path))
  const lost = changes.map(({ path }) => path).filter(path => !named.has(path) && !unnamed.includes(path))
  return [
    ...open.map(({ id, text }) => `criterion ${id} (${text}) is covered by no task: name it under "covers"`),
    ...parts.flatMap(({ id, covers = [] }) =>
      covers.flatMap(name => (known.has(name) ? [] : [`task ${id} covers ${name}, which is no criterion of the task`])),
    ),
    ...unnamed.map(path => `${path} belongs to no task: name it under "files"`),
    ...lost.map(path => `the work done so far changed ${path}, which belongs to no task: name it under "files"`),
    ...parts.flatMap(part => {
      const count = expectedFiles(part)
      return count > patchFiles
        ? [`task ${part.id} (${part.title}) names ${plural(count, 'file')}: at most ${patchFiles}`]
        : []
    }),
  ]
}

const filesOf = ({ files }: Pick<ProposedTask, 'files'>): readonly string[] => Object.values(files).flat()

const LETTERS = 'abcdefghijklmnopqrstuvwxyz'
const TITLE_MAX = 100

/** `3.a`, `3.b`, …: the parts as tasks of the run, each with the files of earlier work that it names. */
export function splitParts(
  task: Task,
  read: readonly Task[],
  on: { readonly isTaken: (id: TaskId) => boolean; readonly changes: readonly FileChange[] },
): readonly SplitPart[] {
  const free = [...LETTERS].map(letter => taskId(`${task.id}.${letter}`)).filter(id => !on.isTaken(id))
  const ids = new Map(read.slice(0, SUB_PLAN_MAX).map((part, at) => [part.id, free[at]!]))
  const { tier, tierStated, mustNot, references, parent } = task
  const { tools, commands, owner, agent, role, layer, hold, breaking, allow, nonGoals, interfaces, span } = task
  const inherited = { tools, commands, owner, agent, role, layer, hold, breaking, allow, nonGoals, interfaces, span }
  const left = new Set(on.changes.map(({ path }) => path))
  return read.flatMap((part): readonly SplitPart[] => {
    const id = ids.get(part.id)
    if (id === undefined) return []
    const kept = [...new Set(Object.values(part.files).flat())].filter(path => left.delete(path))
    const own: Task = {
      ...part,
      ...inherited,
      ...(part.tierStated ? {} : { tier, ...(tierStated ? { tierStated } : {}) }),
      ...(parent === undefined ? {} : { parent }),
      id,
      title: `${ADDED_MARK}${cut(part.title, TITLE_MAX)}`,
      needs: [...new Set([...task.needs, ...part.needs.flatMap(need => ids.get(need) ?? [])])],
      mustNot: [...mustNot, ...part.mustNot],
      references: [...new Set([...references, ...part.references])],
    }
    return [{ task: own, kept }]
  })
}
