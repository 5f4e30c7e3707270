import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { openSqliteStore } from '../../src/adapters/store/sqlite.ts'
import { evolve } from '../../src/core/run/evolve.ts'
import { fold } from '../../src/core/run/state.ts'
import { viewRun } from '../../src/core/shown/view.ts'
import { stateOfFiles } from '../../src/lies/untouched.ts'
import { Project } from '../rig/projects/project.ts'
import { SHELL_PROJECT, shellPlan } from '../rig/projects/shell-project.ts'

/**
 * A journal as the pm-agent of events of schema 1 left it: never recorded anew. Who changes the shape of an event adds a
 * step to src/adapters/store/upcast.ts until this reads as it always did, and a recording of the new schema beside it.
 */
const RECORDED = fileURLToPath(new URL('../fixtures/journals/event-schema-1.sql', import.meta.url))

/** A repository that a run was made in some time ago. */
async function longAgo(change = ''): Promise<{ readonly user: Project; readonly file: string }> {
  const user = await Project.with({
    ...SHELL_PROJECT,
    'PLAN.md': shellPlan([{ id: '1' }, { id: '2', needs: ['1'] }, { id: '3' }]),
  })
  const file = join(user.dir, '.git', 'pm-agent', 'journal.db')
  mkdirSync(join(user.dir, '.git', 'pm-agent'))
  const database = new DatabaseSync(file)
  database.exec(`PRAGMA journal_mode = WAL; PRAGMA foreign_keys = OFF; ${readFileSync(RECORDED, 'utf8')}; ${change}`)
  database.close()
  return { user, file }
}

test('a journal of schema 1 is read correctly', async () => {
  const { user: made, file } = await longAgo()
  using user = made
  const opened = openSqliteStore(file)
  if (!opened.ok) throw opened.error
  const [run] = await opened.value.runs()
  const view = viewRun(fold(await opened.value.read(run!.id), evolve)!)
  opened.value.close()
  expect(view.tasks.map(task => [task.id, task.state, task.outcome, task.attempts, task.commit?.slice(0, 10)])).toEqual(
    [
      ['1', 'completed', 'proven', 1, 'f936f15a64'],
      ['2', 'completed', 'proven', 2, '95ea3f99be'],
      ['3', 'skipped', null, 1, undefined],
    ],
  )
  expect(view.run).toMatchObject({ phase: 'integrate', branch: 'pm/many-files', published: true, stopped: false })
  const words = async (...args: readonly string[]) => (await user.pm(...args)).stdout
  expect(await words('status')).toContain('completed (proven)  Make file 2  95ea3f99be')
  expect(await words('why', '2')).toContain(
    'Task 2 is completed as 95ea3f99be: test went from red to green.\nAttempt 1 (implement, command): it exited with code 0; it said "success"; 0 changed files.',
  )
  expect(await words('log', '3')).toContain('no key to be had')
  expect((await words('report')).replace(/\s+/g, ' ')).toContain('1 false claim of success caught')
  expect(await words('show', '2', '--prompt')).toContain('Make file 2')
})

describe('a journal of a newer pm-agent is refused by name:', () => {
  test.each([
    ['tables', 'PRAGMA user_version = 99', 'format 99'],
    ['events', 'UPDATE meta SET event_schema = 99', 'events of schema 99'],
  ])('newer %s', async (_, change, detail) => {
    const { user: made, file } = await longAgo(change)
    using user = made
    const before = [stateOfFiles(user.dir), readFileSync(file)]
    for (const command of [['status'], ['log'], ['run', '--agent', 'command:true'], ['clean'], ['clean', '--all']]) {
      const refused = await user.pm(...command)
      expect([refused.code, refused.stderr], command.join(' ')).toEqual([
        2,
        `pm-agent: the journal was written by a newer pm-agent: ${file} (${detail})\n  update pm-agent\n`,
      ])
    }
    expect([stateOfFiles(user.dir), readFileSync(file)]).toEqual(before)
  })
})
