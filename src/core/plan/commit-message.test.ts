import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { plan, type TaskFields, task } from '../../../test/rig/core/plan.ts'
import { commitMessage, landingMessage } from './commit-message.ts'
import { taskId } from './ids.ts'
import type { CommitRow } from './plan.ts'

const messageOf = (fields: TaskFields): string => commitMessage(plan([]), task('1', { title: 'Add search', ...fields }))

describe('a message made from the task', () => {
  it.each([
    [{ kind: 'feature' }, 'feat(shop): Add search'],
    [{ kind: 'fix' }, 'fix(shop): Add search'],
    [{ kind: 'refactor' }, 'refactor(shop): Add search'],
    [{ kind: 'perf' }, 'perf(shop): Add search'],
    [{ kind: 'docs' }, 'docs(shop): Add search'],
    [{ kind: 'chore' }, 'chore(shop): Add search'],
    [{ kind: 'release' }, 'chore(shop): Add search'],
    [{ type: 'verification' }, 'test(shop): Add search'],
    [{ owner: 'api' }, 'feat(api): Add search'],
    [{ breaking: true }, 'feat(shop)!: Add search'],
    [{ title: 'Refactor `find`: pull the loop out' }, 'refactor(shop): Refactor `find`: pull the loop out'],
    [{ title: 'Mention it in the README' }, 'docs(shop): Mention it in the README'],
    [{ title: 'Add tests for `find`' }, 'test(shop): Add tests for `find`'],
    [{ title: 'Refactor `find`', kind: 'fix', kindStated: true }, 'fix(shop): Refactor `find`'],
  ] as const)('says %o as %s', (fields, message) => {
    expect(messageOf(fields)).toBe(message)
  })

  it('is what the change is where the title only shows that something is wanted', () => {
    const written = (fields: TaskFields) =>
      commitMessage(plan([]), task('1', { title: 'Add search', ...fields }), 'docs')
    expect(written({})).toBe('docs(shop): Add search')
    expect(written({ kind: 'feature', kindStated: true })).toBe('feat(shop): Add search')
    expect(written({ title: 'Refactor `find`: pull the loop out' })).toMatch(/^refactor\(shop\)/)
  })

  it('may be as long as a subject may be', () => {
    const title = 'x'.repeat(72 - 'feat(shop): '.length)
    expect(messageOf({ title })).toBe(`feat(shop): ${title}`)
  })

  it('is cut at a word when it is too long, and its body holds the whole title', () => {
    const title = 'Add a search box to the front page that finds products by their name and colour'
    expect(messageOf({ title })).toBe(
      `feat(shop): Add a search box to the front page that finds products by…\n\n${title}`,
    )
  })

  it('is cut inside a word only when the word is longer than half of it', () => {
    const title = `Add ${'x'.repeat(100)}`
    expect(messageOf({ title })).toBe(`feat(shop): Add ${'x'.repeat(55)}…\n\n${title}`)
  })

  it('is never cut inside a character', () => {
    const title = '𠮷'.repeat(60)
    expect(messageOf({ title })).toBe(`feat(shop): ${'𠮷'.repeat(29)}…\n\n${title}`)
  })

  it('has a subject that fits and no half characters, whatever the title', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 200 }), title => {
        const message = messageOf({ title: title.replace(/\s+/g, ' ') })
        expect(message.split('\n')[0]!.length).toBeLessThanOrEqual(72)
        expect(message.isWellFormed()).toBe(true)
      }),
    )
  })
})

describe('a row of the Commit Strategy', () => {
  const row = (fields: Partial<CommitRow>): CommitRow => ({
    tasks: [taskId('1')],
    message: 'feat: search the shop',
    files: [],
    condition: 'always',
    ...fields,
  })
  const messages = (rows: readonly CommitRow[]) => {
    const tasks = [task('1'), task('2')]
    return tasks.map(each => commitMessage(plan(tasks, { commitRows: rows }), each))
  }

  it.each(['always', 'Always ', '-', ''])('gives its task the message when its condition is %o', condition => {
    expect(messages([row({ condition })])).toEqual(['feat: search the shop', 'feat(shop): Make 2'])
  })

  it('gives no message when its condition is one that we do not understand', () => {
    expect(messages([row({ condition: 'if the moon is full' })])).toEqual(['feat(shop): Make 1', 'feat(shop): Make 2'])
  })

  it('for a group gives the message to its last task', () => {
    expect(messages([row({ tasks: [taskId('1'), taskId('2')] })])).toEqual([
      'feat(shop): Make 1',
      'feat: search the shop',
    ])
  })

  it('without words leaves the message to the title', () => {
    expect(messages([row({ message: '' })])).toEqual(['feat(shop): Make 1', 'feat(shop): Make 2'])
  })
})

it('a landing ends in the trailers that lead back to the evidence', () => {
  const trailers = { task: '2/1', review: 'docs/reviews/shop/2-1-review.md', agent: 'claude' }
  expect(landingMessage('feat(shop): Add search\n\nAdd search to the shop\n', trailers)).toBe(
    `feat(shop): Add search

Add search to the shop

Refs: task-2/1
Review: docs/reviews/shop/2-1-review.md
Agent: claude
`,
  )
})

it('a landing names whoever approved or waived something of it, each on one line', () => {
  const trailers = { task: '1', review: 'review.md', agent: 'claude' }
  const message = landingMessage('feat: x', {
    ...trailers,
    approvedBy: ['Ada', 'Bob\nRefs: task-2'],
    waivedBy: ['Eve'],
  })
  expect(message.trim().split('\n').slice(5)).toEqual([
    'Approved-by: Ada',
    'Approved-by: Bob Refs: task-2',
    'Waived-by: Eve',
  ])
})
