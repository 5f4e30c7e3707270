import { describe, expect, it } from 'vitest'
import {
  completed,
  config,
  ended,
  opened,
  proofFinished,
  proofStarted,
  ready,
  refusedBy,
  started,
} from '../../../test/rig/core/facts.ts'
import { type Given, given } from '../../../test/rig/core/given.ts'
import { criterion, plan, task } from '../../../test/rig/core/plan.ts'
import type { Commands } from '../settings/commands.ts'
import type { Contract } from './contract.ts'
import { taskId } from './ids.ts'
import { bookkeepingPaths, contractFor, substitute } from './make-contract.ts'

const contractOf = (at: Given, id: string, commands: Commands = {}): Contract =>
  contractFor(at.state, at.task(id), commands)

const RELEASE_FILES = ['docs/releases/shop-release.yaml', 'docs/releases/shop-release-notes.md']

describe('a contract', () => {
  it('holds everything that an agent is told and held to', () => {
    const asked = task('1', {
      title: 'Add search',
      criteria: [criterion('c1', 'node search.js')],
      outputs: [{ name: 'path', type: 'file', value: 'search.js', note: '' }],
      mustNot: ['Do not touch the cart.'],
      nonGoals: ['Ranking.'],
    })
    const at = given(opened(plan([asked], { guardrails: ['No network.'] })), ready)
    expect(contractOf(at, '1', { test: 'npm test' })).toEqual({
      task: asked,
      intent: { is: 'feature', from: 'nothing' },
      asks: { brings: [], renames: [], removes: [], goes: [], filesGo: [] },
      inputs: [],
      outputs: asked.outputs,
      criteria: asked.criteria,
      mustNot: [
        'Do not touch the cart.',
        'Ranking.',
        'No network.',
        'Do only this task; leave other tasks of the plan alone.',
        'Do not add dependencies unless the task says so.',
        'Do not change the plan document or any file that pm-agent keeps about the run.',
      ],
      commands: { test: 'npm test' },
      bookkeeping: ['PLAN.md', 'context/', 'docs/reviews/shop/', ...RELEASE_FILES],
      commitMessage: 'feat(shop): Add search',
      budget: { minutes: 45, fixesLeft: 3, patchFiles: 15 },
    })
  })

  it('has the test called after the task as a criterion, unless that is the whole suite', () => {
    const at = given(opened(plan([task('1')])), ready)
    const criteriaOf = (suite: Commands) =>
      contractFor(at.state, at.task('1'), suite, 'make test-1').criteria.map(({ id, check }) => [id, check?.command])
    expect(criteriaOf({ test: 'make test' })).toEqual([['tests', 'make test-1']])
    expect(criteriaOf({ test: 'make test-1' })).toEqual([])
  })

  it('takes commands from the task first, then from the settings, then from what was found', () => {
    const settings = config({}, { commands: { test: 'settings', lint: 'settings' } })
    const at = given(opened(plan([task('1', { commands: { test: 'task' } })]), { config: settings }), ready)
    expect(contractOf(at, '1', { test: 'found', lint: 'found', build: 'found' }).commands).toEqual({
      test: 'task',
      lint: 'settings',
      build: 'found',
    })
  })

  it('holds the test command of a task like a criterion, beside the whole suite', () => {
    const asked = task('1', { tests: { is: 'command', command: 'npm run e2e' }, criteria: [criterion('c1', 'a')] })
    expect(contractOf(given(opened(plan([asked]))), '1').criteria).toEqual([
      criterion('c1', 'a'),
      { ...criterion('tests', 'npm run e2e'), category: 'runtime', text: 'Tests: `npm run e2e`' },
    ])
  })

  it('adds no criterion for a task that names a test file or has no tests', () => {
    const tasks = [
      task('1', { tests: { is: 'file', path: 'a.test.js' } }),
      task('2', { tests: { is: 'none', reason: 'data' } }),
    ]
    const at = given(opened(plan(tasks)))
    expect([contractOf(at, '1').criteria, contractOf(at, '2').criteria]).toEqual([[], []])
  })

  it('says how many minutes the task has, and how many rounds of fixing are left', () => {
    const at = given(opened(plan([task('1', { minutes: 5 })])), ready, started('1'), ended('1'), proofStarted('1'))
    expect(contractOf(at, '1').budget).toEqual({ minutes: 5, fixesLeft: 3, patchFiles: 15 })
    expect(contractOf(at.after(proofFinished('1', refusedBy('test'))), '1').budget).toEqual({
      minutes: 5,
      fixesLeft: 2,
      patchFiles: 15,
    })
  })
})

describe('a reference to an output of an earlier task', () => {
  const outputs = [{ name: 'path', type: 'file', value: './declared.json', note: '' }]
  const at = given(
    opened(
      plan([task('1', { outputs }), task('2.a', { outputs }), task('final', { outputs }), task('2/1', { outputs })]),
      {
        existed: [{ task: taskId('2.a'), outputs: { path: './kept.json' } }],
      },
    ),
    ready,
    completed('1', { outputs: { path: './real.json', other: 'x ${todo-2.a.outputs.path}' } }),
  )

  it.each([
    ['${todo-1.outputs.path}', './real.json'],
    ['read ${todo-1.outputs.path} and ${todo-2.a.outputs.path}', 'read ./real.json and ./kept.json'],
    ['${todo-2/1.outputs.path}', './declared.json'],
    ['${todo-final.outputs.path}', './declared.json'],
    ['${todo-Final.outputs.path}', './declared.json'],
  ])('%s is %o', (text, value) => {
    expect(substitute(at.state, text)).toBe(value)
  })

  it.each([
    '${todo-1.outputs.nothing}',
    '${todo-1.outputs.constructor}',
    '${todo-7.outputs.path}',
    '${HOME}',
    '$todo-1.outputs.path',
  ])('%s stays as it is written', text => {
    expect(substitute(at.state, text)).toBe(text)
  })

  it('is put in once: what a value says is not looked into again', () => {
    expect(substitute(at.state, '${todo-1.outputs.other}')).toBe('x ${todo-2.a.outputs.path}')
  })

  it('is put into the inputs of the contract', () => {
    const inputs = [{ name: 'from', type: 'file', value: '${todo-1.outputs.path}', note: 'what 1 made' }]
    const two = given(
      opened(plan([task('1', { outputs }), task('2', { inputs, needs: ['1'] })])),
      ready,
      completed('1', { outputs: { path: './real.json' } }),
    )
    expect(contractOf(two, '2').inputs).toEqual([
      { name: 'from', type: 'file', value: './real.json', note: 'what 1 made' },
    ])
  })
})

describe('what only pm-agent writes', () => {
  const place = opened().place

  it('is the plan, the context files, the reviews and the release', () => {
    expect(bookkeepingPaths(given().state)).toEqual(['PLAN.md', 'context/', 'docs/reviews/shop/', ...RELEASE_FILES])
  })

  it('does not hold what is kept outside the branch', () => {
    const outside = { ...place, kept: 'in-place', contextKept: 'in-place' } as const
    expect(bookkeepingPaths(given(opened(plan([]), { place: outside })).state)).toEqual([
      'docs/reviews/shop/',
      ...RELEASE_FILES,
    ])
  })
})
