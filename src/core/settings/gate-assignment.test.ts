import { describe, expect, it } from 'vitest'
import { task } from '../../../test/rig/core/plan.ts'
import { assignedGates, gateWords, missingGates, plannedGates } from './gate-assignment.ts'
import type { GateSettings } from './gate-settings.ts'

const files = (...modify: readonly string[]) => ({ create: [], modify, delete: [], test: [] })

describe('the gates of a task', () => {
  it.each([
    ['a C++ core', { layer: 'C++ core' }, ['build', 'lint', 'test', 'contract']],
    [
      'a role that names core and files in C++',
      { role: 'core', files: files('src/a.cpp') },
      ['build', 'lint', 'test', 'contract'],
    ],
    ['a Python workflow', { layer: 'workflow', files: files('flow/run.py') }, ['lint', 'test']],
    ['a Python role', { role: 'python-dev', layer: null, files: files('a.py') }, ['lint', 'test']],
    ['integration, whatever its language', { layer: 'integration', files: files('a.py') }, ['test', 'numeric']],
    ['TypeScript', { files: files('src/a.ts') }, ['typecheck', 'lint', 'test']],
    [
      'a TypeScript core',
      { layer: 'core', files: files('src/a.ts') },
      ['build', 'typecheck', 'lint', 'test', 'contract'],
    ],
    ['several languages', { files: files('a.py', 'b.ts') }, ['typecheck', 'lint', 'test']],
    ['documents', { layer: 'core', files: files('README.md') }, []],
    ['files that nobody named', {}, []],
    ['a task that says so', { layer: 'C++ core', other: { Gates: 'UNIT, NUMERIC' } }, ['test', 'numeric']],
    ['a verification', { type: 'verification', layer: 'C++ core' }, []],
  ] as const)('for %s come from its layer, its role or its files', (_, fields, gates) => {
    expect(assignedGates(task('1', fields)).gates).toEqual(gates)
  })
})

describe('what a task will go through', () => {
  const core = task('1', { layer: 'C++ core', tier: 'critical' })
  const settings: GateSettings = {
    numeric: {
      command: 'solve',
      reference: 'golden.json',
      format: 'json',
      absolute: 0,
      relative: 0,
      when: { layer: ['Integration'] },
      blocking: true,
    },
    own: [
      { name: 'licences', command: 'licences', when: { files: ['src/**'], tier: ['critical'] }, blocking: false },
      { name: 'docs', command: 'docs', when: { kind: ['docs'] }, blocking: true },
    ],
  }

  it('says which gates run, which do not block, and which cannot run and why', () => {
    const planned = plannedGates(core, { build: 'make', test: 'ctest' }, { settings, files: ['src/a.cpp'] })
    expect(gateWords(planned)).toBe('build, test, gate:licences (does not block); lint cannot run; contract cannot run')
    expect(planned.find(({ gate }) => gate === 'contract')?.notRun).toBe(
      'c++ core: contract is assigned, and no command is known: set gates.contract.command in pm-agent.yaml',
    )
  })

  it('is every command that there is, assigned or not', () => {
    expect(plannedGates(task('1'), { lint: 'l', test: 't' }, {})).toEqual([
      { gate: 'lint', blocking: true, notRun: null },
      { gate: 'test', blocking: true, notRun: null },
    ])
  })

  it('misses no command that the project does not have, if only the files of the task tell its language', () => {
    expect(plannedGates(task('1', { files: files('src/a.js') }), { test: 't' }, {})).toEqual([
      { gate: 'test', blocking: true, notRun: null },
    ])
  })

  it.each([
    ['changed files that it does not name', core, ['docs/a.md'], ''],
    ['files that nobody knows yet', core, null, 'gate:licences'],
    ['another tier', task('1', { tier: 'low' }), ['src/a.cpp'], ''],
    ['its kind', task('1', { kind: 'docs' }), ['docs/a.md'], 'gate:docs'],
    ['its layer, however it is spelled', task('1', { layer: 'integration' }), ['a.py'], 'numeric'],
  ])('depends for a gate of the settings on %s', (_, of, changed, gates) => {
    const planned = plannedGates(of, { test: 't' }, { settings, files: changed })
    const names = planned.filter(({ notRun }) => notRun === null).map(({ gate }) => gate)
    expect(names.filter(name => name !== 'test').join()).toBe(gates)
  })

  describe('where the task names its gates', () => {
    const named = (Gates: string) => task('1', { other: { Gates } })
    const of = (Gates: string, commands = {}) =>
      plannedGates(named(Gates), { test: 't', ...commands }, { settings: { own: settings.own } }).map(
        ({ gate, blocking, notRun }) => `${gate}${notRun === null ? '' : ' missing'}${blocking ? '' : ' (free)'}`,
      )

    it('keeps it from being proven when one of them cannot run', () => {
      expect(of('lint, numeric')).toEqual(['lint missing', 'test', 'numeric missing'])
      expect(of('lint and types', { lint: 'l' })).toEqual(['typecheck missing', 'lint', 'test'])
      expect(missingGates(plannedGates(named('lint'), {}, {})).map(({ notRun }) => notRun)).toEqual([
        'the task names the gate lint, and no command is known: set commands.lint in pm-agent.yaml, or take it out of Gates',
      ])
    })

    it('takes gates of the settings by their names, and a name of nothing as one that cannot run', () => {
      expect(of('docs')).toEqual(['test', 'gate:docs'])
      expect(of('test, coverage')).toEqual(['test', 'gate:coverage missing'])
    })

    it('leaves the rest of what is written there to humans', () => {
      for (const words of ['none', 'all tests must pass', 'unit (as always)', 'Tests.'])
        expect(of(words)).toEqual(['test'])
    })

    it('is shown on the line of its gates', () => {
      expect(gateWords(plannedGates(named('lint'), { test: 't' }, {}))).toBe(
        'test; lint cannot run, and the task names it',
      )
    })
  })

  it('reads the contract of a TypeScript core without being told how', () => {
    const planned = plannedGates(task('1', { layer: 'TypeScript core' }), {}, {})
    expect(planned.find(({ gate }) => gate === 'contract')).toEqual({ gate: 'contract', blocking: true, notRun: null })
  })
})
