import { describe, expect, test } from 'vitest'
import type { Block } from './blocks.ts'
import { scan } from './scan.ts'

/** Kind, depth and text of every block. */
const shown = (text: string): string[] =>
  scan(text).map(block => `${block.is} ${block.depth} ${JSON.stringify(text.slice(block.start, block.end))}`)

const only = <K extends Block['is']>(text: string, is: K) =>
  scan(text).filter((block): block is Extract<Block, { is: K }> => block.is === is)

test('every kind of block has its exact place', () => {
  const text = '\ufeff---\nPlan-ID: a\n---\n## [x] T #\n\n**Type**: work\n- [ ] a\n\n| a |\n|---|\n| b |\n\n---\n'
  expect(scan(text)).toEqual([
    { is: 'front-matter', start: 1, end: 20, depth: 0 },
    {
      is: 'heading',
      start: 20,
      end: 30,
      depth: 0,
      level: 2,
      box: { at: 24, ticked: true },
      words: { start: 27, end: 28 },
    },
    { is: 'field', start: 32, end: 46, depth: 0, name: { start: 34, end: 38 }, value: { start: 41, end: 46 } },
    {
      is: 'item',
      start: 47,
      end: 54,
      depth: 0,
      box: { at: 50, ticked: false },
      words: { start: 53, end: 54 },
      column: 2,
    },
    {
      is: 'table',
      start: 56,
      end: 73,
      depth: 0,
      rows: [
        { start: 56, end: 61 },
        { start: 68, end: 73 },
      ],
    },
    { is: 'break', start: 75, end: 78, depth: 0 },
  ])
})

describe('fences and comments', () => {
  test('hide their contents', () => {
    expect(shown('```md\n### [ ] TODO 1: a\n- [ ] b\n```\n<!-- ### c\n- [ ] d\n-->\n# e')).toEqual([
      'fence 0 "```md\\n### [ ] TODO 1: a\\n- [ ] b\\n```"',
      'comment 0 "<!-- ### c\\n- [ ] d\\n-->"',
      'heading 0 "# e"',
    ])
  })

  test('end only with a fence of the same kind that is long enough', () => {
    expect(shown('````\n```\n~~~~\n`````\n# a')).toEqual(['fence 0 "````\\n```\\n~~~~\\n`````"', 'heading 0 "# a"'])
  })

  test('in a list item end with the item', () => {
    expect(shown('- a\n  ```\n  # b\n- [ ] c\n- <!--\n  # d\n\n# e')).toEqual([
      'item 0 "- a\\n  ```\\n  # b"',
      'fence 1 "```\\n  # b"',
      'item 0 "- [ ] c"',
      'item 0 "- <!--\\n  # d"',
      'comment 1 "<!--\\n  # d\\n"',
      'heading 0 "# e"',
    ])
  })

  test('that are never closed extend to the end and are marked', () => {
    expect(only('a\n```\n# b\n', 'fence').map(fence => fence.closed)).toEqual([false])
    expect(only('<!-- a\n# b\n', 'comment').map(comment => comment.closed)).toEqual([false])
    expect(only('<!-->\n# b\n', 'heading')).toHaveLength(1)
  })

  test('have a body without their marks', () => {
    const text = '~~~ts\r\na\r\nb\r\n~~~\r\n'
    const [fence] = only(text, 'fence')
    expect(text.slice(fence!.body.start, fence!.body.end)).toBe('a\r\nb')
  })
})

describe('lists', () => {
  test('nest by indentation, with tabs and several marks on a line', () => {
    expect(only('- a\n\t- b\n\n\t  c\n1. d\n   - - e', 'item').map(({ depth, column }) => ({ depth, column }))).toEqual(
      [
        { depth: 0, column: 2 },
        { depth: 1, column: 6 },
        { depth: 0, column: 3 },
        { depth: 1, column: 5 },
        { depth: 2, column: 7 },
      ],
    )
  })

  test('keep the lines that belong to an item in its range', () => {
    const text = '- a\ngoes on\n\n  second\n  - [x] b\n\nafter'
    expect(shown(text)).toEqual([
      'item 0 "- a\\ngoes on\\n\\n  second\\n  - [x] b"',
      'paragraph 1 "second"',
      'item 1 "- [x] b"',
      'paragraph 0 "after"',
    ])
    const [item] = only(text, 'item')
    expect(text.slice(item!.words.start, item!.words.end)).toBe('a\ngoes on')
  })

  test('end at a field or a title, even without an empty line', () => {
    expect(shown('**Steps**:\n- [ ] a\n**Must NOT do**:\n- b\n*Static:*\n- c\nRuntime:\n- d')).toEqual([
      'field 0 "**Steps**:"',
      'item 0 "- [ ] a"',
      'field 0 "**Must NOT do**:"',
      'item 0 "- b"',
      'paragraph 0 "*Static:*"',
      'item 0 "- c"',
      'paragraph 0 "Runtime:"',
      'item 0 "- d"',
    ])
  })

  test('that are nested too deeply are text', () => {
    expect(only(`${'- '.repeat(100)}a`, 'item')).toHaveLength(32)
  })
})

describe('fields', () => {
  const fields = (text: string) =>
    only(text, 'field').map(({ name, value }) => [
      text.slice(name.start, name.end),
      text.slice(value.start, value.end).trim(),
    ])

  test('are written in several ways', () => {
    expect(fields('**A**: 1\n**B:** 2\n__C__: 3\n**D** : 4\n**E** (all of them): 5\n**F**： 6')).toEqual([
      ['A', '1'],
      ['B', '2'],
      ['C', '3'],
      ['D', '4'],
      ['E', '5'],
      ['F', '6'],
    ])
  })

  test('extend to the next one or an empty line', () => {
    expect(fields('words\n**A**: 1\nmore\n**B**:\n\nno more')).toEqual([
      ['A', '1\nmore'],
      ['B', ''],
    ])
  })

  test('are not any bold words', () => {
    expect(
      fields('**A** is bold\n\n*B:* 1\n\n**:** x\n\n- **C**: in a list\n\n> **D**: quoted\n\n    **E**: code'),
    ).toEqual([])
  })
})

test('tables need no outer pipes and no line of dashes when every line starts with one', () => {
  expect(shown('a | b\n--- | ---\n1 | 2\n\n| a |\n| b |\n\nwords\na | b\n:-|-:\n\nno | table')).toEqual([
    'table 0 "a | b\\n--- | ---\\n1 | 2"',
    'table 0 "| a |\\n| b |"',
    'paragraph 0 "words"',
    'table 0 "a | b\\n:-|-:"',
    'paragraph 0 "no | table"',
  ])
})

test('quotations are one block each, and a field right below one is a field', () => {
  expect(shown('> a\n> ### b\nlazy\n\n> c\n**Type**: work')).toEqual([
    'quote 0 "> a\\n> ### b\\nlazy"',
    'quote 0 "> c"',
    'field 0 "**Type**: work"',
  ])
})

test('front matter is only front matter when a key comes first and it is closed', () => {
  expect(shown('---\na: 1\n# comment? no\n---\n')[0]).toBe('break 0 "---"')
  expect(shown('---\n\n# Title\n\n---\n')[0]).toBe('break 0 "---"')
  expect(shown('---\na: 1\nb: 2')[0]).toBe('break 0 "---"')
  expect(shown('---\r\na: 1\r\n- b\r\n...\r\n# T')).toEqual([
    'front-matter 0 "---\\r\\na: 1\\r\\n- b\\r\\n...\\r\\n"',
    'heading 0 "# T"',
  ])
})
