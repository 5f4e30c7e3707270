import { describe, expect, it } from 'vitest'
import { criterion, task } from '../../../test/rig/core/plan.ts'
import { Proving, SHOWN_BY_TESTS, summary } from '../../../test/rig/proof/proving.ts'
import { manifest, SEARCH, SHOP } from '../../../test/rig/proof/toy-project.ts'
import { type ProofStep, stepWords } from '../../core/proof/proof-step.ts'
import { Interrupted } from './suite/bench.ts'

/** Commands that a second proof of the same draft runs. */
async function secondProof(proving: Proving, ...of: Parameters<Proving['prove']>) {
  await proving.prove(...of)
  proving.ran.length = 0
  return proving.prove(...of)
}

describe('what was green', () => {
  it('is remembered: a second proof of the same code runs no command again', async () => {
    const proving = new Proving(SHOP)
    const kept = task('1', { kind: 'refactor', criteria: [criterion('c1', 'shows add = right')] })
    const receipt = await secondProof(proving, kept, { 'src/basket.js': 'sum = right\n' })
    expect(proving.ran).toEqual([])
    expect(
      receipt.gates.map(({ gate, verdict, cached, durationMs }) => ({ gate, verdict, cached, durationMs })),
    ).toEqual([
      { gate: 'lint', verdict: 'passed', cached: true, durationMs: 0 },
      { gate: 'test', verdict: 'passed', cached: true, durationMs: 0 },
      { gate: 'criterion:c1', verdict: 'passed', cached: true, durationMs: 0 },
      { gate: 'ambient', verdict: 'noted', cached: false, durationMs: 0 },
      { gate: 'control:test', verdict: 'passed', cached: true, durationMs: 0 },
      { gate: 'control:lint', verdict: 'passed', cached: true, durationMs: 0 },
    ])
  })

  it('is remembered for exactly that code', async () => {
    const proving = new Proving(SHOP)
    await proving.prove(task('1'), SEARCH)
    proving.ran.length = 0
    await proving.prove(task('1'), { ...SEARCH, 'src/more.js': '\n' })
    // The base with the new test is the same code as before, but it was red, and red is asked again; so is emptied code.
    expect(proving.ran).toEqual(['npm run lint', 'npm test', 'npm test', 'npm test', 'npm run lint'])
  })
})

describe('how far a proof is', () => {
  it('is told step by step, with the form of the code that a command runs on', async () => {
    const steps: ProofStep[] = []
    await new Proving(SHOP).prove(task('1'), SEARCH, { onStep: step => steps.push(step) })
    const [first] = steps
    expect(steps.every(({ of }) => of === first!.of)).toBe(true)
    expect(steps.map(({ at }) => at)).toEqual(steps.map(({ at }) => at).toSorted((a, b) => a - b))
    expect(steps.at(-1)).toMatchObject({ at: first!.of, name: 'controls' })
    const words = steps.map(stepWords)
    expect(words).toContain(`proving ${steps.find(({ name }) => name === 'test')!.at}/${first!.of}: test on the change`)
    expect(words.some(text => text.endsWith("red to green on the change's tests on the base"))).toBe(true)
    expect(words.some(text => text.endsWith('emptied on the change emptied'))).toBe(true)
  })
})

describe('what was red', () => {
  it('is asked again: the machine may have been at fault', async () => {
    const proving = new Proving(SHOP)
    await secondProof(proving, task('1'), { ...SEARCH, 'src/search.js': 'find = wrong\n' })
    // On the change, twice more, and on the base, which held before.
    expect(proving.ran).toEqual(['npm test', 'npm test', 'npm test', 'npm test'])
  })

  it('on the base is asked again, because proof rests on it', async () => {
    const proving = new Proving(SHOP)
    expect(summary(await secondProof(proving, task('1'), SEARCH))).toEqual(SHOWN_BY_TESTS)
    expect(proving.ran).toEqual(['npm test', 'npm test'])
  })
})

describe('a setup that fails on the base', () => {
  const scripts = { test: 'vitest run', lint: 'eslint .' }
  const locked = { ...SHOP, 'package.json': manifest({ scripts, dependencies: { a: '1' } }), 'package-lock.json': 'a' }
  /** The network goes away when the candidate was set up and tested. */
  const failingLater = () =>
    new Proving(locked, (command, ranBefore) =>
      command === 'npm ci' && ranBefore.includes('npm test') ? { code: 1, stdout: 'npm error network\n' } : null,
    )

  it('is no red: an empty test is not proven by a network that went away', async () => {
    const vacuous = { 'src/search.js': 'find = wrong\n', 'tests/search.test.js': 'expect true\n' }
    expect(summary(await failingLater().prove(task('1'), vacuous))).toEqual({
      proven: false,
      basis: 'none',
      redGreen: [],
      gates: { lint: 'passed', test: 'passed', 'red-green': 'unproven', 'control:test': 'not-run, not blocking' },
    })
  })

  it('is no failure of a criterion: nobody could ask it', async () => {
    const asked = task('1', { criteria: [criterion('c1', 'shows add = right')] })
    expect(summary(await failingLater().prove(asked, SEARCH))).toMatchObject({
      proven: false,
      gates: { 'criterion:c1': 'environment' },
    })
  })

  it('excuses no test that fails', async () => {
    const broken = { ...SEARCH, 'src/cart.js': 'add = wrong\n' }
    expect(summary(await failingLater().prove(task('1'), broken))).toMatchObject({
      proven: false,
      gates: { test: 'failed' },
    })
  })
})

describe('a suite that fails on a busy machine', () => {
  it('accuses nobody: the base, which was green, fails now as well', async () => {
    const proving = new Proving(SHOP, (command, ranBefore) =>
      command === 'npm test' && ranBefore.length > 2 ? { code: 1, stdout: 'took too long\n' } : null,
    )
    await proving.measure()
    const receipt = await proving.prove(task('1'), SEARCH)
    expect(summary(receipt)).toMatchObject({ proven: false, gates: { test: 'environment' } })
    expect(receipt.gates.find(({ gate }) => gate === 'test')!.evidence).toContain(
      'npm test was green on the base before and now fails there too: the cause is this machine',
    )
  })

  it('is a failure where the base still holds', async () => {
    const broken = { ...SEARCH, 'src/cart.js': 'add = wrong\n' }
    expect(summary(await new Proving(SHOP).prove(task('1'), broken))).toMatchObject({ gates: { test: 'failed' } })
  })
})

describe('a preparation that fails at times', () => {
  const scripts = { test: 'vitest run', lint: 'eslint .', build: 'bundle src' }
  const locked = { ...SHOP, 'package.json': manifest({ scripts, dependencies: { a: '1' } }), 'package-lock.json': 'a' }
  const failing = (command: string, times: number) =>
    new Proving(locked, (asked, ranBefore) =>
      asked === command && ranBefore.filter(ran => ran === command).length < times
        ? { code: 1, stdout: 'it was the network\n' }
        : null,
    )

  it.each([
    ['npm ci', 'setup'],
    ['npm run build', 'build'],
  ])('is asked again before anybody is accused: %s', async (command, gate) => {
    const receipt = await failing(command, 1).prove(task('1'), SEARCH)
    expect(summary(receipt)).toMatchObject({ proven: true, gates: { [gate]: 'passed' } })
    const asked = receipt.gates.find(result => result.gate === gate)!
    expect(asked.evidence).toBe(`${command} failed in 1 of 2 runs of the same code`)
    expect(asked.flaky).toEqual([{ check: command, failed: 1, runs: 2 }])
  })

  it.each([
    ['npm ci', 'setup'],
    ['npm run build', 'build'],
  ])('is a failure where it fails every time: %s', async (command, gate) => {
    const proving = failing(command, 3)
    expect(summary(await proving.prove(task('1'), SEARCH))).toMatchObject({ gates: { [gate]: 'failed' } })
    expect(proving.ran.filter(ran => ran === command)).toHaveLength(3)
    expect(proving.roomsOpen.size).toBe(0)
  })
})

describe('a proof that is interrupted', () => {
  it('throws Interrupted and leaves no room behind', async () => {
    const stop = new AbortController()
    stop.abort()
    const proving = new Proving(SHOP)
    await expect(proving.prove(task('1'), SEARCH, { signal: stop.signal })).rejects.toBeInstanceOf(Interrupted)
    expect([...proving.roomsOpen]).toEqual([])
  })

  it('remembers nothing of what was cut short', async () => {
    const stop = new AbortController()
    stop.abort()
    const proving = new Proving(SHOP)
    await proving.prove(task('1'), SEARCH, { signal: stop.signal }).catch(() => {})
    proving.ran.length = 0
    expect(summary(await proving.prove(task('1'), SEARCH))).toEqual(SHOWN_BY_TESTS)
    expect(proving.ran).toEqual(['npm run lint', 'npm test', 'npm test', 'npm test', 'npm run lint'])
  })
})

describe('rooms', () => {
  it('are set up and built once for each form, and all closed', async () => {
    const scripts = { test: 'vitest run', build: 'bundle' }
    const dependencies = { a: '1' }
    const files = { ...SHOP, 'package.json': manifest({ scripts, dependencies }), 'package-lock.json': 'a' }
    const proving = new Proving(files)
    expect(summary(await proving.prove(task('1'), SEARCH)).proven).toBe(true)
    const turn = ['npm ci', 'npm run build', 'npm test']
    expect(proving.ran).toEqual([...turn, ...turn, ...turn])
    expect([...proving.roomsOpen]).toEqual([])
  })
})
