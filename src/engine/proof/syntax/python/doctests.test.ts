import { describe, expect, it } from 'vitest'
import { gut } from '../gut.ts'
import { withExamplesOf } from './doctests.ts'

const old = 'def cut(text, size):\n    """Cut.\n\n    >>> cut("abc", 2)\n    \'ab\'\n    """\n    return text[:2]\n'
const now = old.replace('2)', '3)').replace("'ab'", "'abc'").replace('[:2]', '[:size]')

describe('examples in the documentation of Python', () => {
  it('of one version are put on the code of another', async () => {
    expect(await withExamplesOf(old, now)).toBe(now.replace('[:size]', '[:2]'))
    expect(await withExamplesOf(now, old)).toBe(old.replace('[:2]', '[:size]'))
  })

  it('are put where there was no documentation', async () => {
    const bare = 'def cut(text, size):\n    return text[:2]\n'
    expect(await withExamplesOf(bare, now)).toBe(now.replace('[:size]', '[:2]'))
  })

  it('are the same, or none, where nothing is to be done', async () => {
    expect(await withExamplesOf(old, old)).toBe(null)
    expect(await withExamplesOf('def a():\n    """A."""\n    pass\n', 'def a():\n    """B."""\n    pass\n')).toBe(null)
    expect(await withExamplesOf(old, 'def other():\n    pass\n')).toBe(null)
  })

  it('stay when the code is emptied, and notice it', async () => {
    expect(await gut(null, old, 'cut.py')).toMatchObject({ text: old.replace('return text[:2]', 'pass') })
  })
})
