import { expect, it } from 'vitest'
import {
  completed,
  config,
  ended,
  gate,
  gateRun,
  landed,
  landingStarted,
  opened,
  proofRecorded,
  proofStarted,
  ready,
  receipt,
  releaseCheck,
  released,
  reviewed,
  saying,
  skipped,
  started,
} from '../../../../test/rig/core/facts.ts'
import { type Given, given } from '../../../../test/rig/core/given.ts'
import { plan, spokenCriterion, task } from '../../../../test/rig/core/plan.ts'
import { commit } from '../../../core/plan/ids.ts'
import type { Event } from '../../../core/run/event.ts'
import { finalReport } from '../../../core/shown/final-report.ts'
import { laidOut } from '../words/printed-lines.ts'
import { wholeReport } from './report-lines.ts'

const text = ({ state }: Given, options = {}): string =>
  wholeReport(state, finalReport(state), options)
    .flatMap(line => laidOut(line, 80))
    .join('\n')

/** A task that changes a public name of the base, and is larger than the plan said. */
const breaking = (): readonly Event[] => {
  const gates = [
    gate('test', 'passed'),
    gate('left-for-later', 'noted', {
      blocking: false,
      evidence: 'test/cart.test.js:3: postponed without a link to a follow-up',
    }),
    gate('patch-size', 'noted', { blocking: false, evidence: '21 files changed, and limits.patch_files is 15' }),
    gate('lint', 'not-run', {
      blocking: false,
      evidence: 'no linter is installed on this machine, so that nothing was linted',
    }),
  ]
  return [
    started('2'),
    ended('2', 1, { reading: saying('success', { risks: ['the cache is not cleared when prices change'] }) }),
    proofStarted('2'),
    proofRecorded('2', receipt({ gates })),
    landingStarted('2'),
    landed('2', 1, {
      delta: {
        files: [],
        filesLeft: 0,
        signatures: [
          { path: 'src/cart.js', name: 'total', was: 'total(items)', is: 'total(items, tax)' },
          { path: 'src/cart.js', name: 'tax', was: null, is: 'tax(country)' },
          { path: 'src/old.js', name: 'sum', was: 'sum(list)', is: null },
        ],
        signaturesLeft: 0,
      },
    }),
    { type: 'branch-published', tip: commit('commit-2') },
  ]
}

const run = (): Given =>
  given(
    opened(
      plan([
        task('1', { title: 'Add the search page', criteria: [spokenCriterion('c1', 'The page is easy to read')] }),
        task('2', { title: 'Add the tax to the total of the cart' }),
        task('3', { title: 'Remove the old total' }),
      ]),
      { baseBranch: 'main' },
    ),
    ready,
    completed('1'),
    breaking(),
    skipped('3', 'needed until spring'),
    reviewed({ verdict: 'degraded', by: 'critic', problem: 'it gave no valid answer' }),
    gateRun({
      tip: commit('commit-2'),
      checks: [
        releaseCheck(),
        releaseCheck({
          name: 'lint',
          command: 'npm run lint',
          verdict: 'known-failure',
          exitCode: 1,
          comparedBy: 'exit-code',
        }),
      ],
    }),
    { ...released('commit-2'), notes: 'docs/releases/shop-release-notes.md' },
    { type: 'branch-published', tip: commit('release') },
    { type: 'run-finished' },
  )

it('the whole report and the summary of the release are plain English at 80 columns', () => {
  const lines = text(run())
  for (const line of lines.split('\n')) expect(line.length).toBeLessThanOrEqual(80)
  expect(lines).toMatchInlineSnapshot(`
    "REPORT: The shop (PLAN.md)
    Result:  2/3 tasks completed, 2 commits, 1 file, 0 false claims of success
             caught

    Tasks:
      1  proven  Add the search page  (1 attempt)  commit-1
      2  proven  Add the tax to the total of the cart  (1 attempt)  commit-2
      3  skipped  Remove the old total  (0 attempts)

    Checks that did not run or do not count:
      task 2: lint did not run: no linter is installed on this machine, so that
              nothing was linted
      release gate: lint (npm run lint) fails, as it did before the plan

    Scope and size:
      task 2: 21 files changed, and limits.patch_files is 15

    Reservations:
      task 3 was skipped by Ada: needed until spring

    Risks:
      2-r1 (normal, open): the cache is not cleared when prices change

    Review:  DEGRADED (critic: it gave no valid answer)
    Release: docs/releases/shop-release.yaml (every claim can be repeated:
             pm-agent verify)
    Cost:    unknown
    Time:    23 min 0 s in all; agents 2 min 0 s, proof 2.0 s
    Next:    look at it (git log --stat pm/shop), then git merge pm/shop

    RELEASE SUMMARY — The shop

    Tasks: 2/3 completed
    Commits: 2 commits (see release manifest for full list)
    Breaking changes:
      - src/cart.js: total was total(items), is total(items, tax) (task 2)
      - src/old.js: sum was removed (task 2)
    Open risks:
      - 2-r1 (normal): the cache is not cleared when prices change
    Criteria without evidence:
      - task 1: The page is easy to read
    Notes without a follow-up:
      - task 2: test/cart.test.js:3: postponed without a link to a follow-up
    Migration: none required
    Rollback: see release manifest
    Recommended next:
      - check it: pm-agent verify pm/shop:docs/releases/shop-release.yaml
      - merge it: git switch main && git merge pm/shop
      - look at 1 criterion without evidence
      - decide about 1 open risk: pm-agent risk
      - decide about skipped tasks: 3
      - repair checks that failed before the plan: lint

    Artifacts:
      - Release manifest: docs/releases/shop-release.yaml
      - Release notes: docs/releases/shop-release-notes.md
      - Review notes: docs/reviews/shop/<task-id>-review.md (per task)"
  `)
})

it('a quick run has the short report, and no release', () => {
  const quick = given(opened(plan([task('1')]), { config: config({}, { quick: true }) }), ready, completed('1'), {
    type: 'run-finished',
  })
  expect(text(quick)).toMatchInlineSnapshot(`
    "═══════════════════════════════════════════════════════════
                        ORCHESTRATION COMPLETE
    ═══════════════════════════════════════════════════════════

    PLAN: PLAN.md
    MODE: Local (quick)

    RESULT: 1/1 TODOs completed
    COMMITS: 1 commits created
    FILES: 1 files modified

    ISSUES:
      None
    ═══════════════════════════════════════════════════════════"
  `)
})
