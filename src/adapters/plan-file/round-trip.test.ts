import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Plan } from '../../core/plan/plan.ts'
import { parsePlan } from './read.ts'
import { tickBoxes, tickedBoxes } from './tick.ts'

const read = (text: string): Plan => parsePlan(text, { path: 'specs/login/tasks.md' }).plan!
/** Everything that a plan says except its ticks and positions, which a longer status moves. */
const said = (plan: Plan) =>
  JSON.stringify(plan, (key, value: unknown) =>
    key === 'ticked' || key === 'span'
      ? undefined
      : typeof value === 'string'
        ? value.replace(/\[[xX]\]/g, '[ ]')
        : value,
  )

const title = fc.constantFrom(
  'Add the parser',
  'Füge `x` hinzu 🙂',
  'Document it in docs/api.md',
  'Clean [up]',
  '"quoted" \\ text',
)
const words = fc.constantFrom(
  '',
  'Some words.',
  '- [ ] a box',
  '```\n- [ ] 9. no\n```',
  '_Requirements: 1.1_',
  '한국어',
)
const box = fc.constantFrom('[ ]', '[x]', '[X]')
const tasks = fc.array(fc.record({ title, words, box, group: fc.boolean() }), { minLength: 2, maxLength: 8 })
type Made = typeof tasks extends fc.Arbitrary<infer T> ? T : never

const indented = (text: string, by: string): string =>
  text === ''
    ? ''
    : text
        .split('\n')
        .map(line => `${by}${line}\n`)
        .join('')

/** How each format writes the same tasks. */
const FORMATS: Readonly<Record<string, (made: Made) => string>> = {
  native: made =>
    made
      .map(
        (task, at) =>
          `### ${task.box} TODO ${at + 1}: ${task.title}\n${task.words}\n\n**Acceptance Criteria**:\n- ${task.box} \`true\`\n\n`,
      )
      .join(''),
  'spec-kit': made =>
    made
      .map(
        (task, at) =>
          `${task.group ? `## Phase ${at}: ${task.title}\n\n` : ''}- ${task.box} T00${at} [P] ${task.title}\n`,
      )
      .join(''),
  'nested Kiro': made =>
    made
      .map(
        (task, at) =>
          `- ${task.box} ${at + 1}. ${task.title}\n${indented(task.words, '  ')}${task.group ? `  - [ ] ${at + 1}.1 Inside\n  - ${task.box} ${at + 1}.2 Too\n` : ''}`,
      )
      .join(''),
  'flat Kiro': made =>
    made
      .map(
        (task, at) =>
          `- ${task.box} ${at + 1}. ${task.title}\n${indented(task.words, '  ')}${task.group ? `- [ ] ${at + 1}.1 Inside\n- ${task.box} ${at + 1}.2 Too\n` : ''}`,
      )
      .join(''),
  'Task Master': made =>
    JSON.stringify(
      {
        master: {
          tasks: made.map((task, at) => ({
            id: at + 1,
            title: task.title,
            details: task.words,
            status: task.box === '[ ]' ? 'pending' : 'done',
            subtasks: task.group
              ? [
                  { id: 1, title: 'Inside', status: 'pending' },
                  { id: 2, title: 'Too', status: 'done' },
                ]
              : [],
          })),
        },
      },
      null,
      2,
    ),
  superpowers: made =>
    `# Thing\n\n**Goal:** G\n\n---\n\n${made.map((task, at) => `### Task ${at + 1}: ${task.title}\n\n- ${task.box} **Step 1: Write**\n\n${task.words}\n\nRun: \`true\`\nExpected: PASS\n\n`).join('')}`,
  checklist: made => made.map(task => `- ${task.box} ${task.title}\n${indented(task.words, '  ')}`).join(''),
  'numbered list': made =>
    `# Tasks\n\n${made.map((task, at) => `${at + 1}. ${task.title}\n${indented(task.words.replaceAll('[ ] ', ''), '   ')}`).join('')}`,
}

/** The marks of a plan as open ones: boxes, and statuses that are values. */
const opened = (text: string): string => text.replace(/\[[xX]\]/g, '[ ]').replace(/("status": )"done"/g, '$1"pending"')

test.each(Object.keys(FORMATS))('a plan in the format %s keeps everything but its ticks', format => {
  fc.assert(
    fc.property(tasks, fc.boolean(), fc.nat(), (made, isWindows, choice) => {
      const text = isWindows ? FORMATS[format]!(made).replaceAll('\n', '\r\n') : FORMATS[format]!(made)
      const plan = read(text)
      const chosen = plan.tasks.filter((_, at) => (choice >> at) & 1)
      const ticked = tickBoxes(
        text,
        chosen.map(task => ({ task: task.id, criteria: task.criteria.map(({ id }) => id) })),
      )
      expect(opened(ticked)).toBe(opened(text))
      expect(said(read(ticked))).toBe(said(plan))
      const done = new Set(tickedBoxes(ticked).map(({ task }) => task))
      for (const task of plan.tasks) if (task.ticked) expect(done).toContain(task.id)
      if (format !== 'superpowers' && format !== 'numbered list')
        for (const { id } of chosen) expect(done).toContain(id)
      expect(tickBoxes(ticked, tickedBoxes(ticked))).toBe(ticked)
    }),
    { numRuns: 100 },
  )
})
