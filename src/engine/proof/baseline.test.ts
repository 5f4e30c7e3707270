import { describe, expect, it } from 'vitest'
import { task } from '../../../test/rig/plan.ts'
import { Proving } from '../../../test/rig/proving.ts'
import { manifest, SEARCH, SHOP } from '../../../test/rig/toy-project.ts'
import type { Baseline } from '../../core/event.ts'
import { Interrupted } from './commands.ts'

const scripts = { test: 'vitest run', lint: 'eslint .' }
const COMMANDS = { test: 'npm test', lint: 'npm run lint' }

/** A measurement as a test compares it. */
const measured = ({ gates, problems, commands, greenfield }: Baseline) => ({
  gates: Object.fromEntries(gates.map(({ gate, verdict }) => [gate, verdict])),
  problems,
  commands,
  greenfield,
})

describe('a base', () => {
  it('that is healthy has no problems', async () => {
    expect(measured(await new Proving(SHOP).measure())).toEqual({
      gates: { lint: 'passed', test: 'passed' },
      problems: [],
      commands: COMMANDS,
      greenfield: false,
    })
  })

  it('where fewer than half of the tests fail has known failures, and no problem', async () => {
    const red = { ...SHOP, 'tests/old.test.js': 'expect old = right\n', 'src/old.js': 'ugly\n' }
    expect(measured(await new Proving(red).measure())).toEqual({
      gates: { lint: 'known-failure', test: 'known-failure' },
      problems: [],
      commands: COMMANDS,
      greenfield: false,
    })
  })

  it('where most tests fail is unhealthy', async () => {
    const sick = { ...SHOP, 'tests/old.test.js': 'expect old = right\nexpect older = right\n' }
    expect(measured(await new Proving(sick).measure())).toEqual({
      gates: { lint: 'passed', test: 'environment' },
      problems: ['test (npm test) fails in 2 of 3 tests'],
      commands: COMMANDS,
      greenfield: false,
    })
  })

  it('that needs a tool which is not here is unhealthy', async () => {
    const sick = { ...SHOP, 'package.json': manifest({ scripts: { ...scripts, lint: 'oxlint .' } }) }
    expect(measured(await new Proving(sick).measure())).toEqual({
      gates: { lint: 'environment', test: 'passed' },
      problems: ['lint (npm run lint) needs a tool that is not here: sh: oxlint: command not found'],
      commands: COMMANDS,
      greenfield: false,
    })
  })

  it('whose command cannot be started is unhealthy', async () => {
    const proving = new Proving(SHOP, command =>
      command === 'npm test' ? { code: 126, stdout: 'Permission denied\n' } : null,
    )
    expect((await proving.measure()).problems).toEqual(['test (npm test) cannot be started: Permission denied'])
  })

  it('that cannot be set up is unhealthy, and nothing else is tried', async () => {
    const locked = { ...SHOP, 'package.json': manifest({ scripts, dependencies: { a: '1' } }), 'package-lock.json': '' }
    const proving = new Proving(locked)
    expect(measured(await proving.measure())).toEqual({
      gates: { setup: 'environment' },
      problems: ['setup (npm ci) does not work: setup: exit 1 / npm error missing: a'],
      commands: { setup: 'npm ci', ...COMMANDS },
      greenfield: false,
    })
    expect(proving.ran).toEqual(['npm ci'])
  })

  it('that cannot be built is unhealthy', async () => {
    const files = {
      ...SHOP,
      'package.json': manifest({ scripts: { ...scripts, build: 'bundle' } }),
      'src/a.js': 'unbuildable\n',
    }
    expect((await new Proving(files).measure()).problems).toEqual([
      'build (npm run build) does not work: build: exit 1 / error: unbuildable in src/a.js',
    ])
  })

  it('without a project has nothing to measure', async () => {
    const proving = new Proving({ 'README.md': '# shop\n' })
    expect(measured(await proving.measure({ config: { commands: { test: 'vitest run' } } }))).toEqual({
      gates: {},
      problems: [],
      commands: { test: 'vitest run' },
      greenfield: true,
    })
    expect(proving.ran).toEqual([])
  })

  it('is measured with the commands of the settings where there are some', async () => {
    const proving = new Proving(SHOP)
    expect((await proving.measure({ config: { commands: { test: 'vitest run' } } })).commands).toEqual({
      ...COMMANDS,
      test: 'vitest run',
    })
    expect(proving.ran).toEqual(['npm run lint', 'vitest run'])
  })

  it('that was measured green is not run again by a proof', async () => {
    const proving = new Proving(SHOP)
    await proving.measure()
    proving.ran.length = 0
    await proving.prove(task('1'), { ...SEARCH, 'src/cart.js': 'add = wrong\n', 'src/b.js': 'ugly\n' })
    expect(proving.ran).toEqual(['npm run lint', 'npm test'])
  })

  it('is not known when the measurement was interrupted, and no room is left behind', async () => {
    const stop = new AbortController()
    stop.abort()
    const proving = new Proving(SHOP)
    await expect(proving.measure({ signal: stop.signal })).rejects.toBeInstanceOf(Interrupted)
    expect([...proving.roomsOpen]).toEqual([])
  })
})
