import { describe, expect, it } from 'vitest'
import { task } from '../../../../test/rig/core/plan.ts'
import { areAsked } from './asked-entries.ts'
import { moduleData } from './module-data.ts'

const RULES =
  "import js from '@eslint/js'\n\nexport default [js.configs.recommended, { rules: { eqeqeq: 'off' }, files: ['src'] }]\n"

describe('the settings in a module', () => {
  it('are its default export, with code as text', async () => {
    expect(await moduleData(RULES, 'eslint.config.js')).toEqual({
      default: { 0: 'js.configs.recommended', 1: { rules: { eqeqeq: 'off' }, files: ['src'] } },
      rest: "import js from '@eslint/js'",
    })
    expect(await moduleData('module.exports = { a: 1, [b]: 2, ...c, d() {} }\n', 'a.config.cjs')).toEqual({
      default: { a: 1, '[b]: 2': '', '...c': '', 'd() {}': '' },
      rest: '',
    })
    expect(await moduleData('const a = 1\n', 'a.config.js')).toBeNull()
  })

  it.each<[is: 'asked for' | 'more', title: string, from: string, to: string]>([
    ['asked for', 'Turn on eqeqeq in the eslint config', "'off'", "'error'"],
    ['asked for', 'Turn on eqeqeq and no-var', "'off'", "'error', 'no-var': 'warn'"],
    ['more', 'Turn on no-var', "'off'", "'error', 'no-var': 'error'"],
    ['more', 'Turn on eqeqeq', "'off'", "'error', 'no-undef': 'off'"],
    ['more', 'Turn on eqeqeq', "eqeqeq: 'off' }, files: ['src']", "eqeqeq: 'error' }, files: ['lib']"],
    ['more', 'Turn on eqeqeq', "'off'", "process.env.CI ? 'error' : 'off'"],
    ['more', 'Turn on eqeqeq', "import js from '@eslint/js'", "import js from './mine.js'"],
  ])('are %s: %s, %s is %s', async (is, title, from, to) => {
    const [then, now] = [await moduleData(RULES, 'a.js'), await moduleData(RULES.replace(from, to), 'a.js')]
    expect(areAsked(task('1', { title }), then!, now!)).toBe(is === 'asked for')
  })
})
