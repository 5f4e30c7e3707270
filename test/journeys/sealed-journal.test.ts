import { cpSync, existsSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Project } from '../rig/projects/project.ts'
import { HONEST_AGENT, SHELL_PROJECT, shellPlan } from '../rig/projects/shell-project.ts'

const journalOf = (project: Project): string => join(project.dir, '.git', 'pm-agent', 'journal.db')

function edit(project: Project, sql: string): void {
  const database = new DatabaseSync(journalOf(project), { timeout: 5_000 })
  database.exec(sql)
  database.close()
}

/** A finished run of two tasks. */
async function finished(): Promise<{ readonly project: Project; readonly run: readonly string[] }> {
  const project = await Project.with({
    ...SHELL_PROJECT,
    'PLAN.md': shellPlan([{ id: '1' }, { id: '2', needs: ['1'] }]),
  })
  writeFileSync(join(project.root, 'agent.sh'), HONEST_AGENT)
  const run = ['run', '--agent', `command:sh ${project.root}/agent.sh`]
  expect((await project.pm(...run)).code).toBe(0)
  return { project, run }
}

describe('a damaged journal', () => {
  let made: Awaited<ReturnType<typeof finished>>
  beforeAll(async () => {
    made = await finished()
    cpSync(join(made.project.dir, '.git', 'pm-agent'), join(made.project.root, 'kept'), { recursive: true })
  })
  afterAll(() => made.project[Symbol.dispose]())
  /** The same run again, as it was before it was damaged. */
  const damaged = (sql: string): Project => {
    const { project } = made
    rmSync(join(project.dir, '.git', 'pm-agent'), { recursive: true })
    cpSync(join(project.root, 'kept'), join(project.dir, '.git', 'pm-agent'), { recursive: true })
    edit(project, sql)
    return project
  }

  test.each([
    ['a record is gone', 'DELETE FROM events WHERE version = 4', /event 4 of run \S+ is missing/],
    [
      'the last record is gone',
      'DELETE FROM events WHERE version = (SELECT max(version) FROM events)',
      /event \d+ of run \S+ is missing/,
    ],
    [
      'the frozen settings are others',
      `UPDATE events SET body = json_set(body, '$.config.limits.parallel', 9) WHERE type = 'run-opened'`,
      /event 1 of run \S+ was changed/,
    ],
    [
      'a receipt says something else',
      `UPDATE events SET body = replace(body, '"passed"', '"failed"') WHERE type = 'proof-recorded'`,
      /event \d+ of run \S+ was changed/,
    ],
    [
      'a record of an unknown kind was added',
      `INSERT INTO events SELECT run, max(version) + 1, at, 'moon-landed', schema, '{"type":"moon-landed"}' FROM events GROUP BY run`,
      /event \d+ of run \S+ was added by something else/,
    ],
    [
      'two records changed places',
      'UPDATE events SET version = CASE version WHEN 5 THEN -6 ELSE -5 END WHERE version IN (5, 6); UPDATE events SET version = -version WHERE version < 0',
      /event 5 of run \S+ was changed; event 6 of run \S+ was changed/,
    ],
  ])('%s: every command refuses with the place and a way out', async (_, sql, place) => {
    const project = damaged(sql)
    for (const command of [['status'], ['log'], ['report'], ['show', '1'], ['retry', '1'], made.run]) {
      const refused = await project.pm(...command)
      expect([refused.code, refused.stdout], command.join(' ')).toEqual([2, ''])
      expect(refused.stderr).toMatch(place)
      expect(refused.stderr).toContain('pm-agent doctor --journal names every place and what you can do')
    }
    const doctor = await project.pm('doctor', '--journal')
    expect(doctor.code).toBe(2)
    expect(doctor.stdout).toContain('pm-agent doctor --journal --repair puts it aside')
  })

  test('is put aside by the way out, after which the run goes on from the branch', async () => {
    const project = damaged('DELETE FROM events WHERE version = 4')
    expect((await project.pm('doctor', '--journal', '--repair')).code).toBe(0)
    expect((await project.pm(...made.run)).code).toBe(0)
    expect((await project.status()).tasks.map(task => task.outcome)).toEqual(['existed', 'existed'])
  })
})

test('a modified cached result is reported and not used; dropping it lets the run continue', async () => {
  const { project: made, run } = await finished()
  using project = made
  edit(project, "UPDATE results SET value = value || ' '")
  project.write({ 'PLAN.md': shellPlan([{ id: '1' }, { id: '2', needs: ['1'] }, { id: '3' }]) })
  const refused = await project.pm(...run)
  expect([refused.code, refused.stderr]).toEqual([2, expect.stringMatching(/the remembered result \w+ was changed/)])
  expect((await project.pm('doctor', '--journal')).stdout).toContain('drops these results')
  expect((await project.pm('doctor', '--journal', '--repair')).stdout).toMatch(/^Dropped \d+ changed results/)
  expect((await project.pm(...run)).code).toBe(0)
})

test('a journal that is changed while an agent works stops the run before anything lands', async () => {
  using project = await Project.with({ ...SHELL_PROJECT, 'PLAN.md': shellPlan([{ id: '1' }]) })
  writeFileSync(
    join(project.root, 'agent.sh'),
    HONEST_AGENT.replace(
      'cat > /dev/null',
      `cat > /dev/null\necho here > ${project.root}/here; read go < ${project.root}/go`,
    ),
  )
  await project.shell(project.root, 'mkfifo here go')
  const life = project.start(['run', '--agent', `command:sh ${project.root}/agent.sh`])
  await project.shell(project.root, 'cat here')
  edit(project, `UPDATE events SET body = json_set(body, '$.config.checkpointTags', 7) WHERE type = 'run-opened'`)
  await project.shell(project.root, 'echo now > go')
  const { code, stdout } = await life.done
  expect(code).not.toBe(0)
  expect(stdout).toContain('the journal differs from what pm-agent wrote: event 1 of run')
  expect(await project.gitIn(project.dir, 'log', '--format=%s', 'pm/many-files')).not.toContain('Make file 1')
})

test('pm-agent’s files are private to their owner, whatever the umask', async () => {
  using project = await Project.with({ ...SHELL_PROJECT, 'PLAN.md': shellPlan([{ id: '1' }]) })
  writeFileSync(join(project.root, 'agent.sh'), HONEST_AGENT)
  const before = process.umask(0)
  try {
    expect((await project.pm('run', '--agent', `command:sh ${project.root}/agent.sh`)).code).toBe(0)
  } finally {
    process.umask(before)
  }
  const ours = join(project.dir, '.git', 'pm-agent')
  expect(existsSync(ours)).toBe(true)
  const open = ['.', ...(readdirSync(ours, { recursive: true }) as string[])].filter(
    path => (statSync(join(ours, path)).mode & 0o077) !== 0,
  )
  expect(open).toEqual([])
})
