import { expect, test } from 'vitest'
import { type TaskFields, task } from '../../test/rig/core/plan.ts'
import { defaultAttempt } from './default-attempt.ts'

const output = (value: string) => ({ name: 'it', type: 'file', value, note: '' })
const files = (lists: Partial<NonNullable<TaskFields['files']>>) => ({
  create: [],
  modify: [],
  delete: [],
  test: [],
  ...lists,
})
/** What is changed, without the words that are printed. */
const changes = (fields: TaskFields, there: readonly string[] = []) =>
  defaultAttempt(task('3', fields), path => there.includes(path)).steps!.slice(1)

const LINE = 'rehearsed: task 3\n'

test('an agent that nobody wrote a script for does something in every file that its task names', () => {
  expect(changes({ outputs: [output('./src/a.js')], files: files({ modify: ['src/b.js', 'src/a.js'] }) })).toEqual([
    { append: { path: 'src/a.js', text: LINE } },
    { append: { path: 'src/b.js', text: LINE } },
  ])
  expect(changes({ outputs: [output('docs/')] })).toEqual([{ append: { path: 'docs/rehearsed.txt', text: LINE } }])
  expect(changes({ files: files({ delete: ["it's.txt"] }) })).toEqual([{ run: "rm -rf -- 'it'\\''s.txt'" }])
})

test('and breaks no file whose form is read by others', () => {
  expect(changes({ files: files({ modify: ['package.json', 'a.js'] }) }, ['package.json'])).toEqual([
    { append: { path: 'a.js', text: LINE } },
  ])
  expect(changes({ files: files({ create: ['data.json'] }) })).toEqual([{ write: { path: 'data.json', text: '{}\n' } }])
})

test('a task that names no file it can write is given one', () => {
  const something = [{ append: { path: 'rehearsed/task-3.dat', text: LINE } }]
  expect(changes({})).toEqual(something)
  expect(changes({ files: files({ modify: ['src/**/*.js', '../outside', '/etc/passwd'] }) })).toEqual(something)
})

test('a verification changes nothing and reports all the same', () => {
  const { steps, report } = defaultAttempt(task('final', { type: 'verification' }), () => false)
  expect(steps).toEqual([{ print: 'rehearsing task final: Make final' }])
  expect(report).toMatchObject({ status: 'success' })
})
