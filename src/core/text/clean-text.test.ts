import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cleanText, importantLines, printable } from './clean-text.ts'
import { jsonText } from './json-text.ts'

describe('clean text', () => {
  test.each([
    ['colours', '\x1b[1;31mred\x1b[0m and \x9b32mgreen\x9b0m', 'red and green'],
    ['window titles and links', '\x1b]0;title\x07a\x1b]8;;https://x\x1b\\link\x1b]8;;\x1b\\', 'alink'],
    ['a title that never ends, up to the end of its line', 'a\x1b]0;title\nb', 'a\nb'],
    ['charset switches and cursor saves', '\x1b(Ba\x1b7b\x1b8', 'ab'],
    ['bells, nulls and backspaces', 'a\x07b\0c\bd\x7f', 'abcd'],
    ['Windows line ends', 'a\r\nb\r\n', 'a\nb\n'],
    ['all but the last state of a progress line', '10%\r50%\r100%\ndone', '100%\ndone'],
    ['the trace of a spinner', '⠋ wait\x1b[1G\x1b[0K⠙ wait\x1b[2K\x1b[1Gdone\n', 'done\n'],
    ['nothing of tabs and letters', 'a\tß 😀\n', 'a\tß 😀\n'],
  ])('is without %s', (_, dirty, clean) => {
    expect(cleanText(dirty)).toBe(clean)
  })

  test('holds no control character but tab and line feed, whatever came in, and cleaning again changes nothing', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), text => {
        const clean = cleanText(text)
        expect(clean).not.toMatch(/[\x00-\x08\x0b-\x1f\x7f-\x9f]/)
        expect(cleanText(clean)).toBe(clean)
      }),
    )
  })

  test('is made in time that grows with the length only', () => {
    for (const evil of ['\x1b]', '\x1b[0', '\x1b[', '\r', '\x1bP'])
      expect(cleanText(evil.repeat(200_000)).length).toBeLessThan(200_001)
  })
})

describe('the lines that matter', () => {
  const passing = Array.from({ length: 50 }, (_, at) => `ok ${at + 1} - handles error ${at}`)

  test('are those around the failure, not the passing ones that speak of errors', () => {
    const output = [...passing, 'not ok 51 - adds', '  expected 5', '  actual 4', ...passing, '# fail 1'].join('\n')
    expect(importantLines(output, 20)).toEqual([
      '…',
      'ok 50 - handles error 49',
      'not ok 51 - adds',
      '  expected 5',
      '  actual 4',
      'ok 1 - handles error 0',
      'ok 2 - handles error 1',
      'ok 3 - handles error 2',
      '…',
      'ok 50 - handles error 49',
      '# fail 1',
    ])
  })

  test.each([
    "src/a.ts(3,1): error TS2304: Cannot find name 'x'.",
    'Traceback (most recent call last):',
    'E   assert 4 == 5',
    'thread main panicked at src/lib.rs:3',
    'TypeError: x is not a function',
    '--- FAIL: TestSum (0.00s)',
    ' ✗ adds numbers',
    'bash: pytest: command not found',
  ])('contain %s', line => {
    expect(importantLines([...passing, line, ...passing].join('\n'), 10)).toContain(line)
  })

  test('are the last ones when nothing stands out, also if a summary says that nothing failed', () => {
    const output = ['a', 'b', '', '10 passed, 0 failed', 'errors: 0', 'c'].join('\n')
    expect(importantLines(output, 3)).toEqual(['10 passed, 0 failed', 'errors: 0', 'c'])
  })

  test('are never more than asked for, and keep the first failure and the end', () => {
    const output = Array.from({ length: 100 }, (_, at) => `error ${at}`).join('\n')
    const lines = importantLines(output, 10)
    expect(lines).toEqual([
      'error 0',
      'error 1',
      'error 2',
      'error 3',
      'error 4',
      'error 5',
      '…',
      'error 97',
      'error 98',
      'error 99',
    ])
    expect(importantLines(output, 1)).toHaveLength(1)
  })

  test('are cut when they are very long', () => {
    expect(importantLines(`error ${'x'.repeat(5_000)}`, 5)[0]).toHaveLength(301)
  })
})

test('text for a terminal keeps words, tabs and line ends, and shows what would turn the direction of writing', () => {
  expect(printable('a\tb\r\nc\rd\u001b[31m\u001b]0;title\u0007 \u202eexe.gpj')).toBe('a\tb\r\ncd \\u202eexe.gpj')
})

test('JSON for a terminal means the same to whoever parses it', () => {
  const value = { title: 'a\u009b2J \u202e\u2066\u007f\u001b[2J' }
  expect(jsonText(value)).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/)
  expect(JSON.parse(jsonText(value))).toEqual(value)
})
