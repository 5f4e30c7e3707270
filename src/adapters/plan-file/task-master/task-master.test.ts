import { describe, expect, test } from 'vitest'
import { taskId } from '../../../core/plan/ids.ts'
import { parsePlan } from '../read.ts'
import { tickBoxes, tickedBoxes } from '../tick.ts'

const PATH = '.taskmaster/tasks/tasks.json'
const read = (text: string) => parsePlan(text, { path: PATH })
const codes = (text: string) => read(text).diagnostics.map(({ severity, code }) => `${severity} ${code}`)
const tick = (...ids: string[]) => ids.map(id => ({ task: taskId(id), criteria: [] }))
const file = (...tasks: object[]): string => JSON.stringify({ tasks }, null, 2)

const TAGGED = `\ufeff{\r
  "master": { "tasks": [
    { "id": 1, "title": "Set up", "status": "done", "dependencies": [], "testStrategy": "\`npm test\` → exit 0" },
    { "id": "2", "title": "Log in", "description": "With \\"care\\" 🙂", "status" :  "in-progress", "dependencies": [1],
      "testStrategy": "try it by hand",
      "subtasks": [
        { "id": 1, "title": "Model", "status": "pending", "details": "in src/user.ts" },
        { "id": 2, "title": "Routes", "status": "review", "dependencies": [1, "1"] } ] },
    { "id": 3, "title": "Release", "status": "pending", "dependencies": [2] }
  ], "metadata": { "status": "pending" } },
  "later": { "tasks": [ { "id": 1, "title": "Other", "status": "pending" } ] }
}`

describe('a file of Task Master', () => {
  test('is a plan whose subtasks are the tasks', () => {
    const { plan } = read(TAGGED)
    expect(plan!.id).toBe('taskmaster')
    expect(plan!.tasks.map(({ id, title, ticked, needs, phase }) => [id, title, ticked, needs, phase])).toEqual([
      ['1', 'Set up', true, [], undefined],
      ['2.1', 'Model', false, ['1'], 'Log in'],
      ['2.2', 'Routes', false, ['1', '2.1'], 'Log in'],
      ['3', 'Release', false, ['2.1', '2.2'], undefined],
    ])
    expect(plan!.tasks[0]!.criteria[0]!.check).toEqual({ command: 'npm test', expect: { is: 'exit', code: 0 } })
    expect(plan!.tasks[1]!.steps).toEqual([
      'With "care" 🙂',
      'Test strategy for all of it: try it by hand',
      'in src/user.ts',
    ])
    expect(codes(TAGGED)).toEqual(['note no-effect', 'note read-as-task-master'])
  })

  test('is ticked by its status alone, and a task with its last subtask', () => {
    expect(tickedBoxes(TAGGED)).toEqual(tick('1'))
    const one = tickBoxes(TAGGED, tick('2.1', '1', '9'))
    expect(one).toBe(TAGGED.replace('"Model", "status": "pending"', '"Model", "status": "done"'))
    expect(tickBoxes(one, tick('2.2'))).toBe(
      one.replace('"status": "review"', '"status": "done"').replace('"in-progress"', '"done"'),
    )
    expect(tickedBoxes(tickBoxes(one, tick('2.2')))).toEqual(tick('1', '2.1', '2.2'))
  })

  test('that leaves tasks out names them, and a task that needs a deferred one is an error', () => {
    const task = (id: number, status: string, ...dependencies: number[]) => ({
      id,
      title: `T${id}`,
      status,
      dependencies,
    })
    const text = file(task(1, 'cancelled'), task(2, 'pending', 1), task(3, 'deferred'))
    expect(read(text).plan!.tasks.map(({ id, needs }) => [id, needs])).toEqual([['2', []]])
    expect(codes(text)).toEqual(['note no-effect', 'note read-as-task-master', 'note no-effect'])
    expect(codes(file(task(1, 'deferred'), task(2, 'pending', 1)))).toContain('error needs-deferred')
  })

  test.each([
    ['that is broken', '{"tasks": [{"id": 1,}]}', 'error not-json'],
    ['without tasks', '{"a": [1, true, -2.5e3, null]}', 'error no-tasks'],
    [
      'with an unknown dependency',
      file({ id: 1, title: 'A', status: 'pending', dependencies: [7] }),
      'error unknown-dependency',
    ],
    [
      'with a task that needs itself',
      file({ id: 1, title: 'A', status: 'pending', dependencies: [1] }),
      'error self-dependency',
    ],
    ['with an id that is used twice', file({ id: 1, title: 'A' }, { id: '1', title: 'B' }), 'error duplicate-id'],
    ['with a task without a title', file({ id: 1 }), 'error empty-title'],
    ['with a task without an id', file({ title: 'A' }), 'error no-id'],
    [
      'with a cycle',
      file({ id: 1, title: 'A', dependencies: [2] }, { id: 2, title: 'B', dependencies: [1] }),
      'error dependency-cycle',
    ],
    ['with a member that is not used', file({ id: 1, title: 'A', priority: 'high' }), 'note unknown-field'],
  ])('%s is reported', (_, text, code) => {
    expect(codes(text)).toContain(code)
  })

  test('may have a circle among tasks that are done', () => {
    const done = { title: 'A', status: 'done' }
    const text = file(
      { ...done, id: 1, dependencies: [2] },
      { ...done, id: 2, dependencies: [1] },
      { id: 3, title: 'C' },
    )
    expect(codes(text).filter(code => code.startsWith('error'))).toEqual([])
  })

  test('that is broken is never written', () => {
    expect(tickBoxes('{"tasks": [{"id": 1, "status": "pending"}', tick('1'))).toBe(
      '{"tasks": [{"id": 1, "status": "pending"}',
    )
  })
})
