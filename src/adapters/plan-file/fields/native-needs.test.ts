import { describe, expect, test } from 'vitest'
import type { Task } from '../../../core/plan/plan.ts'
import { parsePlan } from '../read.ts'

const read = (text: string) => parsePlan(text, { path: 'PLAN.md' })
const tasksOf = (text: string): readonly Task[] => read(text).plan!.tasks

describe('needs', () => {
  const three = '### [ ] TODO 1: A\n### [ ] TODO 2: B\n### [ ] TODO 3: C\n'
  const needs = (written: string) =>
    tasksOf(`${three}### [ ] TODO 4: D\n**Needs**: ${written}\n### [ ] TODO Final: Verification\n`)[3]!.needs

  test.each([
    ['1, 3', ['1', '3']],
    ['`todo-3`, TODO 1', ['1', '3']],
    ['TODO 1 and task 2', ['1', '2']],
    ['1-3', ['1', '2', '3']],
    ['#2 (the queue, of course)', ['2']],
    ['1+2; 3', ['1', '2', '3']],
    ['2: B', ['2']],
    ['1 outputs', ['1']],
    ['all', ['1', '2', '3']],
    ['none', []],
    ['', []],
    ['\n- 1\n- 2', ['1', '2']],
  ])('%s', (written, ids) => {
    expect(needs(written)).toEqual(ids)
  })

  test('come from the graph, from inputs and from the field, together', () => {
    const graph = '## Dependency Graph\n\n| TODO | Requires |\n|---|---|\n| 3 | `todo-1.x` |\n\n'
    const [, , third] = tasksOf(
      `${graph}### [ ] TODO 1: A\n**Outputs**:\n- \`x\`\n### [ ] TODO 2: B\n### [ ] TODO 3: C\n**Inputs**:\n- \`x\`: \`\${todo-1.outputs.x}\`\n**Needs**: 2\n`,
    )
    expect(third!.needs).toEqual(['1', '2'])
  })

  test('find a task by an output that only one task has', () => {
    const graph =
      '## Dependency Graph\n\n| TODO | Requires | Produces |\n|---|---|---|\n| P-1 | — | `path` |\n| P-2 | `path` | - |\n| P-3 | `${todo-P-1.outputs.path}` (merged), P-2 outputs | - |\n\n'
    const tasks = tasksOf(`${graph}### [ ] P-1: A\n### [ ] P-2: B\n### [ ] P-3: C\n`)
    expect(tasks.map(entry => entry.needs)).toEqual([[], ['P-1'], ['P-1', 'P-2']])
  })

  test('distinguish task 2.a from output a of task 2', () => {
    const tasks = (id: string) =>
      tasksOf(`### [ ] TODO 2: A\n### [ ] TODO ${id}: B\n### [ ] TODO 3: C\n**Needs**: todo-2.a\n`)
    expect(tasks('2.a')[2]!.needs).toEqual(['2.a'])
    expect(tasks('9')[2]!.needs).toEqual(['2'])
  })

  test('of the final verification are everything else, wherever it is written', () => {
    const [final] = tasksOf(`### [ ] TODO Final: Verification\n${three}`)
    expect(final).toMatchObject({ id: 'final', type: 'verification', needs: ['1', '2', '3'] })
  })

  test('of a later task that needs all are the earlier task of its kind and the tasks since', () => {
    const all = (id: number) => `### [ ] TODO ${id}: X\n**Needs**: all\n`
    const tasks = tasksOf(`### [ ] TODO 1: A\n### [ ] TODO 2: B\n${all(3)}### [ ] TODO 4: C\n${all(5)}`)
    expect(tasks.map(entry => entry.needs)).toEqual([[], [], ['1', '2'], [], ['3', '4']])
  })
})
