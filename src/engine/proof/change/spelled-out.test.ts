import { describe, expect, it } from 'vitest'
import { task } from '../../../../test/rig/core/plan.ts'
import { evidence, Proving, summary } from '../../../../test/rig/proof/proving.ts'
import { LIBRARY } from '../../../../test/rig/proof/toy-suite.ts'
import { changedLiterals } from '../syntax/literal-tokens.ts'

const base = {
  ...LIBRARY,
  'src/cart.js': "export function limit() { return '10' }\nexport function add() { return 'right' }\n",
  'tests/cart.test.js': 'test limits: limit = 10\ntest adds: add = right\n',
}
const raised = {
  'src/cart.js': "export function limit() { return '30' }\nexport function add() { return 'right' }\n",
  'tests/cart.test.js': 'test limits: limit = 30\ntest adds: add = right\n',
}
const proven = (words: string, changes: Readonly<Record<string, string>> = raised) =>
  new Proving(base).prove(task('1', { title: 'Room for more', steps: [words] }), changes)

describe('an expectation that the task spells out', () => {
  it.each(['Raise the limit from 10 to 30.', 'The `limit` is 30 instead of 10.'])('is no question: %s', async words => {
    const receipt = await proven(words)
    expect(summary(receipt)).toMatchObject({ proven: true, basis: 'red-green', gates: { 'test:old-form': 'passed' } })
    expect(evidence(receipt, 'test:old-form')).toBe(
      `the old tests pass, with the values that the task spells out: "${words}"`,
    )
  })

  it.each(['Raise the limit.', 'Raise the limit from 10 to 300.', 'There are 30 carts.'])(
    'stays a question where the task does not say it: %s',
    async words => {
      expect(summary(await proven(words))).toMatchObject({ proven: false, gates: { 'test:old-form': 'changes-tests' } })
    },
  )

  it.each<[words: string, now: string, isQuestion: boolean]>([
    ['Raise the limit from 10 ms to 30 ms.', '30', false],
    ['Wait from 0.01 up to 0.03 seconds.', '30', false],
    ['Raise the limit from 10 to 30 seconds.', '31', true],
  ])('may be said in another unit: %s %s', async (words, now, isQuestion) => {
    const changes = Object.fromEntries(Object.entries(raised).map(([path, text]) => [path, text.replace('30', now)]))
    expect(summary(await proven(words, changes))).toMatchObject({ proven: !isQuestion })
  })

  it('explains no second old value that the task does not say', async () => {
    const files = (limit: number, room: number) => ({
      'src/cart.js': `export function limit() { return '${limit}' }\nexport function room() { return '${room}' }\n`,
      'tests/cart.test.js': `test limits: limit = ${limit}\ntest rooms: room = ${room}\n`,
    })
    const proof = async (words: string, [limit, room]: readonly [number, number]) =>
      summary(
        await new Proving({ ...base, ...files(10, 20) }).prove(
          task('1', { title: 'Room for more', steps: [words] }),
          files(limit, room),
        ),
      )
    const words = 'The limit is `3000`; everything else stays.'
    expect(await proof(words, [3000, 20])).toMatchObject({ proven: true })
    expect(await proof(words, [3000, 3000])).toMatchObject({ gates: { 'test:old-form': 'changes-tests' } })
    expect(await proof('Both the 10 and the 20 become `3000`.', [3000, 3000])).toMatchObject({ proven: true })
  })

  it('explains nothing else that was changed', async () => {
    const more = {
      'src/cart.js': raised['src/cart.js'].replace('right', 'wrong'),
      'tests/cart.test.js': raised['tests/cart.test.js'].replace('right', 'wrong'),
    }
    const receipt = await proven('Raise the limit from 10 to 30.', more)
    expect(summary(receipt)).toMatchObject({ proven: false, gates: { 'test:old-form': 'changes-tests' } })
    expect(evidence(receipt, 'test:old-form')).toContain('adds')
    expect(evidence(receipt, 'test:old-form')).not.toContain('limits')
  })
})

describe('literals that changed', () => {
  const pairs = (before: string, after: string) =>
    changedLiterals(before, after).map(({ old, now }) => [old.value, now.value])

  it.each([
    ['a string', "equal(f(1), 'no')", "equal(f(1), 'yes')", [['no', 'yes']]],
    ['a pattern', 'throws(f, /bad age/)', 'throws(f, /no age: x\\./)', [['bad age', 'no age: x.']]],
    ['a number', 'equal(f(), 10)', 'equal(f(), -3.5)', [['10', '-3.5']]],
    ['in Python', "assert f() == 'a'", "assert f() == 'b'", [['a', 'b']]],
    ['beside a new test', "t('a', 1)\nt('b', 2)", "t('a', 1)\nt('n', 9)\nt('b', 3)", [['2', '3']]],
  ])('are found: %s', (_, before, after, expected) => {
    expect(pairs(before, after)).toEqual(expected)
  })

  it('are not looked for in comments', () => {
    expect(pairs("// it's 1\nf('a')", "// it's 2\nf('a')")).toEqual([])
  })
})
