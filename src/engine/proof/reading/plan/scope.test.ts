import { describe, expect, it } from 'vitest'
import { found, weight } from '../../../../../test/rig/proof/reading.ts'

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

  it('is not a file that the words mention by its name alone, unless another one is called the same', async () => {
    const steps = ['Both login.js and billing.js round. Extract it.']
    const of = (path: string, base: Record<string, string> = {}) =>
      weight('scope', { [path]: 'new' }, { files, steps, base })
    expect(await of('src/auth/login.js')).toBe('nothing')
    expect(await of('src/auth/logins.js')).toBe('question')
    expect(await of('src/auth/login.js', { 'src/login.js': 'old' })).toBe('question')
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
  const base = { 'src/words.js': 'old', 'src/api/a.js': 'old', 'test/words.test.js': 'old', Makefile: 'old' }
  const of = (rule: string, path: string, text: string | null = 'new') =>
    weight('scope', { [path]: text }, { base, mustNot: [rule] })

  it.each([
    ['Do not touch `src/words.js`', 'src/words.js'],
    ['Do not touch src/words.js', 'src/words.js'],
    ['Do not touch src/words.js.', 'src/words.js'],
    ['touch src/words.js', 'src/words.js'],
    ['src/words.js', 'src/words.js'],
    ['Changing src/api or src/words.js', 'src/words.js'],
    ["Don't edit words.js", 'src/words.js'],
    ['Never change anything below `src/api/`', 'src/api/a.js'],
    ['No changes to files in src/api', 'src/api/a.js'],
    ['must not rename or edit `src/*.js`', 'src/words.js'],
    ['Do not modify "src/api/a.js", src/words.js or the Makefile', 'Makefile'],
    ['src/words.js must not be changed', 'src/words.js'],
    ['Leave src/words.js alone', 'src/words.js'],
    ['Do not create src/extra.js', 'src/extra.js'],
    ['Do not touch lib/gone.js or src/words.js', 'src/words.js'],
    ['Do not use eval. Do not touch src/words.js', 'src/words.js'],
  ])('is refused: %s', async (rule, path) => {
    expect(await of(rule, path)).toBe('blocking')
  })

  it.each([
    ['Do not use `eval`', 'src/words.js'],
    ['Do not touch `src/words.js`', 'src/other.js'],
    ['Keep `src/words.js` as small as it is', 'src/words.js'],
    ['Do not change the signature of words() in src/words.js', 'src/words.js'],
    ['Do not touch anything outside src/words.js', 'src/words.js'],
    ['Do not edit files other than src/words.js', 'src/words.js'],
    ['Only change src/words.js', 'src/words.js'],
    ['Do not change the test names', 'test/words.test.js'],
    ['Do not touch src/api. Change src/words.js instead', 'src/words.js'],
    ['Do not delete src/words.js', 'src/words.js'],
    ['Do not import src/api/a.js', 'src/api/a.js'],
  ])('is nothing else: %s', async (rule, path) => {
    expect(await of(rule, path)).toBe('nothing')
  })

  it('may be its removal alone', async () => {
    expect(await of('Do not delete src/words.js', 'src/words.js', null)).toBe('blocking')
  })
})
