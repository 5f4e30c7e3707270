import { expect, test } from 'vitest'
import {
  BASE,
  draft,
  ended,
  landingStarted,
  opened,
  proofRecorded,
  proofStarted,
  ready,
  receipt,
  started,
} from '../../test/rig/core/facts.ts'
import { given } from '../../test/rig/core/given.ts'
import { plan, task } from '../../test/rig/core/plan.ts'
import { taskId } from '../core/plan/ids.ts'
import type { Ports } from '../ports.ts'
import { beginLanding, land } from './landing.ts'

test.each([
  ['a rehearsed receipt in a real run', {}, { rehearsed: true }],
  ['a real receipt in a rehearsal', { rehearsal: true }, {}],
] as const)('nothing lands with %s', async (_, run, of) => {
  const { state } = given(
    opened(plan([task('1')]), run),
    ready,
    started('1'),
    ended('1'),
    proofStarted('1'),
    proofRecorded('1', receipt(of)),
    landingStarted('1'),
  )
  // It is refused before anything outside is touched.
  const nothing = {} as Ports
  await expect(land(nothing, state, { type: 'land', task: taskId('1'), attempt: 1, onto: BASE })).rejects.toThrow(
    'a rehearsed receipt of task 1 counts nowhere else',
  )
})

test.each([
  ['inert', ['README.md', 'docs/use.md'], 'docs(shop): Make 1'],
  ['inert', ['src/window.ts', 'README.md'], 'refactor(shop): Make 1'],
  ['inert', ['.editorconfig.yml'], 'chore(shop): Make 1'],
  ['kept', ['tests/window.test.ts'], 'test(shop): Make 1'],
  ['red-green', ['README.md'], 'docs(shop): Make 1'],
  ['red-green', ['src/window.ts', 'README.md'], 'feat(shop): Make 1'],
  ['red-green', ['src/window.txt'], 'feat(shop): Make 1'],
] as const)('work that is shown as %s in %j is committed as %s', (basis, paths, subject) => {
  const changes = paths.map(path => ({ path, status: 'modified' as const }))
  const { state } = given(
    opened(plan([task('1')])),
    ready,
    started('1'),
    ended('1', 1, { draft: draft('1', 1, { changes }) }),
    proofStarted('1'),
    proofRecorded('1', receipt({ basis })),
  )
  const begun = beginLanding(state, { type: 'land', task: taskId('1'), attempt: 1, onto: BASE })
  expect(begun.type === 'landing-started' && begun.message.split('\n')[0]).toBe(subject)
})
