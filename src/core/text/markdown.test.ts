import { expect, it } from 'vitest'
import { markdownCell, markdownCode } from './markdown.ts'

it('foreign text opens no heading, list or quotation, mentions nobody and links nowhere', () => {
  for (const text of ['# one', '- one', '> one', '1. one', '2) one', '=== one'])
    expect(markdownCell(text)).toMatch(/^\d*\\[#>.)=-]/)
  expect(markdownCell('ask @ada about ada/shop#42, GH-7, see www.example.org or ftp://x')).toBe(
    'ask @&#8203;ada about ada/shop#&#8203;42, GH-&#8203;7, see www&#8203;.example.org or ftp:&#8203;//x',
  )
  expect(markdownCell('~~a~~ | <b>&amp;')).toBe('\\~\\~a\\~\\~ \\| &lt;b>&amp;amp;')
})

it('a secret is shortened before anything is escaped inside of it', () => {
  const token = `ghp_${'a1B2'.repeat(10)}`
  for (const shown of [markdownCell(`it is ${token}`), markdownCode(`curl ${token}`)]) {
    expect(shown).toContain('ghp')
    expect(shown).not.toContain('a1B2')
  }
})

it('code stays code on one line', () => {
  expect(markdownCode('a `b`\n@c')).toBe("`a 'b' @c`")
})
