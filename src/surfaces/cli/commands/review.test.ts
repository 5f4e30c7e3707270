import { describe, expect, it } from 'vitest'
import {
  config,
  draft,
  ended,
  gate,
  opened,
  proofFinished,
  proofStarted,
  ready,
  receipt,
  saying,
  started,
} from '../../../../test/rig/core/facts.ts'
import { type Given, given } from '../../../../test/rig/core/given.ts'
import { criterion, plan, spokenCriterion, task } from '../../../../test/rig/core/plan.ts'
import { presentationOf, type ReviewPresentation } from '../../../core/decisions/presentation.ts'
import { presentationLines } from '../../../core/decisions/presentation-words.ts'
import { taskId } from '../../../core/plan/ids.ts'
import type { Observation } from '../../../core/run/input.ts'
import { readPromptAnswer, reviewKeys } from '../decide/review-prompt.ts'
import { laidOut } from '../words/printed-lines.ts'

const TASKS = [
  task('1', {
    title: 'Add search by title to the list of books, with a field above it',
    criteria: [
      criterion('c1', 'npm run search'),
      criterion('c2', 'npm run slow'),
      spokenCriterion('c3', 'The field looks like the others'),
    ],
  }),
  task('2', { needs: ['1'] }),
]

const changes = [
  { path: 'src/search.ts', status: 'added' },
  { path: 'src/auth/session.ts', status: 'modified' },
  { path: 'src/old-search.ts', status: 'deleted' },
] as const

const refused = receipt({
  gates: [
    gate('test', 'failed', {
      command: 'npm test',
      evidence: '2 of 41 tests fail: finds nothing in an empty list, finds what is written in capital letters',
    }),
    gate('lint', 'passed', { command: 'npm run lint' }),
    gate('criterion:c1', 'passed', { command: 'npm run search', evidence: 'it printed 3' }),
    gate('criterion:c2', 'failed', { command: 'npm run slow', evidence: 'it printed 1, expected 0' }),
    gate('repeat', 'passed', { command: 'node --test --test-reporter={tools}/reporter.mjs' }),
    gate('patch-size', 'noted', { blocking: false, evidence: '17 files changed, 15 are usual' }),
  ],
  basis: 'none',
  redGreen: [],
  alignment: [{ criterion: 'c1', places: ['src/search.ts:12'] }],
})

const asked: Given = given(opened(plan(TASKS), { config: config({ fixes: 0 }) }), ready)
  .and(
    started('1', 1, { agent: 'claude' }),
    ended('1', 1, {
      draft: draft('1', 1, { changes }),
      reading: saying('success', {
        summary:
          'Search reads the titles once into a prefix tree, because the list may be long and is rarely changed; the old search is gone.',
        risks: ['the tree is not rebuilt when a book is renamed'],
      }),
      meter: { model: 'm', version: null, tokens: null, tokensOver: 'launch', costUsd: 0.42, costOver: 'launch' },
    }),
    proofStarted('1'),
  )
  .after({ ...proofFinished('1', refused), receiptHash: '0123456789abcdef'.repeat(4) } as Observation)

const pageOf = (presented: ReviewPresentation): readonly string[] =>
  presentationLines(presented).flatMap(line => laidOut(line, 80))

const presented = (at: Given, id = '1') => presentationOf(at.state, at.task(id))

describe('the review of a task', () => {
  it('presents the work, what was seen of it, its risks and cost, and every decision, in 80 columns', () => {
    const page = pageOf(presented(asked))
    expect(page.every(line => line.length <= 80)).toBe(true)
    expect(page.join('\n')).toMatchInlineSnapshot(`
      "REVIEW of task 1: Add search by title to the list of books, with a field above
        it
      escalated, tier critical (src/auth/session.ts: access and security (changed))

      Question
        Problem  Task 1 (Add search by title to the list of books, with a field above
                 it) fails its checks (limits.fixes: 0): test failed: 2 of 41 tests
                 fail: finds nothing in an empty list, finds what is written in
                 capital letters; criterion:c2 failed: it printed 1, expected 0
        Impact   task 2 cannot start; independent tasks continue
        Options  1. continue with its files, with a hint for the agent (--fresh:
                    without them): pm-agent retry 1 -m "…" (recommended)
                 2. let it land anyway; it is then called waived:
                    pm-agent waive 1 -m "…"
                 3. leave it out and continue without it: pm-agent skip 1 -m "…"

      Files: 1 added, 1 modified, 1 deleted
        added     src/search.ts
        modified  src/auth/session.ts
        deleted   src/old-search.ts

      Approach, in the words of its agent (claude)
        Search reads the titles once into a prefix tree, because the list may be long
        and is rarely changed; the old search is gone.

      Criteria: 1 PASS, 1 FAIL, 1 UNTESTED
        PASS      \`npm run search\` holds
                  it printed 3
                  in the change: src/search.ts:12
        FAIL      \`npm run slow\` holds
                  it printed 1, expected 0
        UNTESTED  The field looks like the others
                  no command can show it, and it was not judged yet

      Gates: 2 failed, 3 passed, 1 noted
        test          failed  2 of 41 tests fail: finds nothing in an empty list,
                              finds what is written in capital letters
        lint          passed  npm run lint
        criterion:c1  passed  npm run search
        criterion:c2  failed  it printed 1, expected 0
        repeat        passed
        patch-size    noted   17 files changed, 15 are usual (does not block)

      Risks: 1 open
        1-r1  critical, open: the tree is not rebuilt when a book is renamed

      Facts
        Shown by  nothing shows the change
        Rollback  revert the commit with the trailer "Refs: task-1"
        Cost      $0.42; 1 attempt, 4 min 0 s since the first
        Receipt   0123456789ab (a decision counts for this receipt only)
        More      pm-agent show 1 --diff | --output GATE

      Decide
        REVISE   pm-agent revise 1 -m "…"  (send it back to its agent with the changes
                 you want)
        REJECT   pm-agent reject 1  (the task itself is wrong: it waits until you edit
                 its text)
        PAUSE    pm-agent pause 1  (decide later: the run ends, pm-agent run continues
                 it)
        RETRY    pm-agent retry 1  (let an agent continue it)
        SKIP     pm-agent skip 1  (leave it out and continue without it)
        WAIVE    pm-agent waive 1 -m "…"  (let it land despite a failed check; it is
                 called waived)"
    `)
  })

  it('presents a task that nobody asks about, with what can be decided all the same', () => {
    expect(pageOf(presented(asked, '2')).join('\n')).toMatchInlineSnapshot(`
      "REVIEW of task 2: Make 2
      blocked, tier normal

      Question
        none: it does not wait for your decision (waits for task 1, which a human must
        decide)

      Decide
        REJECT   pm-agent reject 2  (the task itself is wrong: it waits until you edit
                 its text)
        PAUSE    pm-agent pause 2  (decide later: the run ends, pm-agent run continues
                 it)
        SKIP     pm-agent skip 2  (leave it out and continue without it)"
    `)
  })
})

describe('the decisions that are offered', () => {
  const wordsOf = (at: Given) =>
    Object.fromEntries(presented(at).decisions.map(({ decision, words }) => [decision, words]))
  const planner = { agent: { is: 'command', name: 'planner', command: 'plan' } } as const
  const planned = given(opened(plan(TASKS), { config: config({ fixes: 0 }, { roles: { planner } }) }), ready)
    .and(started('1'), ended('1'), proofStarted('1'))
    .after(proofFinished('1', refused))
  const proposed = planned
    .after({ type: 'reject-task', task: taskId('1'), by: 'Ada', note: 'too much' })
    .and({ type: 'task-escalated', task: taskId('1'), reason: 'text-proposed', reasons: [] })

  it('say who writes the next text of a rejected task', () => {
    expect(wordsOf(asked).reject).toBe('the task itself is wrong: it waits until you edit its text')
    expect(wordsOf(planned).reject).toBe(
      'the task itself is wrong: the planner writes another text, which is shown to you',
    )
  })

  it('are about the text where the planner proposes one', () => {
    expect(wordsOf(proposed)).toMatchObject({
      approve: 'take the new text',
      reject: 'let the planner write another text',
      retry: 'keep its text, and let an agent go on with it',
    })
  })
})

describe('an answer at the terminal', () => {
  it('is a key or its word, with a text behind it where one is needed', () => {
    const shown = presented(asked)
    expect(reviewKeys(shown)).toBe(
      'r revise · x reject · p pause · t retry · z skip · w waive · d diff · o full output · n next · q quit',
    )
    expect(readPromptAnswer('r use a set', shown)).toEqual({ is: 'decision', decision: 'revise', text: 'use a set' })
    expect(readPromptAnswer('REJECT', shown)).toEqual({ is: 'decision', decision: 'reject', text: '' })
    expect(readPromptAnswer('o lint', shown)).toEqual({ is: 'output', gate: 'lint' })
    expect(readPromptAnswer('approve', shown)).toMatchObject({ is: 'unclear' })
    expect(readPromptAnswer('', shown)).toMatchObject({ is: 'unclear' })
    expect(readPromptAnswer(null, shown)).toEqual({ is: 'leave' })
  })
})
