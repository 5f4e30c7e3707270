import { describe, expect, it } from 'vitest'
import { criterion, spokenCriterion, task } from '../../../../test/rig/core/plan.ts'
import { evidence, Proving, summary } from '../../../../test/rig/proof/proving.ts'
import { FINDING, LIBRARY } from '../../../../test/rig/proof/toy-suite.ts'
import { valuesIn } from './asked-values.ts'

describe('values in a sentence', () => {
  it.each([
    ['10 items in pages of 5 are 2 pages, 11 are 3', ['10', '5', '2', '11', '3']],
    ['slug of "Hello, World" is “hello-world”', ['Hello, World', 'hello-world']],
    ['it waits 1.5 seconds', ['1.5']],
    ['use `5` and v1.2.3 of utf-8 in src/2.js, #12, at 10:30 on 2024-01-02', []],
    ['Add an h2 heading', []],
  ])('are found in %s', (sentence, values) => {
    expect(valuesIn(sentence)).toEqual(values)
  })
})

describe('a value that a task writes out', () => {
  const proven = (words: string, test: string, config = {}) =>
    new Proving(LIBRARY).prove(
      task('1', { title: 'Add find', criteria: [spokenCriterion('c1', words)] }),
      { ...FINDING, 'tests/more.test.js': `test more of ${test}: find = right\n` },
      config,
    )

  it('has to be in a test if a criterion has it', async () => {
    const without = await proven('12 items are found', 'some')
    expect(summary(without)).toMatchObject({ proven: false, gates: { 'asked-values': 'unproven' } })
    expect(evidence(without, 'asked-values')).toContain('"12"')
    expect(summary(await proven('12 items are found', '12')).gates).not.toHaveProperty('asked-values')
  })

  it('may be in the command of a criterion instead', async () => {
    const asked = task('1', {
      title: 'Add find',
      criteria: [spokenCriterion('c1', 'finds "right"'), criterion('c2', 'shows find = right')],
    })
    expect(summary(await new Proving(LIBRARY).prove(asked, FINDING)).gates).not.toHaveProperty('asked-values')
  })

  it('is a note if only the description has it', async () => {
    const of = task('1', { title: 'Add find for 12 items', criteria: [] })
    expect(summary(await new Proving(LIBRARY).prove(of, FINDING))).toMatchObject({
      proven: true,
      gates: { 'asked-values': 'noted, not blocking' },
    })
  })
})

it('every name that a title asks for has to be there', async () => {
  const asking = async (title: string) =>
    evidence(await new Proving(LIBRARY).prove(task('1', { title }), FINDING), 'red-green')
  expect(await asking('Add `find` and `search`')).toContain('The title asks for `search`')
  expect(await asking('Add `find(text)`, `seek` and `search`')).toContain('The title asks for `seek`')
  expect(await asking('Add `find` to `search`')).not.toContain('The title asks for')
})
