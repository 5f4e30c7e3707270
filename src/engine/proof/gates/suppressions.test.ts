import { describe, expect, it } from 'vitest'
import { withoutDirectives } from './suppressions.ts'

const harmless = (path: string, after: string, before: string | null = null) =>
  withoutDirectives([{ path, before, after }])[0]?.text ?? null

describe('a comment that may switch a check off is made harmless', () => {
  it.each([
    ['src/a.ts', '// @ts-nocheck\n', '// ooooooooooo\n'],
    ['src/a.ts', 'f() // @ts-ignore\n', 'f() // oooooooooo\n'],
    ['src/a.js', '/* eslint-disable */\n', '/* oooooooooooooo */\n'],
    ['src/a.js', '/* eslint-disable no-var */\n', '/* oooooooooooooo no-var */\n'],
    ['src/a.py', 'x = f()  # type: ignore\n', 'x = f()  # ooooo ignore\n'],
    ['src/a.py', 'x = f()  # sum  # noqa\n', 'x = f()  # ooo  # oooo\n'],
    ['src/a.py', '# pylint: disable=all\n', '# ooooooo disable=all\n'],
    ['src/a.py', 'def f():\n    """A page."""\n', 'def f():\n    """o page."""\n'],
    ['src/a.py', 'def f():\n    """# noqa"""\n', 'def f():\n    """# oooo"""\n'],
    ['a.go', 'f() //nolint:errcheck\n', 'f() //ooooooooooooooo\n'],
    ['a.rb', '# rubocop:disable all\n', '# ooooooooooooooo all\n'],
    ['run.sh', '# shellcheck disable=SC2086\n', '# oooooooooo disable=SC2086\n'],
    ['src/a.ts', "const a = '🙂' // @ts-ignore\n", "const a = '🙂' // oooooooooo\n"],
  ])('%s: %j', (path, after, expected) => {
    expect(harmless(path, after)).toBe(expected)
  })

  it('unless the file had it as often', () => {
    const before = '// @ts-ignore\nf(1)\n'
    expect(harmless('src/a.ts', '  // @ts-ignore\n  f(1)\n', before)).toBeNull()
    expect(harmless('src/a.ts', `${before}// @ts-ignore\ng(1)\n`, before)).toBe(`${before}// oooooooooo\ng(1)\n`)
  })

  it('and its lines are said', () => {
    const [file] = withoutDirectives([{ path: 'a.ts', before: null, after: 'f()\n  g() // @ts-ignore\n' }])
    expect(file?.lines).toEqual(['a.ts:2: g() // @ts-ignore'])
  })
})

describe('a comment stays as it is', () => {
  it('where its code moves to another file', () => {
    const text = '// @ts-ignore\nf(1)\n'
    const files = [
      { path: 'src/a.ts', before: text, after: null },
      { path: 'src/b.ts', before: null, after: text },
    ]
    expect(withoutDirectives(files)).toEqual([])
  })

  it('as a head that other files of the project have', () => {
    const after = '// SPDX-License-Identifier: MIT\n\nf(1)\n// SPDX-License-Identifier: MIT\n'
    const [file] = withoutDirectives(
      [{ path: 'src/a.ts', before: null, after }],
      new Set(['// SPDX-License-Identifier: MIT']),
    )
    expect(file?.lines).toEqual(['src/a.ts:4: // SPDX-License-Identifier: MIT'])
  })

  it.each([
    ['with a reason', 'src/a.js', '// eslint-disable-next-line no-console -- this is the logger\n'],
    ['with a reason behind it', 'src/a.py', 'x = f()  # type: ignore[attr-defined]  # made at run time\n'],
    ['as a sentence', 'src/a.js', '// at most so many characters\n'],
    ['as documentation', 'src/a.js', '/**\n * @param {string} text\n * @returns {string}\n */\n'],
    ['for a compiler of Go', 'a.go', '//go:embed data\n'],
    ['as a reference', 'src/a.ts', '/// <reference types="node" />\n'],
    ['as the name of an interpreter', 'run.sh', '#!/usr/bin/env bash\n'],
    ['in a test', 'src/a.test.ts', '// @ts-expect-error\n'],
    ['in a document', 'README.md', 'Use `// eslint-disable` with care.\n'],
    ['in a string', 'src/a.ts', 'const words = "// @ts-nocheck"\n'],
  ])('%s', (_, path, after) => {
    expect(harmless(path, after)).toBeNull()
  })
})
