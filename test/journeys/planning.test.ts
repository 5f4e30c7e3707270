import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { stringify } from 'yaml'
import { Project } from '../rig/projects/project.ts'
import { SHELL_PROJECT } from '../rig/projects/shell-project.ts'

const PATH = '.dev/specs/notes/PLAN.md'
const made = (name: string) => [{ command: `cat ${name}.txt`, expect: name }]
const phase = (title: string, tasks: number, needs: readonly number[] = []) => ({
  ...{ title, tasks, needs, goal: `Do ${title}`, domain: title, criteria: made(title) },
})

test('a goal becomes a plan with sub-plans that check accepts, although the planner begins with garbage and a changed file', async () => {
  using project = await Project.with({ ...SHELL_PROJECT, 'kept.txt': 'kept\n' })
  const planner = join(project.root, 'planner.yaml')
  const first = {
    tasks: [
      { title: 'Make a', kind: 'feature', files: { create: ['a.txt'] }, criteria: made('a') },
      { title: 'Keep it', kind: 'feature', criteria: made('kept') },
    ],
    unsure: ['Which name?'],
  }
  writeFileSync(
    planner,
    stringify({
      planner: {
        tasks: {
          phases: [
            { steps: [{ 'raw-report': { text: 'Here is your plan: 1. make notes' } }] },
            { steps: [{ write: { path: 'kept.txt', text: 'mine' } }], report: { phases: [phase('x', 1)] } },
            { report: { title: 'Notes', phases: [phase('a', 9), phase('b', 9, [1])], unsure: ['Who reads them?'] } },
          ],
          'phase-2': [{ report: { tasks: [{ title: 'Make b', kind: 'feature', criteria: made('b') }] } }],
          'phase-1': [{ report: first }, { report: { ...first, tasks: first.tasks.slice(0, 1) } }],
        },
      },
    }),
  )
  const run = await project.pm('plan', 'Keep notes', '--agent', `scripted:${planner}`)
  expect(run.code, run.stdout + run.stderr).toBe(0)
  expect(run.stdout).toContain('you changed files (kept.txt)')
  // A criterion that holds on the code as it is shows nothing, so it goes back too.
  expect(run.stdout).toContain('task 2 (Keep it) has only commands that pass on the code as it is (cat kept.txt)')
  expect(run.stdout).toContain('by the rule, because there is no one to ask: 18 tasks in 2 phases and 2 fields of work')
  expect(run.stdout).toContain('planned when its turn comes: b\n')
  expect(run.stdout).toContain('The planner is unsure of:\n  - Who reads them?\n  - Which name?\n')
  expect(run.stdout).toContain('cost: unknown (5 launches)')
  expect(project.read(PATH)).toContain('### [ ] TODO 1: a\n\n**Sub-plan**: 1-a/PLAN.md\n')
  expect(project.read('.dev/specs/notes/1-a/PLAN.md')).toContain('- [ ] `cat a.txt` → `a`')
  expect(project.read('kept.txt')).toBe('kept\n')
  expect((await project.pm('check', PATH)).code).toBe(0)

  // The sketch is planned when its turn comes.
  const later = await project.pm('plan', '--phase', '2', PATH, '--agent', `scripted:${planner}`)
  expect([later.code, later.stdout]).toEqual([0, expect.stringContaining('wrote .dev/specs/notes/2-b/PLAN.md: 1 task')])
  const tried = await project.pm('check', PATH, '--try')
  expect(tried.stdout).toContain('4 of 4 criteria fail before any work, as they should')
  const audited = JSON.parse((await project.pm('audit', PATH, '--json')).stdout)
  expect(audited.tasks.map(({ id, standing }: Record<string, string>) => `${id} ${standing}`)).toEqual([
    '1 MISSING',
    '1/1 MISSING',
    '2 MISSING',
    '2/1 MISSING',
  ])

  // Nothing is overwritten, and what stays wrong is a draft with its problems.
  const taken = await project.pm('plan', 'Keep notes', '--agent', `scripted:${planner}`, '--out', PATH)
  expect([taken.code, taken.stderr]).toEqual([2, expect.stringContaining('never overwritten without asking')])
  const bad = join(project.root, 'bad.yaml')
  const wrong = { phases: [phase('c', 1)], tasks: [{ title: 'Do c', criteria: [] }] }
  writeFileSync(bad, stringify({ default: [{ report: wrong }] }))
  const draft = await project.pm('plan', 'Do c', '--agent', `scripted:${bad}`, '--json')
  expect(draft.code, draft.stderr).toBe(3)
  expect(JSON.parse(draft.stdout)).toMatchObject({
    clean: false,
    documents: ['.dev/specs/do-c/PLAN.draft.md'],
    problems: ['task 1 (Do c) has no criteria, so nothing can show that it is done'],
  })
  expect(existsSync(join(project.dir, '.dev/specs/do-c/PLAN.md'))).toBe(false)
})
