import { describe, expect, test } from 'vitest'
import { completed, config, gate, opened, ready, reviewed, skipped } from '../../../test/rig/core/facts.ts'
import { type Given, given } from '../../../test/rig/core/given.ts'
import { plan, task } from '../../../test/rig/core/plan.ts'
import { commit, taskId } from '../plan/ids.ts'
import type { IntegrationTest } from '../plan/plan.ts'
import { phaseOf } from '../release/phase.ts'
import type { Observation } from '../run/input.ts'

const CORE: IntegrationTest = {
  id: 'core',
  description: 'both parts together',
  tasks: [],
  layer: 'core',
  command: 'make together',
  references: [],
}
const layered = plan([task('1', { layer: 'core' }), task('2', { layer: 'core' }), task('3', { needs: ['2'] })], {
  integrations: [CORE],
})
const run = (): Given => given(opened(layered, { config: config({}) }), ready)
const complete = (): Given => run().and(completed('1'), completed('2'))
const integrating = (at: Given) => at.next().filter(({ type }) => type === 'integrate')

const result = (verdict: 'passed' | 'failed', tip: string, suspect: string | null = '2'): Observation => ({
  type: 'integration-recorded',
  test: 'core',
  command: 'make together',
  tip: commit(tip),
  gate: gate('integration', verdict, { command: 'make together', evidence: verdict === 'failed' ? 'it fails' : '' }),
  ...(verdict === 'failed'
    ? {
        located: {
          suspect: suspect === null ? null : taskId(suspect),
          tries: [{ commit: commit('commit-1'), task: taskId('1'), gate: gate('integration', 'passed') }],
        },
      }
    : {}),
})

describe('an integration test', () => {
  test('runs on the tip once every task of its layer has ended, and other tasks go on', () => {
    expect(integrating(run().and(completed('1')))).toEqual([])
    expect(complete().next()).toMatchObject([
      { type: 'integrate', test: 'core', tip: 'commit-2' },
      { type: 'run-attempt', task: '3' },
    ])
    expect(integrating(run().and(skipped('1'), skipped('2')))).toEqual([])
  })

  test('that passed does not run again', () => {
    const after = complete().after(result('passed', 'commit-2'))
    expect(integrating(after)).toEqual([])
    expect(after.and(completed('3'), reviewed()).next()).toMatchObject([{ type: 'prove-release' }])
  })

  test('that passed runs again when a task that it covers lands later', () => {
    const before = run().and(completed('1'), skipped('2')).after(result('passed', 'commit-1'))
    expect(integrating(before)).toEqual([])
    const late = before.after({ type: 'retry-task', task: taskId('2'), by: 'Ada', note: '' })
    expect(integrating(late)).toEqual([])
    const landed = late.and(completed('2'))
    expect(integrating(landed)).toEqual([{ type: 'integrate', test: 'core', tip: 'commit-2' }])
    expect(integrating(landed.after(result('passed', 'commit-2')))).toEqual([])
  })

  test('that keeps failing waits for a human when no id is left for its tasks, whatever limits.integrations is', () => {
    const patient = opened(layered, { config: config({ integrations: 100 }) })
    let at = given(patient, ready).and(completed('1'), completed('2')).after(result('failed', 'commit-2'))
    for (let round = 0; round < 26; round++) {
      const id = `integration.${String.fromCharCode(97 + round)}`
      at = at.and(completed(id)).after(result('failed', `commit-${id}`))
    }
    expect(at.state.halted?.problem).toContain('fails after 26 rounds of fixing')
  })

  test('that fails opens a task with the suspect and the command as its criterion, and the run is in decompose', () => {
    const after = complete().after(result('failed', 'commit-2'))
    const remedy = after.task('integration.a').task
    expect(remedy.title).toBe('(ADDED) Fix: integration test core, which fails since task 2')
    expect(remedy.criteria.map(({ text }) => text)).toEqual(['`make together` → exit 0'])
    expect(remedy.steps.join('\n')).toContain('It fails since task 2: begin with the change of that task (src/a.js).')
    expect(remedy.steps.join('\n')).toContain('task 1 (commit-1) passed')
    expect(phaseOf(after.state)).toBe('decompose')
    expect(integrating(after)).toEqual([])
  })

  test('whose values differ opens a task with these values as its criteria', () => {
    const value = { path: 'total', expected: 7, absolute: 0.5, relative: 0 }
    const references = [
      { ...value, text: 'total = 7 ± 0.5', file: null },
      { ...value, text: 'out.json#/n = 7 ± 0.5', file: 'out.json', path: 'n' },
    ]
    const measured = { ...layered, integrations: [{ ...layered.integrations![0]!, references }] }
    const after = given(opened(measured), ready).and(completed('1'), completed('2')).after(result('failed', 'commit-2'))
    expect(after.task('integration.a').task.criteria.map(({ text, check }) => [text, check!.expect.is])).toEqual([
      ['`make together` → total = 7 ± 0.5', 'values'],
      ['`(make together) > /dev/null && cat -- out.json` → n = 7 ± 0.5', 'values'],
    ])
  })

  test('whose cause is only suspected by an agent says so, and names the claim as one', () => {
    const claim = { by: 'owl', suspect: taskId('1'), cause: 'a race', place: 'src/a.js:3', evidence: [], fix: '' }
    const failed = result('failed', 'commit-2', null)
    const remedy = complete()
      .after({ ...failed, diagnosis: claim } as Observation)
      .task('integration.a').task
    expect(remedy.title).toBe('(ADDED) Fix: integration test core (suspected: task 1)')
    expect(remedy.steps.join('\n')).toContain('its word, not a proof: owl suspects task 1: a race (src/a.js:3)')
    // Commits that were tried count more than an agent's word.
    const both = complete().after({ ...result('failed', 'commit-2'), diagnosis: claim } as Observation)
    expect(both.task('integration.a').task.title).toContain('which fails since task 2')
  })

  test('runs again after the task for it, and after limits.integrations rounds the run waits for a human', () => {
    const once = complete().after(result('failed', 'commit-2')).and(completed('integration.a'))
    expect(integrating(once)).toEqual([{ type: 'integrate', test: 'core', tip: 'commit-integration.a' }])
    const twice = once.after(result('failed', 'commit-integration.a', null)).and(completed('integration.b'))
    const spent = twice.after(result('failed', 'commit-integration.b'))
    expect(spent.state.halted).toMatchObject({
      reason: 'integration',
      problem: expect.stringContaining('the integration test core fails after 2 rounds of fixing'),
    })
    expect(spent.next()).toEqual([])
    const resumed = spent.after({ type: 'resume-run' })
    expect(integrating(resumed)).toMatchObject([{ type: 'integrate', test: 'core' }])
  })

  test('whose task a human left out waits for the human, and opens no other task for the same code', () => {
    const skip = { type: 'skip-task', task: taskId('integration.a'), by: 'Ada', note: '' } as const
    const left = complete().after(result('failed', 'commit-2')).after(skip)
    const again = left.after(result('failed', 'commit-2'))
    expect(again.state.halted).toMatchObject({
      problem: expect.stringContaining('and its task integration.a was left out'),
      hints: [expect.stringContaining('pm-agent retry integration.a'), expect.anything(), expect.anything()],
    })
    // The same holds however often it is continued; other code is another matter.
    expect(again.after({ type: 'resume-run' }).after(result('failed', 'commit-2')).state.halted).not.toBe(null)
    const moved = again.after({ type: 'resume-run' }).and(completed('3'))
    expect(moved.after(result('failed', 'commit-3')).state.tasks.map(({ task: { id } }) => id)).toContain(
      'integration.b',
    )
  })
})
