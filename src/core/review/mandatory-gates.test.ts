import { describe, expect, it } from 'vitest'
import { contract, gate, receipt } from '../../../test/rig/core/facts.ts'
import { criterion, spokenCriterion, task } from '../../../test/rig/core/plan.ts'
import type { FileChange } from '../proof/draft.ts'
import type { GateResult, Receipt } from '../proof/receipt.ts'
import { type MandatoryGateName, mandatoryGates, type WorkFacts } from './mandatory-gates.ts'

const CHANGES: readonly FileChange[] = [
  { path: 'src/a.ts', status: 'modified' },
  { path: 'src/old.ts', status: 'deleted' },
]
const facts = (of: Partial<Receipt> = {}, fields: Partial<WorkFacts> = {}): WorkFacts => ({
  contract: contract('1', { commands: { test: 'npm test', lint: 'npm run lint' } }),
  receipt: receipt(of),
  changes: CHANGES,
  note: { summary: 'It searches.', made_by: 'agent' },
  ...fields,
})
const one = (name: MandatoryGateName, on: WorkFacts) => mandatoryGates(on).find(({ gate: found }) => found === name)!
const seen = (name: MandatoryGateName, on: WorkFacts) => {
  const { result, evidence } = one(name, on)
  return `${result}: ${evidence.join('; ')}`
}
const withGates = (...gates: readonly GateResult[]): Partial<Receipt> => ({ gates })

it('the six gates come in a fixed order, and the rest of the definition of done after them', () => {
  expect(mandatoryGates(facts()).map(({ gate: name }) => name)).toEqual([
    'plan alignment',
    'tests added',
    'tests run',
    'lint and typecheck',
    'no orphan TODOs',
    'review note',
    'docs updated',
    'rollback note',
  ])
})

describe('plan alignment', () => {
  const criteria = [criterion('c1', 'node a.js'), spokenCriterion('c2', 'It is fast')]
  const aligned = (of: Partial<Receipt>, fields: Partial<WorkFacts> = {}) =>
    facts(of, { contract: contract('1', { criteria }), ...fields })

  it('maps each criterion to lines: those that a judge cites, else those that reading found', () => {
    const of = {
      ...withGates(gate('criterion:c1', 'passed'), gate('criterion:c2', 'judged', { places: ['src/a.ts:7'] })),
      alignment: [{ criterion: 'c1', places: ['src/a.ts:3'] }],
    }
    expect(seen('plan alignment', aligned(of))).toBe(
      'passed: c1: passed (`node a.js`) → src/a.ts:3; c2: judged → src/a.ts:7',
    )
    expect(one('plan alignment', aligned(of)).commands).toEqual(['node a.js'])
  })

  it('warns of a criterion without a line or a verdict', () => {
    const of = withGates(gate('criterion:c1', 'passed'), gate('criterion:c2', 'unjudged', { blocking: false }))
    expect(seen('plan alignment', aligned(of))).toBe(
      'warned: c1: passed (`node a.js`) → no line of the change names it; c2: unjudged → no line of the change names it',
    )
  })

  it('needs no lines if nothing was changed, and no mapping without criteria', () => {
    const met = withGates(gate('criterion:c1', 'passed'), gate('criterion:c2', 'passed'))
    expect(one('plan alignment', aligned(met, { changes: [] })).result).toBe('passed')
    expect(seen('plan alignment', facts())).toBe('not-applicable: the plan has no criteria for it')
  })
})

describe('tests', () => {
  it('that were added are named with those that went from red to green', () => {
    expect(seen('tests added', facts({ testsAdded: ['tests/a.test.ts'], redGreen: ['a searches'] }))).toBe(
      'passed: tests/a.test.ts; red before, green after: a searches',
    )
  })

  it.each([
    [
      'warned: src/a.ts: changed code without a new test',
      withGates(gate('tests-added', 'noted', { evidence: 'src/a.ts: changed code without a new test' })),
    ],
    ['not-applicable: no new behaviour was asked for', { basis: 'kept' as const }],
    ['passed: red before, green after: criterion:c1', { redGreen: ['criterion:c1'] }],
  ])('that were not: %s', (expected, of) => {
    expect(seen('tests added', facts({ redGreen: [], ...of }))).toBe(expected)
  })

  it('that ran are quoted as the project calls them', () => {
    const on = facts(
      withGates(gate('test', 'passed', { command: 'node --test --reporter=ours', evidence: '12 passed' })),
    )
    expect(seen('tests run', on)).toBe('passed: test: passed, 12 passed')
    expect(one('tests run', on).commands).toEqual(['npm test'])
  })

  it.each([
    ['failed', withGates(gate('test', 'failed'))],
    ['warned', withGates(gate('test', 'known-failure', { blocking: false }))],
    [
      'warned',
      withGates(
        gate('test', 'passed'),
        gate('test:old-form', 'changes-tests', { excused: { by: 'Ada', as: 'approved' } }),
      ),
    ],
    ['warned', withGates(gate('test', 'passed'), gate('control:test', 'uncontrolled', { blocking: false }))],
    ['not-applicable', withGates(gate('lint', 'passed'))],
    ['not-applicable', { basis: 'unverified' as const }],
  ])('that ran: %s', (expected, of) => {
    expect(one('tests run', facts(of)).result).toBe(expected)
  })
})

it('lint and type checker count together, and a missing one is named', () => {
  expect(seen('lint and typecheck', facts(withGates(gate('lint', 'passed'))))).toBe(
    'passed: lint: passed; typecheck: the project has no command for it',
  )
  expect(one('lint and typecheck', facts(withGates(gate('lint', 'passed')))).commands).toEqual(['npm run lint'])
  expect(seen('lint and typecheck', facts())).toBe('not-applicable: the project has no command for either')
  const known = withGates(gate('lint', 'known-failure', { blocking: false }), gate('typecheck', 'passed'))
  expect(one('lint and typecheck', facts(known)).result).toBe('warned')
})

it('orphan notes can be looked for again in the files that are there', () => {
  expect(one('no orphan TODOs', facts())).toEqual({
    gate: 'no orphan TODOs',
    result: 'passed',
    evidence: ['no note without a follow-up in src/a.ts'],
    commands: ["git grep -nE 'TODO|FIXME|HACK|XXX' -- src/a.ts"],
  })
  const found = gate('left-for-later', 'noted', { blocking: false, evidence: 'src/a.ts:3: postponed' })
  expect(seen('no orphan TODOs', facts(withGates(found)))).toBe('warned: src/a.ts:3: postponed')
})

it('a review note that the author did not write is a warning', () => {
  expect(one('review note', facts()).result).toBe('passed')
  expect(one('review note', facts({}, { note: { summary: 'x', made_by: 'facts' } })).result).toBe('warned')
  expect(one('review note', facts({}, { note: null })).result).toBe('not-applicable')
})

it('documentation and rollback are warnings, and for critical work a rollback is required', () => {
  const docs = gate('docs-updated', 'noted', { blocking: false, evidence: 'src/index.ts: public API changed' })
  expect(seen('docs updated', facts(withGates(docs)))).toBe('warned: src/index.ts: public API changed')
  expect(one('docs updated', facts()).result).toBe('passed')
  expect(one('rollback note', facts(withGates(gate('way-back', 'noted', { blocking: false })))).result).toBe('warned')
  expect(one('rollback note', facts(withGates(gate('way-back', 'question')))).result).toBe('failed')
})

it('the plan can want no tests', () => {
  const none = contract('1', { task: task('1', { tests: { is: 'none', reason: 'generated' } }) })
  expect(seen('tests added', facts({ redGreen: [] }, { contract: none }))).toBe(
    'not-applicable: the plan wants none: generated',
  )
})
