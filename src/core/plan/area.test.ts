import { expect, test } from 'vitest'
import { config } from '../../../test/rig/core/facts.ts'
import { type TaskFields, task } from '../../../test/rig/core/plan.ts'
import type { Area } from '../settings/config.ts'
import { areasOf, commandsForTask, impactedSuites } from './area.ts'

const files = (...modify: readonly string[]): TaskFields => ({ files: { create: [], modify, delete: [], test: [] } })
const API: Area = { glob: 'packages/api/**', owner: 'api', commands: { test: 'test api', lint: 'lint api' } }
const WEB: Area = { glob: 'packages/web/**', owner: 'web', commands: { test: 'test web' } }
const found = (area: Area): Area => ({ ...area, detected: true })

const using = (fields: TaskFields, areas: readonly Area[], whole = {}) =>
  commandsForTask(task('1', fields), whole, config({}, { areas }))

test('a task holds the owners of the areas that its files lie in, and an area without an owner holds nobody', () => {
  const settings = config({}, { areas: [API, { ...WEB, owner: null }] })
  expect(areasOf(task('1', files('packages/api/a.ts', 'packages/web/b.ts')), settings)).toEqual([
    'owner api',
    'file packages/api/a.ts',
    'file packages/web/b.ts',
  ])
})

test('commands of the area that a task lies in go before those of the whole, and the task itself before both', () => {
  const whole = { test: 'test all', build: 'build all' }
  expect(using(files('packages/api/a.ts'), [API, WEB], whole)).toEqual({
    test: 'test api',
    lint: 'lint api',
    build: 'build all',
  })
  expect(using({ ...files('packages/api/a.ts'), commands: { test: 'own' } }, [API], whole).test).toBe('own')
  expect(using({ owner: 'web' }, [API, WEB], whole).test).toBe('test web')
  expect(using(files('README.md'), [API, WEB], whole)).toEqual(whole)
})

test('a task in two areas is held to the commands of both', () => {
  expect(using(files('packages/api/a.ts', 'packages/web/b.ts'), [API, WEB]).test).toBe('test api && test web')
})

test('commands that were only found fill what the whole lacks, and never replace it', () => {
  const areas = [found(API), found(WEB)]
  expect(using(files('packages/api/a.ts'), areas, { test: 'test all' })).toEqual({ test: 'test all', lint: 'lint api' })
  // Who names no files may have touched any of them.
  expect(using({}, areas)).toEqual({ test: 'test api && test web', lint: 'lint api' })
})

const impacted = (own: string, areas: readonly Area[], test?: string) =>
  impactedSuites(['packages/api/a.ts', 'packages/web/b.ts'], own, { areas, commands: test ? { test } : {} })

test('a change impacts the suites of all areas that it touches, and the whole one where a task has a narrower one', () => {
  expect(impacted('test api', [API, WEB])).toEqual(['test web'])
  expect(impacted('test api && test web', [API, WEB])).toEqual([])
  expect(impacted('test api', [API], 'test all')).toEqual(['test all'])
  expect(impacted('test all', [], 'test all')).toEqual([])
})

test('a suite that was detected in an area is a part of the whole one, and counts where there is none', () => {
  expect(impacted('npm test', [found(API), found(WEB)])).toEqual([])
  expect(impacted('test api', [found(API), found(WEB)])).toEqual(['test web'])
})
