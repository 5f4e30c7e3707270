import { describe, expect, it } from 'vitest'
import { criterion, task } from '../../../../test/rig/core/plan.ts'
import { Proving, type Sickness } from '../../../../test/rig/proof/proving.ts'
import { manifest, SEARCH, SHOP, type ToyResult } from '../../../../test/rig/proof/toy-project.ts'
import { LIBRARY, TOY_COMMAND } from '../../../../test/rig/proof/toy-suite.ts'
import type { Baseline } from '../../../core/run/event.ts'
import { Interrupted } from '../suite/bench.ts'

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

  it('where single tests and the linter fail has known failures, and no problem', async () => {
    const suite = manifest({ scripts: { test: TOY_COMMAND, lint: 'eslint .' } })
    const red = {
      ...LIBRARY,
      'package.json': suite,
      'tests/old.test.js': 'test old: old = right\n',
      'src/old.js': 'ugly\n',
    }
    expect(measured(await new Proving(red).measure())).toEqual({
      gates: { lint: 'known-failure', test: 'known-failure' },
      problems: [],
      commands: COMMANDS,
      greenfield: false,
    })
  })

  describe('whose test command fails and cannot be read test by test', () => {
    const red = { ...SHOP, 'tests/old.test.js': 'expect old = right\n' }
    const inRooms =
      (result: ToyResult): Sickness =>
      (command, _, home) =>
        command === 'npm test' && home !== 'session' ? result : null

    it('is asked about, because it does not count as a check', async () => {
      const baseline = await new Proving(red).measure()
      expect(measured(baseline)).toMatchObject({
        gates: { test: 'known-failure' },
        problems: [
          'test (npm test) fails on the code as it is and cannot be read test by test, so it does not count as a check (exit 1), in your own session too; it printed last: AssertionError: expect old = right / Tests  1 failed | 1 passed (2)',
        ],
      })
    })

    it('is asked about where it passes in the session of the user, with what is different there', async () => {
      const files = { ...SHOP, 'src/store.js': 'reads SHOP_DATABASE\n' }
      const baseline = await new Proving(files, inRooms({ code: 1, stdout: 'no database\n' })).measure()
      expect(measured(baseline)).toMatchObject({ gates: { test: 'environment' } })
      expect(baseline.problems).toEqual([
        'test (npm test) fails in a clean room (exit 1): it passes in your own session, and the project mentions variables that clean rooms do not get: SHOP_DATABASE; env: {pass: [SHOP_DATABASE]} in pm-agent.yaml passes them on; it printed last: no database',
      ])
    })

    it('is asked about where nothing in the project says what it misses', async () => {
      const { problems } = await new Proving(SHOP, inRooms({ code: 1, stdout: '' })).measure()
      expect(problems[0]).toContain('it passes in your own session, which also has: your home folder')
    })

    it('is a base when it was only unlucky, and is called flaky', async () => {
      const once: Sickness = (command, ran) =>
        command === 'npm test' && !ran.includes(command) ? { code: 1, stdout: 'timed out\n' } : null
      const baseline = await new Proving(SHOP, once).measure()
      expect(measured(baseline)).toMatchObject({ gates: { test: 'passed' }, problems: [] })
      expect(baseline.gates.find(({ gate }) => gate === 'test')).toMatchObject({
        evidence: 'exit 0; npm test failed in 1 of 3 runs of the same code',
        flaky: [{ check: 'npm test', failed: 1, runs: 3 }],
      })
    })
  })

  it('whose test command is green whatever the code does is uncontrolled, and says so', async () => {
    const baseline = await new Proving(SHOP).measure({ config: { commands: { test: 'true' } } })
    expect(measured(baseline)).toMatchObject({ gates: { test: 'uncontrolled' }, problems: [] })
    expect(baseline.gates.at(-1)!.evidence).toContain('it passes with every test and every source broken')
  })

  it('where most tests fail is unhealthy', async () => {
    const sick = { ...SHOP, 'tests/old.test.js': 'expect old = right\nexpect older = right\n' }
    expect(measured(await new Proving(sick).measure())).toEqual({
      gates: { lint: 'passed', test: 'environment' },
      problems: [
        'test (npm test) fails in 2 of 3 tests; it printed last: AssertionError: expect old = right / AssertionError: expect older = right / Tests  2 failed | 1 passed (3)',
      ],
      commands: COMMANDS,
      greenfield: false,
    })
  })

  it('lacks a linter that was only found in its files: that is noted, and no problem', async () => {
    const sick = { ...SHOP, 'package.json': manifest({ scripts: { ...scripts, lint: 'oxlint .' } }) }
    const found = await new Proving(sick).measure()
    expect(measured(found)).toMatchObject({ gates: { lint: 'environment', test: 'passed' }, problems: [] })
    expect(found.gates.find(({ gate }) => gate === 'lint')!.evidence).toContain(
      'needs a tool that is not installed: sh: oxlint: command not found; it is not named in pm-agent.yaml, so it does not count as a check',
    )
  })

  it('that needs a tool which is not here for a command of the user is unhealthy', async () => {
    const sick = { ...SHOP, 'package.json': manifest({ scripts: { ...scripts, lint: 'oxlint .' } }) }
    expect(measured(await new Proving(sick).measure({ config: { commands: { lint: 'npm run lint' } } }))).toEqual({
      gates: { lint: 'environment', test: 'passed' },
      problems: ['lint (npm run lint) needs a tool that is not installed: sh: oxlint: command not found'],
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
    // The last one is on code that is broken, which the command has to notice.
    expect(proving.ran).toEqual(['npm run lint', 'vitest run', 'vitest run'])
  })

  it('that was measured green is run again once, after a check failed every time with the change', async () => {
    const proving = new Proving(SHOP)
    await proving.measure()
    proving.ran.length = 0
    await proving.prove(task('1'), { ...SEARCH, 'src/cart.js': 'add = wrong\n', 'src/b.js': 'ugly\n' })
    // Three runs with the change, then one of the base: the machine may have changed since it was measured.
    expect(proving.ran).toEqual([...Array(4).fill('npm run lint'), ...Array(4).fill('npm test')])
  })

  describe('is asked about the tasks of the plan', () => {
    const files = { create: ['src/cart.js', 'src/none.js'], modify: [], delete: ['src/old.js'], test: [] }
    const tasks = [
      task('1', { files, criteria: [criterion('c1', 'shows add = right'), criterion('c2', 'shows find = right')] }),
      task('2', { criteria: [criterion('c1', 'npm test'), criterion('c2', 'shows find = right')] }),
    ]

    it('and tries each command once in a room of its own, and looks for the files', async () => {
      const proving = new Proving(SHOP)
      const { intake } = await proving.measure({ tasks })
      expect(intake).toEqual([
        {
          task: '1',
          criteria: [
            { id: 'c1', command: 'shows add = right', holds: true, words: 'exit 0' },
            // Two tasks share it, so it shows neither of them.
            expect.objectContaining({ id: 'c2', holds: false, words: 'expected exit 0, got exit 1', isGeneral: true }),
          ],
          present: ['src/cart.js'],
          missing: ['src/none.js'],
        },
        expect.objectContaining({
          criteria: [expect.objectContaining({ id: 'c1', holds: true, isGeneral: true }), expect.anything()],
        }),
      ])
      expect(proving.ran.filter(command => command.startsWith('shows'))).toEqual([
        'shows add = right',
        'shows find = right',
      ])
      expect([...proving.roomsOpen]).toEqual([])
    })

    it('unless it is sick, or nothing is proven', async () => {
      const sick = await new Proving({ ...SHOP, 'src/cart.js': 'add = wrong\n' }).measure({ tasks })
      expect(sick.intake).toBeUndefined()
      expect((await new Proving(SHOP).measure({ tasks, config: { quick: true } })).intake).toBeUndefined()
    })
  })

  it('is not known when the measurement was interrupted, and no room is left behind', async () => {
    const stop = new AbortController()
    stop.abort()
    const proving = new Proving(SHOP)
    await expect(proving.measure({ signal: stop.signal })).rejects.toBeInstanceOf(Interrupted)
    expect([...proving.roomsOpen]).toEqual([])
  })
})
