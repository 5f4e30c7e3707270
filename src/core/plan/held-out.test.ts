import { expect, it } from 'vitest'
import { config } from '../../../test/rig/core/facts.ts'
import { plan, task } from '../../../test/rig/core/plan.ts'
import { concealedBySettings, concealedPaths } from './held-out.ts'

const place = { path: 'PLAN.md' } as Parameters<typeof concealedPaths>[0]['place']
const held = { is: 'file', path: 'held/a.test.js' } as const

it('conceals the held-out files, and every document that names them: plan, settings, manifests of releases', () => {
  const tasks = [{ ...task('1'), hidden: [held] }]
  const found = concealedPaths({ config: config({}, { releasesDir: 'out' }), plan: plan(tasks), place })
  expect(found).toEqual(['held/a.test.js', 'PLAN.md', 'pm-agent.yaml', 'pm-agent.yml', 'out/'])
  expect(concealedBySettings(config({}, { hidden: [held] }))).toContain('docs/releases/')
})

it('conceals nothing where nothing is held out', () => {
  expect(concealedPaths({ config: config({}), plan: plan([task('1')]), place })).toEqual([])
})
