import { describe, expect, it } from 'vitest'
import { criterion, task } from '../../../test/rig/core/plan.ts'
import { taskId } from '../plan/ids.ts'
import type { Task } from '../plan/plan.ts'
import { standingsOf, type TaskFacts } from './standing.ts'

const files = (create: readonly string[]) => ({ create, modify: [], delete: [], test: [] })
const prints = (id: string, command: string) => ({
  ...criterion(id, command),
  check: { command, expect: { is: 'stdout', text: 'hello' } as const },
})

/** A task whose file is there and whose command holds. */
const GREET = task('1', {
  title: 'Add greet',
  files: files(['src/greet.js']),
  criteria: [criterion('c1', 'node src/greet.js')],
})
const facts = (of: Task, more: Partial<TaskFacts> = {}): TaskFacts => ({
  task: of.id,
  criteria: of.criteria.flatMap(({ id, check }) =>
    check ? [{ id, command: check.command, holds: true, words: 'exit 0' }] : [],
  ),
  present: of.files.create,
  missing: [],
  ...more,
})
const standing = (of: Task, more: Partial<TaskFacts> = {}) => {
  const [found] = standingsOf([of], [facts(of, more)])
  return `${found!.standing}${found!.doubt ? ` ${found!.doubt}` : ''}`
}
const tried = (holds: boolean | null, isGeneral?: true) => [
  { id: 'c1', command: 'node src/greet.js', holds, words: '', ...(isGeneral ? { isGeneral } : {}) },
]

describe('a task', () => {
  it('exists if all its commands hold and the file that it wants created is there', () => {
    expect(standing(GREET)).toBe('EXISTS')
  })

  it('exists without files if a command compares what is printed', () => {
    expect(standing({ ...GREET, files: files([]), criteria: [prints('c1', 'node src/greet.js')] })).toBe('EXISTS')
  })

  it.each<[string, Task, Partial<TaskFacts>, string]>([
    ['one command fails', GREET, { criteria: tried(false) }, 'PARTIAL'],
    ['a file is missing', GREET, { missing: ['src/more.js'] }, 'PARTIAL'],
    ['nothing of it is there', GREET, { criteria: tried(false), present: [], missing: ['src/greet.js'] }, 'MISSING'],
    ['a command was not tried', GREET, { criteria: tried(null) }, 'PARTIAL untried'],
    ['its command is the suite of the project', GREET, { criteria: tried(true, true) }, 'PARTIAL weak'],
    ['it only exits with 0 and creates nothing', { ...GREET, files: files([]) }, {}, 'PARTIAL weak'],
    [
      'a judge has to look',
      { ...GREET, criteria: [...GREET.criteria, { ...criterion('c2', ''), check: null }] },
      {},
      'PARTIAL words',
    ],
    ['it has no commands', { ...GREET, criteria: [] }, {}, 'PARTIAL no-command'],
    ['it keeps behaviour', { ...GREET, kind: 'refactor', kindStated: true }, {}, 'PARTIAL keeps-behaviour'],
    ['it is a verification', { ...GREET, type: 'verification' }, {}, 'PARTIAL verification'],
    ['it needs a task that is not there', { ...GREET, needs: [taskId('9')] }, {}, 'PARTIAL needs'],
  ])('does not exist if %s', (_, of, more, expected) => {
    expect(standing(of, more)).toBe(expected)
  })

  it('exists after tasks that exist or are done, and a cycle decides nothing', () => {
    const second = { ...GREET, id: taskId('2'), needs: [GREET.id] }
    const all = (tasks: readonly Task[], done: readonly string[] = []) =>
      standingsOf(
        tasks,
        tasks.map(of => facts(of)),
        id => done.includes(id),
      ).map(one => one.standing)
    expect(all([GREET, second])).toEqual(['EXISTS', 'EXISTS'])
    expect(all([second], ['1'])).toEqual(['EXISTS'])
    expect(all([{ ...GREET, needs: [second.id] }, second])).toEqual(['PARTIAL', 'PARTIAL'])
  })

  it('without commands and files is undecided', () => {
    const bare = task('3', { criteria: [] })
    expect(standingsOf([bare], [facts(bare)])[0]).toMatchObject({ standing: 'MISSING', isUndecided: true })
  })
})
