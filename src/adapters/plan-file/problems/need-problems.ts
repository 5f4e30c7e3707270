/** Problems with dependencies. */

import { cycles } from '../../../core/plan/graph.ts'
import type { TaskId } from '../../../core/plan/ids.ts'
import { closest } from '../../../core/text/closest.ts'
import type { Need } from '../fields/need.ts'
import type { Reading, TaskReading } from '../native.ts'
import { inline } from '../text/position.ts'
import type { Findings } from './findings.ts'

const NAMED_MAX = 12
const GUESSED_MAX = 50

/** `1, 2, 3 …`: enough to find the right one. */
function listOf(names: Iterable<string>): string {
  const listed: string[] = []
  for (const name of names) {
    if (listed.length === NAMED_MAX) return `${listed.join(', ')} …`
    listed.push(`\`${name}\``)
  }
  return listed.join(', ')
}

/** Reports all dependency problems of all tasks. */
export function findNeedProblems(reading: Reading, findings: Findings): void {
  const outputs = new Map<TaskId, ReadonlySet<string>>()
  for (const { task } of reading.tasks) {
    if (!outputs.has(task.id)) outputs.set(task.id, new Set(task.outputs.map(output => output.name)))
  }
  for (const entry of reading.tasks) {
    for (const need of entry.needs) findNeedProblem(reading, findings, { entry, need, outputs })
    findDisagreement(reading, findings, entry)
  }
  for (const at of reading.tasks.length === 0 ? [] : reading.graph.strangers) {
    const words = inline(reading.text, at)
    const hint = `Tasks of this plan: ${listOf(reading.index.ids.values())}.`
    findings.say('warning', 'unknown-task', at, `The dependency graph names \`${words}\`, which is not a task.`, hint)
  }
  findCycles(reading, findings)
}

interface Place {
  readonly entry: TaskReading
  readonly need: Need
  /** The declared outputs of each task. */
  readonly outputs: ReadonlyMap<TaskId, ReadonlySet<string>>
}

function findNeedProblem(reading: Reading, findings: Findings, { entry, need, outputs }: Place): void {
  const { id } = entry.task
  const { target } = need
  switch (target.is) {
    case 'all':
      return
    case 'unreadable':
      findings.say(
        'warning',
        'unreadable-dependency',
        need,
        `Task ${id} needs something that is not the name of a task, so this has no effect.`,
        'Name tasks by their ids, as in `1, 2` or `todo-1.config_path`.',
      )
      return
    case 'unknown': {
      const { ids } = reading.index
      // In a long plan almost every number is close to another one.
      const meant = ids.size > GUESSED_MAX ? null : closest(target.name, [...ids.values()])
      const hint = meant === null ? `Tasks of this plan: ${listOf(ids.values())}.` : `Did you mean \`${meant}\`?`
      findings.say(
        'error',
        'unknown-dependency',
        need,
        `Task ${id} needs task ${target.name}, which does not exist.`,
        hint,
      )
      return
    }
    case 'task': {
      if (target.id === id) {
        findings.say('error', 'self-dependency', need, `Task ${id} needs itself.`, 'Remove this entry.')
      } else if (target.id === 'final') {
        const hint = 'The final verification runs when everything else is done. Remove this entry.'
        findings.say('error', 'depends-on-final', need, `Task ${id} needs the final verification.`, hint)
      }
      if (need.from === 'inputs' && target.output !== null) {
        findUndeclared(findings, need, {
          id,
          from: target.id,
          output: target.output,
          declared: outputs.get(target.id)!,
        })
      }
    }
  }
}

interface Input {
  readonly id: TaskId
  readonly from: TaskId
  readonly output: string
  readonly declared: ReadonlySet<string>
}

function findUndeclared(findings: Findings, need: Need, { id, from, output, declared }: Input): void {
  if (declared.has(output)) return
  const hint =
    declared.size === 0
      ? `Task ${from} declares no outputs. Add \`${output}\` to its **Outputs**.`
      : `Task ${from} declares ${listOf(declared)}.`
  const message = `Task ${id} reads \`${output}\` from task ${from}, which does not declare it.`
  findings.say('error', 'unknown-output', need, message, hint)
}

/** The graph and the inputs describe the same dependencies; where they differ, both count, and a note reports it. */
function findDisagreement(reading: Reading, findings: Findings, { task, needs }: TaskReading): void {
  const inGraph = reading.graph.needs.get(task.id)
  if (inGraph === undefined || inGraph.some(need => need.target.is === 'all')) return
  const told = new Map<TaskId, Set<Need['from']>>()
  for (const need of needs) {
    const other = idOf(need)
    if (other === null || other === task.id) continue
    const sources = told.get(other)
    if (sources === undefined) told.set(other, new Set([need.from]))
    else sources.add(need.from)
  }
  for (const need of needs) {
    const other = idOf(need)
    const sources = other === null ? undefined : told.get(other)
    if (sources === undefined || sources.size > 1) continue
    const shown = need.from === 'graph' && need.target.is === 'task' && need.target.output !== null
    const message =
      need.from === 'inputs'
        ? `Task ${task.id} reads an output of task ${other}, but the dependency graph has no such dependency.`
        : `In the dependency graph task ${task.id} depends on task ${other}, but none of its inputs comes from there.`
    if (need.from !== 'inputs' && !shown) continue
    const hint = 'Both count; make them agree to be sure.'
    findings.say('note', 'dependency-disagreement', need, message, hint)
    // One note per pair of tasks is enough.
    told.delete(other!)
  }
}

const idOf = (need: Need): TaskId | null => (need.target.is === 'task' ? need.target.id : null)

function findCycles(reading: Reading, findings: Findings): void {
  // A dependency on the final verification is already reported, and would look like a cycle of everything.
  const tasks = reading.tasks.map(({ task }) => ({ id: task.id, needs: task.needs.filter(need => need !== 'final') }))
  const wanted = new Map<TaskId, TaskReading>()
  for (const entry of reading.tasks) if (!wanted.has(entry.task.id)) wanted.set(entry.task.id, entry)
  for (const circle of cycles(tasks)) {
    const [first, second] = circle as [TaskId, TaskId]
    const entry = wanted.get(first)!
    const at = entry.needs.find(need => idOf(need) === second) ?? entry.draft.heading
    const named = [...circle, first].join(' → ')
    const hint = 'Each waits for the next one, so none can begin. Remove one of these dependencies.'
    findings.say('error', 'dependency-cycle', at, `Tasks wait for each other: ${named}.`, hint)
  }
}
