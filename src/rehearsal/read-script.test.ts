import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { criterion, plan, task } from '../../test/rig/core/plan.ts'
import { parsePlan } from '../adapters/plan-file/read.ts'
import { readScript } from './read-script.ts'
import { ALL_GOES_WELL } from './script.ts'

const PLAN = plan([
  task('1', { criteria: [criterion('c1', 'node a.js')] }),
  task('2'),
  task('final', { type: 'verification' }),
])
const read = (text: string) => readScript(text, { name: 'script.yaml', plan: PLAN })

function script(text: string) {
  const result = read(text)
  if (!result.ok) throw new Error(JSON.stringify(result.error, null, 2))
  return result.value
}
function problems(text: string): readonly string[] {
  const result = read(text)
  if (result.ok) throw new Error('nothing is wrong with it')
  return result.error.map(({ where, message, hint }) => [where, message, ...(hint ? [hint] : [])].join(' | '))
}

const gate = (verdict: string, evidence = '', takesMs = 0) => ({ verdict, evidence, takesMs })

describe('a script for a rehearsal', () => {
  test('may be empty: then all goes well', () => {
    expect(script('')).toEqual(ALL_GOES_WELL)
    expect(script('{}')).toEqual(ALL_GOES_WELL)
  })

  test('says per attempt what the agent does, how long, what the checks say and what comes of the merge', () => {
    const { tasks } = script(`
tasks:
  1:
    - steps: [{ write: { path: a, text: b } }, hang]
      report: { status: success }
      takes: 1.5 min
      gates: { test: failed, lint: { verdict: environment, evidence: no linter, takes: 2s } }
      merge: conflict
    - merge: { result: broken, gates: { "criterion:c1": failed } }
  Final: {}
`)
    expect(tasks).toEqual({
      1: [
        {
          steps: [{ write: { path: 'a', text: 'b' } }, { hang: true }],
          report: { status: 'success' },
          takesMs: 90_000,
          gates: { test: gate('failed'), lint: gate('environment', 'no linter', 2000) },
          merge: { result: 'conflict', paths: [], gates: {} },
        },
        {
          takesMs: 0,
          gates: {},
          merge: { result: 'broken', paths: [], gates: { 'criterion:c1': gate('failed') } },
        },
      ],
      final: [{ takesMs: 0, gates: {}, merge: null }],
    })
  })

  test.each([
    ['approve', { type: 'approve', message: '' }],
    ['retry: "a hint"', { type: 'retry', message: 'a hint' }],
    ['{ type: skip, message: not needed }', { type: 'skip', message: 'not needed' }],
    ['{ type: REVISE, feedback: shorter }', { type: 'revise', message: 'shorter' }],
    ['{ decision: REJECT, feedback: out of scope }', { type: 'reject', message: 'out of scope' }],
    ['PAUSE', { type: 'pause', message: '' }],
  ])('lets a human say %s', (text, said) => {
    expect(
      script(`decisions: { 1: [${text.startsWith('{') ? text : `{ ${text} }`.replace(/^\{ (\w+) \}$/, '$1')}] }`)
        .decisions,
    ).toEqual({ 1: [said] })
  })

  test('understands the words of earlier designs', () => {
    const { tasks, decisions } = script(`
tasks:
  1:
    - gate_results: { UNIT: { passed: false, details: "1 failed" }, lint: pass, build: true }
      integration: { result: CONFLICT, files: [a.js] }
human_decisions: { 1: approve }
`)
    expect(tasks['1']![0]).toMatchObject({
      gates: { test: gate('failed', '1 failed'), lint: gate('passed'), build: gate('passed') },
      merge: { result: 'conflict', paths: ['a.js'] },
    })
    expect(decisions).toEqual({ 1: [{ type: 'approve', message: '' }] })
  })

  test('is also any script for --agent scripted:FILE, and the example that comes with pm-agent', () => {
    expect(
      script(JSON.stringify({ default: [{ steps: [{ run: 'true' }], report: { status: 'success' } }] })).default,
    ).toHaveLength(1)
    const demo = new URL('../../demo/vi/', import.meta.url)
    const vi = parsePlan(readFileSync(new URL('base/PLAN.md', demo), 'utf8'), { path: 'PLAN.md' }).plan!
    const text = readFileSync(new URL('rehearsal.yaml', demo), 'utf8')
    expect(readScript(text, { name: 'rehearsal.yaml', plan: vi })).toMatchObject({ ok: true })
  })
})

test('the script in the documentation can be played as it stands there', () => {
  const page = readFileSync(new URL('../../docs/rehearsing.md', import.meta.url), 'utf8')
  const [, text] = /```yaml\n([\s\S]*?)```/.exec(page)!
  const solver = { id: 'solver', description: '', tasks: [], layer: 'core', command: 'make run', references: [] }
  const six = { ...plan(['1', '2', '3', '4', '5', '6'].map(id => task(id))), integrations: [solver] }
  expect(readScript(text!, { name: 'rehearsing.md', plan: six })).toMatchObject({ ok: true })
})

describe('a script that cannot be played', () => {
  test.each([
    [
      'aliases that unfold to gigabytes',
      `${'a: &a [x, x, x, x, x, x, x, x, x]\n'}${[...'bcdefgh'].map((name, at) => `${name}: &${name} [${`*${'abcdefg'[at]}, `.repeat(9)}]\n`).join('')}`,
      [
        'script.yaml:1:1 | this cannot be unfolded: Excessive alias count indicates a resource exhaustion attack | write out what the aliases (*name) stand for',
      ],
    ],
    ['an unknown section', 'taks: {}', ['script.yaml:1:1 | there is no "taks" | did you mean "tasks"?']],
    [
      'an unknown step, said once',
      'tasks:\n  1:\n    - steps: [{ wirte: { path: a, text: b } }]',
      ['script.yaml:3:17 | there is no "wirte" in tasks.1.0.steps.0 | did you mean "write"?'],
    ],
    [
      'an unknown field of an attempt',
      'tasks: { 1: { gate: {} } }',
      ['script.yaml:1:15 | there is no "gate" in tasks.1 | did you mean "gates"?'],
    ],
    [
      'a verdict that is none',
      'tasks: { 1: { gates: { test: faild } } }',
      [
        'script.yaml:1:30 | tasks.1.gates.test: expected one of passed, failed, environment, no-tests, known-failure, unproven | did you mean "failed"?',
      ],
    ],
    [
      'a duration that is none',
      'tasks: { 1: [{ takes: long }] }',
      ['script.yaml:1:23 | tasks.1.0.takes: expected a duration such as "90s", "12 min" or "1h"'],
    ],
    [
      'a decision that is none',
      'decisions: { 1: [aprove] }',
      [
        'script.yaml:1:18 | decisions.1.0: expected one of approve, revise, reject, pause, retry, skip, waive, stop, accept-baseline | did you mean "approve"?',
      ],
    ],
    [
      'a decision in the wrong place',
      'decisions: { 1: accept-baseline }',
      [
        'script.yaml:1:14 | decisions.1: accept-baseline is no answer there | a task is answered by approve, retry, skip or stop',
      ],
    ],
    [
      'a task that the plan does not have',
      'tasks: { finale: {} }',
      ['script.yaml:1:10 | tasks: there is no task finale in the plan | did you mean "final"?'],
    ],
    [
      'a check that there is not',
      'tasks: { 1: [{ gates: { lnt: failed } }] }',
      ['script.yaml:1:25 | there is no check "lnt" | did you mean "lint"?'],
    ],
    [
      'a check that reads what the agent did',
      'tasks: { 1: [{ gates: { protected: failed } }] }',
      [
        'script.yaml:1:25 | protected is not played: it reads what the agent did, and it really does | add a step to the attempt that does what the check should find',
      ],
    ],
    [
      'a verdict of another check',
      'tasks: { 1: { gates: { lint: no-tests } } }',
      ['script.yaml:1:24 | lint cannot be no-tests | only test can be no-tests'],
    ],
    ['a list', '- 1', ['script.yaml:1:1 | the file: expected object, received array']],
  ])('for %s says what and where', (_, text, expected) => {
    expect(problems(text)).toEqual(expected)
  })

  test('for text that is neither YAML nor JSON says the line', () => {
    expect(problems('tasks:\n  1: [')[0]).toMatch(/^script\.yaml:2:\d+ \| this is neither YAML nor JSON: /)
  })

  test('says everything that is wrong with it at once, from the top', () => {
    const text = 'speed: 0\ntasks:\n  1: { gate: {} }\ndecisions:\n  2: [nothing]\n'
    expect(problems(text).map(problem => problem.split(' ', 1)[0])).toEqual([
      'script.yaml:1:8',
      'script.yaml:3:8',
      'script.yaml:5:7',
    ])
  })
})
