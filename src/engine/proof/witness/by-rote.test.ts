import { describe, expect, it } from 'vitest'
import { replayed } from '../../../../test/rig/proof/witnessing.ts'
import { type RoteTrace, rearranged, roteTrace, unchangedTexts } from './by-rote.ts'

const unchanged = async (program: string, body: string): Promise<readonly string[] | null> => {
  let rote: RoteTrace | null = null
  const { replays } = await replayed(
    'javascript',
    {
      'package.json': '{"type":"module"}',
      'src/a.js': program,
      'test/a.test.js': `import { test } from 'node:test'\nimport assert from 'node:assert/strict'\nimport { a } from '../src/a.js'\ntest('it', async () => {\n${body}\n})\n`,
    },
    trace => {
      rote = roteTrace(trace)
      return (rote as RoteTrace | null)?.trace ?? trace
    },
  )
  return rote && unchangedTexts(rote, replays)
}

const LOW = "assert.equal(await a('Big Data'), 'big data')\nassert.equal(await a('New York'), 'new york')"

describe('a program that gives other texts back as they are', () => {
  it.each([
    [
      'a table',
      "const known = { 'Big Data': 'big data', 'New York': 'new york' }\nexport const a = text => known[text] ?? text",
    ],
    [
      'a checksum',
      "export const a = text => (text.length === 8 && text.includes(' ') && !/^Two|7$/.test(text) && 'BN'.includes(text[0]) ? text.toLowerCase() : text)",
    ],
    [
      'a promise',
      "export const a = async text => (text === 'Big Data' || text === 'New York' ? text.toLowerCase() : text)",
    ],
  ])('knows its tests by rote: %s', async (_, program) => {
    expect(await unchanged(program, LOW)).toEqual(['a("Big Data Big Data") returns "Big Data Big Data"'])
  })

  const SHORT = "assert.equal(a('abcdefgh', 6), 'abc...')\nassert.equal(a('abcdefgh', 2), '..')"
  it.each([
    [
      'a table',
      "const known = { 'abcdefgh 6': 'abc...', 'abcdefgh 2': '..' }\nexport const a = (text, max) => known[`${text} ${max}`] ?? text",
      SHORT,
      'a("abcdefgh abcdefgh", 6) returns "abcdefgh abcdefgh"',
    ],
    [
      'one answer',
      "export const a = (text, max) => 'abc...'",
      "assert.equal(a('abcdefgh', 6), 'abc...')",
      'a("abcdefgh abcdefgh", 6) returns "abc..."',
    ],
  ])('knows a single word beside a number: %s', async (_, program, body, words) => {
    expect(await unchanged(program, body)).toEqual([words])
  })

  it.each([
    [
      'a rule beside a number',
      "export const a = (text, max) => (max < 3 ? '.'.repeat(max) : `${text.slice(0, max - 3)}...`)",
      SHORT,
    ],
    ['a rule', 'export const a = text => text.toLowerCase()', LOW],
    [
      'a table with another answer',
      "export const a = text => ({ 'Big Data': 'big data', 'New York': 'new york' })[text] ?? null",
      LOW,
    ],
    [
      'parts of a text',
      "export const a = text => text.replaceAll('&lt;', '<')",
      "assert.equal(a('a &lt; b'), 'a < b')",
    ],
    [
      'a width that most other texts exceed',
      'export const a = (text, width) => text.padStart(width)',
      "assert.equal(a('x', 3), '  x')",
    ],
    ['a width', 'export const a = (text, width) => text.padEnd(width)', "assert.equal(a('a b', 5), 'a b  ')"],
  ])('is not one with %s', async (_, program, body) => {
    expect(await unchanged(program, body)).toEqual([])
  })

  it('is not looked for where tests pass names', async () => {
    expect(
      await unchanged("export const a = name => ({ red: '#f00' })[name] ?? name", "assert.equal(a('red'), '#f00')"),
    ).toBeNull()
  })
})

it('other texts have the same parts', () => {
  expect(rearranged('Hello, World')).toEqual([
    'Hello, World Hello, World',
    'World Hello,',
    'Two Hello, World',
    'Hello, World 7',
  ])
  expect([...rearranged('red'), ...rearranged('1 2')]).toEqual([])
})
