import fc from 'fast-check'
import { expect, test } from 'vitest'
import { taskId } from '../../core/plan/ids.ts'
import { renderDiagnostics } from './problems/excerpt.ts'
import { parsePlan } from './read.ts'
import { tickBoxes } from './tick.ts'

test('a plan is named by its front matter, else by its folder, its file or its title', () => {
  const body = '# A title\n### [ ] TODO 1: T\n'
  expect(parsePlan(`---\nplan-id: 'Mine'\n---\n${body}`, { path: 'specs/other/PLAN.md' }).plan!.id).toBe('mine')
  expect(parsePlan(body, { path: 'specs/other/PLAN.md' }).plan!.id).toBe('other')
  expect(parsePlan(body, { path: 'PLAN.md' }).plan).toMatchObject({ id: 'a-title', title: 'A title' })
  expect(parsePlan('### [ ] TODO 1: T\n', { path: 'x.md' }).plan).toMatchObject({ id: 'x', title: 'x' })
})

test.each([
  ['---\nDesign: docs/design.md\n---\n# T\n', 'docs/design.md'],
  ['# T\n\n**Design**: `docs/design.md`\n\n', 'docs/design.md'],
  ['# T\n\n**Goal:** A shop\n\n**Design doc:** [the design](docs/design.md)\n\n', 'docs/design.md'],
  ['# T\n\n**Design**: none\n\n', undefined],
  ['# T\n\nA design of docs/design.md is planned.\n\n', undefined],
])('the design document of a plan is the one that it names: %j', (head, design) => {
  const { plan } = parsePlan(`${head}### [ ] TODO 1: One\n\n**Design**: other.md\n`, { path: 'PLAN.md' })
  expect(plan!.design).toBe(design)
})

test('text in fences and comments is never a task', () => {
  const { plan } = parsePlan(
    [
      '```markdown',
      '### [ ] TODO 1: in a fence',
      '```',
      '~~~~',
      '```',
      '### [ ] TODO 2: in a longer fence',
      '~~~',
      '~~~~',
      '<!-- ### [ ] TODO 3: in a comment -->',
      '<!--',
      '',
      '### [ ] TODO 4: in a long comment',
      '-->',
      '- ```',
      '  ### [ ] TODO 5: in a fence in a list',
      '  ```',
      '- ### [ ] TODO 6: in a list',
      '> ### [ ] TODO 7: quoted',
      '',
      '    ### [ ] TODO 8: code',
      '### [ ] TODO 9: a task',
    ].join('\n'),
    { path: 'PLAN.md' },
  )
  expect(plan!.tasks.map(task => task.id)).toEqual(['9'])
})

/** Random text made of pieces of plans. */
const soup = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        ...[
          '### [ ] TODO ',
          '1',
          'Final',
          ': ',
          '\n',
          '\r\n',
          '\n\n',
          '**Needs**: ',
          '**Files**:',
          '**Inputs**',
          '**',
          '*',
          '`',
          '```',
          '~~~',
        ],
        ...[
          '<!--',
          '-->',
          '---',
          '- ',
          '- [ ] ',
          '[x]',
          '| ',
          '|---|',
          '## Dependency Graph\n',
          '## Commit Strategy\n',
          '→',
          ' exit 0',
          'all',
        ],
        ...[
          '${todo-1.outputs.x}',
          'todo-',
          '(',
          ')',
          '  ',
          '\t',
          '> ',
          '\ufeff',
          '한',
          '🙂',
          '\ud83d',
          '\0',
          '**Acceptance Criteria**:\n',
          '#',
        ],
      ),
      fc.string({ unit: 'binary', maxLength: 5 }),
    ),
    { maxLength: 60 },
  )
  .map(pieces => pieces.join(''))

test('any text is read without an exception, and ticking nothing in it changes nothing', () => {
  fc.assert(
    fc.property(fc.oneof(soup, fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' })), text => {
      const { plan, diagnostics } = parsePlan(text, { path: text })
      // A text that begins like a file of Task Master is no JSON more often than not.
      expect(plan === null).toBe(diagnostics.some(({ code }) => code === 'no-tasks' || code === 'not-json'))
      for (const { span } of diagnostics) {
        expect(span.start).toBeLessThanOrEqual(span.end)
        expect(span.end).toBeLessThanOrEqual(text.length)
        expect(Math.min(span.line, span.column)).toBeGreaterThanOrEqual(1)
      }
      expect(renderDiagnostics(text, diagnostics, 'PLAN.md')).not.toMatch(/[\0\u001b\r]/)
      expect(tickBoxes(text, [])).toBe(text)
      expect(tickBoxes(text, [{ task: taskId('nobody'), criteria: ['c1'] }])).toBe(text)
    }),
    { numRuns: 2000 },
  )
})
