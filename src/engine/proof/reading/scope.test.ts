import { describe, expect, it } from 'vitest'
import { found, weight } from './rig.ts'

describe('what the contract does not mean', () => {
  const files = { create: ['src/b.js'], modify: ['src/lib/'], delete: [], test: [] }

  it('is named, but for tests', async () => {
    const changes = { 'src/b.js': 'new', 'src/lib/x.js': 'new', 'src/a.js': 'new', 'tests/b.test.js': 'new' }
    expect(await found('scope', changes, { files })).toEqual(['warning src/a.js'])
  })

  it('is nothing when no files are expected', async () => {
    expect(await weight('scope', { 'src/a.js': 'new' })).toBe('nothing')
    expect(await weight('scope', { 'db/migrations/7.sql': 'drop' })).toBe('nothing')
  })

  it.each(['db/migrations/007.sql', 'src/auth/login.js', 'Dockerfile', 'infra/main.tf'])(
    'is asked about where it is never a small thing: %s',
    async path => {
      expect(await weight('scope', { [path]: 'new' }, { files })).toBe('question')
      expect(await weight('scope', { [path]: 'new' }, { files: { ...files, create: [path] } })).toBe('nothing')
    },
  )
})

describe('what the contract forbids by name', () => {
  const base = { 'src/words.js': 'old', 'src/api/a.js': 'old' }

  it.each([
    ['Do not touch `src/words.js`', 'src/words.js'],
    ['Never change anything below `src/api/`', 'src/api/a.js'],
    ['must not rename or edit `src/*.js`', 'src/words.js'],
  ])('is refused: %s', async (rule, path) => {
    expect(await weight('scope', { [path]: 'new' }, { base, mustNot: [rule] })).toBe('blocking')
  })

  it.each([
    ['Do not use `eval`', 'src/words.js'],
    ['Do not touch `src/words.js`', 'src/other.js'],
    ['Keep `src/words.js` as small as it is', 'src/words.js'],
  ])('is nothing else: %s', async (rule, path) => {
    expect(await weight('scope', { [path]: 'new' }, { base, mustNot: [rule] })).toBe('nothing')
  })
})
