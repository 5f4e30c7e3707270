import { expect, test } from 'vitest'
import type { Diagnostic, Severity } from '../../../core/plan/plan.ts'
import { createLocate } from '../text/position.ts'
import { type DiagnosticsView, renderDiagnostics } from './excerpt.ts'

/** A diagnostic about the first occurrence of these words. */
function about(text: string, words: string, severity: Severity = 'error', hint: string | null = null): Diagnostic {
  const start = text.indexOf(words)
  return {
    severity,
    code: 'some-code',
    message: 'Something.',
    hint,
    span: createLocate(text)({ start, end: start + words.length }),
  }
}

const render = (text: string, diagnostics: readonly Diagnostic[], view: DiagnosticsView = {}): string =>
  renderDiagnostics(text, diagnostics, 'docs/PLAN.md', view)

test('every diagnostic shows its line and marks its place, in the order of the document', () => {
  const text = '# Title\n\n**Needs**: 7\n**Tier**: hgih\n'
  const diagnostics = [
    about(text, 'hgih', 'warning'),
    about(text, '7', 'error', 'Tasks of this plan: 1.'),
    about(text, '# Title', 'note'),
  ]
  expect(render(text, diagnostics)).toMatchInlineSnapshot(`
    "docs/PLAN.md:1:1: note[some-code]: Something.
    1 | # Title
      | ^^^^^^^

    docs/PLAN.md:3:12: error[some-code]: Something.
    3 | **Needs**: 7
      |            ^
      hint: Tasks of this plan: 1.

    docs/PLAN.md:4:11: warning[some-code]: Something.
    4 | **Tier**: hgih
      |           ^^^^

    1 error, 1 warning, 1 note"
  `)
})

test('no diagnostics give no output', () => {
  expect(render('# Title', [])).toBe('')
})

test('the count has singular and plural', () => {
  const text = 'a b c'
  expect(
    render(text, [about(text, 'a'), about(text, 'b'), about(text, 'c', 'note')])
      .split('\n')
      .at(-1),
  ).toBe('2 errors, 1 note')
})

test('marks are below their words, also after tabs, wide letters and emoji', () => {
  const text = '\ta\tb: 한국어 🙂 e\u0301x\r\n'
  expect(render(text, [about(text, 'x')])).toMatchInlineSnapshot(`
    "docs/PLAN.md:1:16: error[some-code]: Something.
    1 |     a   b: 한국어 🙂 éx
      |                       ^

    1 error"
  `)
  expect(render(text, [about(text, '국어')]).split('\n')[2]).toBe('  |              ^^^^')
})

test('a long line is cut around the place', () => {
  const text = `${'left '.repeat(50)}PLACE${' right'.repeat(50)}\nnext\n`
  expect(render(text, [about(text, 'PLACE')])).toMatchInlineSnapshot(`
    "docs/PLAN.md:1:251: error[some-code]: Something.
    1 | …ft left left left left left left PLACE right right right right right right right right right right r…
      |                                   ^^^^^

    1 error"
  `)
})

test('a line of megabytes costs no more than a short one', () => {
  const text = `${'x'.repeat(2_000_000)}PLACE${'y'.repeat(2_000_000)}`
  const line = render(text, [about(text, 'PLACE')]).split('\n')[1]!
  expect(line).toHaveLength(106)
})

test('a range over several lines is marked on the first, and a position at the end of the text is marked too', () => {
  const text = 'one two\nthree\n'
  expect(
    render(text, [about(text, 'two\nthree')])
      .split('\n')
      .slice(1, 3),
  ).toEqual(['1 | one two', '  |     ^^^'])
  const end = { ...about(text, 'one'), span: createLocate(text)({ start: text.length, end: text.length }) }
  expect(render(text, [end]).split('\n').slice(0, 3)).toEqual([
    'docs/PLAN.md:3:1: error[some-code]: Something.',
    '3 |',
    '  | ^',
  ])
})

test('a byte order mark takes no column', () => {
  const text = '\ufeff# T'
  expect(
    render(text, [about(text, 'T')])
      .split('\n')
      .slice(0, 3),
  ).toEqual(['docs/PLAN.md:1:3: error[some-code]: Something.', '1 | # T', '  |   ^'])
})

test('control characters are shown instead of sent to the terminal', () => {
  const text = 'a\u001b[31mb\u0007\u202e'
  expect(render(text, [about(text, 'b')]).split('\n')[1]).toBe('1 | a□[31mb□□')
})

test('a quoted line fits into the width of the terminal', () => {
  const text = `${'left '.repeat(50)}PLACE${' right'.repeat(50)}\nnext\n`
  const [, source, marks] = render(text, [about(text, 'PLACE')], { columns: 60 }).split('\n')
  expect([source, marks]).toEqual([
    '1 | …ft left left left PLACE right right right right right …',
    '  |                    ^^^^^',
  ])
  expect(source!.length).toBeLessThanOrEqual(60)
})

test('there are colours only on request', () => {
  const text = 'a'
  const paint: DiagnosticsView['paint'] = (part, words) => `<${part}>${words}</>`
  expect(render(text, [about(text, 'a', 'warning', 'b')], { paint })).toBe(
    '<bold>docs/PLAN.md:1:1:</> <warning>warning[some-code]</>: Something.\n<dim>1 |</> a\n<dim>  |</> <warning>^</>\n  <dim>hint:</> b\n\n1 warning',
  )
})
