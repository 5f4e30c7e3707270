import { describe, expect, it } from 'vitest'
import { reviewed } from '../../../../test/rig/proof/reading.ts'
import { diffLines } from './line-diff.ts'

const diff = (before: string, after: string) => diffLines(before.split(' '), after.split(' '))

describe('the lines of a change', () => {
  it.each([
    ['a b c', 'a b c', [], []],
    ['a b c', 'a x b c', [2], []],
    ['a b c', 'a c', [], ['b']],
    ['a b c', 'a x c', [2], ['b']],
    ['a a a', 'a a a a', [4], []],
    ['{ a } { b }', '{ a } { n } { b }', [5, 6, 7], []],
  ])('%s → %s', (before, after, added, removed) => {
    expect(diff(before, after)).toEqual({ added, removed })
  })

  it('are counted where the texts are too long to be compared exactly', () => {
    const long = Array.from({ length: 2500 }, (_, at) => `${at}`)
    const fresh = ['new', ...[...long].reverse(), 'other']
    expect(diffLines(long, fresh)).toEqual({ added: [1, 2502], removed: [] })
  })
})

describe('a line that was moved', () => {
  const added = async (base: Readonly<Record<string, string>>, changes: Readonly<Record<string, string | null>>) =>
    (await reviewed(changes, { base })).files.flatMap(file => file.added.map(({ raw }) => raw))

  it('to another file or another depth is not new', async () => {
    const base = { 'src/a.js': 'const answer = compute(42)\nrest()\n' }
    const changes = { 'src/a.js': 'rest()\n', 'src/b.js': '  const answer = compute(42)\nfresh()\n' }
    expect(await added(base, changes)).toEqual(['fresh()', ''])
  })

  it('out of a test is new in the source', async () => {
    const base = { 'tests/a.test.js': 'const answer = compute(42)\n' }
    expect(await added(base, { 'tests/a.test.js': null, 'src/a.js': 'const answer = compute(42)\n' })).toContain(
      'const answer = compute(42)',
    )
  })

  it('is new as often as it stands there more than before', async () => {
    const base = { 'src/a.js': 'const answer = compute(42)\n' }
    const changes = { 'src/a.js': null, 'src/b.js': 'const answer = compute(42)\nconst answer = compute(42)\n' }
    expect((await added(base, changes)).filter(Boolean)).toEqual(['const answer = compute(42)'])
  })
})
