/** A plan under way, for the screens of the live view. */

import { taskId } from '../../../src/core/plan/ids.ts'
import type { Event } from '../../../src/core/run/event.ts'
import { BASE, baseline, ended, gate, opened, proofRecorded, proofStarted, receipt, started } from './facts.ts'
import { plan, task } from './plan.ts'

export const COMMANDS = { test: 'npm test', lint: 'npm run lint' }

export const WORDS = plan(
  [
    task('1', { title: 'Count the words of a text' }),
    task('2', { title: 'Find the most frequent word', needs: ['1'] }),
    task('3', { title: 'Print the statistics as a table', needs: ['1'] }),
    task('3.a', { title: 'Align the columns', needs: ['3'] }),
    task('4', { title: 'Read from standard input' }),
    task('5', { title: 'Explain the options', needs: ['3', '4'] }),
    task('6', { title: 'Write a manual page' }),
    task('final', { title: 'Verification', type: 'verification', needs: ['5'] }),
  ],
  { id: 'words', title: 'Word statistics' },
)

export const begun: readonly Event[] = [
  opened(WORDS),
  { type: 'branch-started', tip: BASE, planCommit: false },
  { type: 'baseline-started', base: BASE, token: 'base' },
]
export const ready: readonly Event[] = [
  ...begun,
  {
    type: 'baseline-recorded',
    base: BASE,
    baseline: baseline({
      gates: [gate('test', 'passed', { durationMs: 812 }), gate('lint', 'passed', { durationMs: 2300 })],
      commands: COMMANDS,
    }),
  },
  { type: 'branch-published', tip: BASE },
]

const failing = receipt({
  gates: [
    gate('lint', 'passed', { durationMs: 2310, command: COMMANDS.lint }),
    gate('test', 'failed', {
      durationMs: 840,
      command: COMMANDS.test,
      evidence: 'the tests fail: 1 failed, 2 passed\nexpected 3, received 2',
    }),
    gate('scope', 'failed', { blocking: false, evidence: 'Changed besides the expected files: src/other.js' }),
  ],
  basis: 'none',
})

export const sentBack = (id: string): Event => ({
  type: 'task-triaged',
  task: taskId(id),
  attempt: 1,
  disposition: 'retry',
  reasons: ['test failed: the tests fail: 1 failed, 2 passed'],
  again: { kind: 'fix', base: null, from: null, session: null },
  counted: false,
})

export const escalated = (id: string): Event => ({
  type: 'task-escalated',
  task: taskId(id),
  reason: 'same-failure',
  reasons: ['test failed: the tests fail: 1 failed, 2 passed'],
})

export const failed = (id: string): readonly Event[] => [
  started(id),
  ended(id),
  proofStarted(id),
  proofRecorded(id, failing),
]
