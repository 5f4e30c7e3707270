import { describe, expect, it } from 'vitest'
import {
  completed,
  config,
  gateRun,
  opened,
  ready,
  receipt,
  releaseCheck,
  released,
  reviewed,
  saying,
  skipped,
} from '../../../test/rig/core/facts.ts'
import { type Given, given } from '../../../test/rig/core/given.ts'
import { plan, task } from '../../../test/rig/core/plan.ts'
import { handoffLines } from '../handover/handoff.ts'
import { manifestOf } from '../handover/manifest-of.ts'
import { releaseProblems } from '../handover/release-problem.ts'
import { releaseView } from '../handover/release-view.ts'
import { releaseQuestion, releaseResultWords } from '../handover/release-words.ts'
import { commit, taskId, tree } from '../plan/ids.ts'
import type { Event } from '../run/event.ts'
import type { Config } from '../settings/config.ts'
import { viewRun } from '../shown/view.ts'
import { phaseOf } from './phase.ts'

const run = (fields: Partial<Config> = {}): Given =>
  given(opened(plan([task('1'), task('2')]), { config: config({}, fields) }), ready)

/** One task landed, the other was skipped, and the branch was reviewed. */
const ended = (fields: Partial<Config> = {}): Given => run(fields).and(completed('1'), skipped('2'), reviewed())

const published = (tip: string): Event => ({ type: 'branch-published', tip: commit(tip) })
const failing = releaseCheck({
  verdict: 'failed',
  exitCode: 1,
  evidence: '1 test failed: total adds tax\nexpected 3',
  failures: [{ test: 'total adds tax', message: 'expected 3\nreceived 2', file: 'total.test.js', line: 4 }],
})
const red = (): Given => ended().after(gateRun({ checks: [failing] }))

describe('the release gate', () => {
  it('runs on the reviewed branch, its manifest is written and published, and then the run ends', () => {
    const before = ended()
    expect(phaseOf(before.state)).toBe('release')
    expect(before.next()).toEqual([{ type: 'prove-release', tip: 'commit-1' }])
    const green = before.after(gateRun())
    expect(green.next()).toEqual([{ type: 'write-release', tip: 'commit-1' }])
    const written = green.after(released())
    expect(written.next()).toEqual([{ type: 'publish', tip: 'release' }])
    expect(written.and(published('release')).next()).toEqual([{ type: 'finish-run' }])
  })

  it('is left out of quick mode, and of a run in which nothing landed', () => {
    expect(ended({ quick: true }).next()).toEqual([{ type: 'finish-run' }])
    expect(run().and(skipped('1'), skipped('2'), reviewed()).next()).toEqual([{ type: 'finish-run' }])
  })

  it('names the reason of a failure besides the exit code', () => {
    const bare = releaseCheck({
      ...{ verdict: 'failed', exitCode: 1, comparedBy: 'exit-code', command: 'sh all.sh' },
      evidence: 'exit 1\n\n  the licence is missing\nand more',
    })
    expect(releaseResultWords(ended().after(gateRun({ checks: [bare] })).state)).toBe(
      'red: test (sh all.sh) fails on the branch: exit 1: the licence is missing',
    )
  })

  it('does not stop at failures that the base has too, at flaky checks and at linters that are not installed', () => {
    const checks = (['known-failure', 'flaky', 'absent'] as const).map(verdict =>
      releaseCheck({ verdict, exitCode: 1 }),
    )
    expect(ended().after(gateRun({ checks })).next()).toEqual([{ type: 'write-release', tip: 'commit-1' }])
  })

  it('does not stop at a failure that a human waived when a task landed, and the claim says so', () => {
    const waived: Event = {
      ...{ type: 'gates-waived', task: taskId('1'), attempt: 1, by: 'Ada', note: 'known', as: 'waived' },
      gates: [{ gate: 'test', verdict: 'failed', evidence: '', tests: ['total adds tax'] }],
    }
    const all = completed('1')
    const [begun, landing] = [all.slice(0, 4), [...all.slice(2, 4), ...all.slice(4)]]
    const at = run().and(begun, waived, landing, skipped('2'), reviewed())
    const of = (tests: readonly string[]) =>
      at.after(gateRun({ checks: [releaseCheck({ ...failing, failed: tests })] }))
    expect(of(['total adds tax']).next()).toEqual([{ type: 'write-release', tip: 'commit-1' }])
    expect(of(['total adds tax', 'another']).next()).toMatchObject([{ task: 'release.a' }])
    const { state } = of(['total adds tax'])
    const { claims, lint_clean } = manifestOf(state, state.release.gate!.proof, { at: 0, finalReview: '' })
    expect([claims.map(({ verdict }) => verdict), lint_clean]).toEqual([['waived'], null])
  })

  it('stops at a suite that fails without a failed test, although a human waived a failed test of it', () => {
    const waived: Event = {
      ...{ type: 'gates-waived', task: taskId('1'), attempt: 1, by: 'Ada', note: 'known', as: 'waived' },
      gates: [{ gate: 'test', verdict: 'failed', evidence: '', tests: ['total adds tax'] }],
    }
    const all = completed('1')
    const at = run().and(all.slice(0, 4), waived, all.slice(2), skipped('2'), reviewed())
    expect(at.after(gateRun({ checks: [failing] })).next()).toMatchObject([{ task: 'release.a' }])
  })

  it('stops at a failure that a human waived for work that never landed', () => {
    const waived: Event = {
      ...{ type: 'gates-waived', task: taskId('2'), attempt: 1, by: 'Ada', note: 'later', as: 'waived' },
      gates: [{ gate: 'lint', verdict: 'failed', evidence: '' }],
    }
    const at = run().and(completed('1'), completed('2').slice(0, 4), waived, skipped('2'), reviewed())
    const lint = releaseCheck({ ...failing, name: 'lint', command: 'npm run lint', comparedBy: 'exit-code' })
    expect(at.after(gateRun({ checks: [lint] })).next()).toMatchObject([{ task: 'release.a' }])
  })

  it('shows no earlier release as the current one when a task landed after it', () => {
    const before = ended().after(gateRun()).after(released())
    expect([releaseView(before.state)?.is, handoffLines(before.state).length > 0]).toEqual(['written', true])
    const more = plan([task('1'), task('2'), task('3')])
    const changes = [{ is: 'added', task: taskId('3'), title: 'Make 3' }] as const
    const late = before.and({ type: 'plan-edited', plan: more, planText: '', changes }, completed('3'), reviewed())
    expect(releaseView(late.state)).toBeNull()
    expect(releaseResultWords(late.state)).toBe('not yet: it follows the final review')
    const { state } = late.after(gateRun({ tip: commit('commit-3'), checks: [failing] }))
    expect(releaseView(state)).toMatchObject({ is: 'red', manifest: null })
    expect(handoffLines(state)).toEqual([])
  })

  it('counts for the commit that it ran on only', () => {
    const other = ended().after(gateRun({ tip: commit('earlier') }))
    expect(other.next()).toEqual([{ type: 'prove-release', tip: 'commit-1' }])
  })
})

describe('a red gate', () => {
  it('becomes a task whose criterion is the failed command, and the run goes back to it', () => {
    const opens = ended()
      .when(gateRun({ checks: [failing] }))
      .events()[1]
    expect(opens?.type).toBe('remediation-opened')
    const [fix] = opens?.type === 'remediation-opened' ? opens.tasks : []
    expect(fix?.title).toBe('(ADDED) Fix: test fails on the whole branch')
    expect(fix?.steps.at(-1)).toBe('total adds tax: expected 3 (line 4)')
    expect(fix?.criteria.map(({ check }) => check)).toEqual([{ command: 'npm test', expect: { is: 'exit', code: 0 } }])
    expect(phaseOf(red().state)).toBe('execute')
    expect(red().next()).toMatchObject([{ type: 'run-attempt', task: 'release.a' }])
  })

  it('opens tasks twice, and then asks a human; there is no release and no end meanwhile', () => {
    const again = red()
      .and(completed('release.a'), reviewed())
      .after(gateRun({ tip: commit('commit-release.a'), checks: [failing] }))
    expect(again.next()).toMatchObject([{ task: 'release.b' }])
    const tip = commit('commit-release.b')
    const spent = again.and(completed('release.b'), reviewed()).after(gateRun({ tip, checks: [failing] }))
    expect(spent.next()).toEqual([])
    expect(viewRun(spent.state).escalations.map(({ task: of, problem }) => [of, problem])).toEqual([
      [
        'release',
        'The branch cannot be released after 2 rounds of repairs: test (npm test) fails on the branch: 1 test failed: total adds tax',
      ],
    ])
    expect(spent.after({ type: 'resume-run' }).next()).toEqual([{ type: 'prove-release', tip }])
  })

  it('becomes a task with the changes of the base branch if only the merge with it fails, twice, and then a question', () => {
    const theirs = ['+++ b/src/total.js', '+export const tax = 0.2']
    const clean = { is: 'clean', base: commit('main-2'), tree: tree('m'), codeTree: tree('mc'), isSame: false } as const
    const merged = { checks: [releaseCheck(), releaseCheck({ ...failing, on: 'merge' })], merge: { ...clean, theirs } }
    const opens = ended().when(gateRun(merged)).events()[1]
    const [fix] = opens?.type === 'remediation-opened' ? opens.tasks : []
    expect(fix?.title).toBe('(ADDED) Fix: test fails on the merge with the base branch')
    expect(fix?.steps.slice(-3)).toEqual([
      'The base branch changed since the run began:',
      ...theirs.map(line => `\`${line}\``),
    ])
    // The command passes here, so it cannot show the work.
    expect(fix?.criteria).toEqual([])
    const again = (at: Given, id: string) =>
      at.and(completed(id), reviewed()).after(gateRun({ ...merged, tip: commit(`commit-${id}`) }))
    const second = again(ended().after(gateRun(merged)), 'release.a')
    expect(second.next()).toMatchObject([{ task: 'release.b' }])
    const spent = again(second, 'release.b')
    expect(spent.next()).toEqual([])
    expect(releaseQuestion(spent.state)?.problem).toContain('after 2 rounds of repairs')
  })

  it('of the branch and of its merge is one task', () => {
    const both = [failing, releaseCheck({ ...failing, on: 'merge' })]
    const opens = ended()
      .when(gateRun({ checks: both }))
      .events()[1]
    expect(opens?.type === 'remediation-opened' && opens.tasks.map(({ title }) => title)).toEqual([
      '(ADDED) Fix: test fails on the whole branch',
    ])
  })

  it('is asked at once if no agent can solve it: a broken machine, or a conflict', () => {
    const broken = releaseCheck({ name: 'setup', command: 'npm ci', verdict: 'could-not-run', evidence: 'exit 1' })
    for (const proof of [
      { checks: [broken] },
      { merge: { is: 'conflict', base: commit('theirs'), paths: ['a.js'] } as const },
    ]) {
      const at = ended().after(gateRun(proof))
      expect(at.next()).toEqual([])
      expect(releaseQuestion(at.state)?.blocking).toBe(true)
    }
  })

  it('lets a command pass that could not run on a base which a human accepted', () => {
    const down = releaseCheck({ name: 'test', verdict: 'could-not-run', evidence: 'the database is down' })
    const at = ended()
    const before = at.state.baseline!
    const [gate] = receipt().gates
    const gates = [{ ...gate!, gate: 'test', verdict: 'environment' as const }]
    const baseline = { ...before, baseline: { ...before.baseline, gates } }
    const proof = gateRun({ checks: [down] }).proof
    expect(releaseProblems({ ...at.state, baseline, baselineAccepted: true }, proof)).toEqual([])
    expect(releaseProblems({ ...at.state, baseline }, proof)).toHaveLength(1)
    expect(releaseProblems({ ...at.state, baselineAccepted: true }, proof)).toHaveLength(1)
  })

  it('runs again when a human continues the run, because the base branch may be another one now', () => {
    const at = ended().after(gateRun({ merge: { is: 'conflict', base: commit('theirs'), paths: ['a.js'] } }))
    expect(at.after({ type: 'resume-run' }).next()).toEqual([{ type: 'prove-release', tip: 'commit-1' }])
  })
})

describe('an open risk of a critical task', () => {
  const risky = (): Given =>
    given(opened(plan([task('1', { tier: 'critical', tierStated: true })])), ready)
      .and(completed('1', { reading: saying('success', { risks: ['old clients break'] }) }), reviewed())
      .after(gateRun())

  it('stops the release at once, with the commands that settle it', () => {
    const question = releaseQuestion(risky().state)
    expect(risky().next()).toEqual([])
    expect(question?.problem).toContain('risk 1-r1 of a critical task is open: old clients break')
    expect(question?.options.map(({ command }) => command)).toEqual([
      'pm-agent risk accept 1-r1 -m "…"',
      'pm-agent risk mitigate 1-r1 -m "…"',
    ])
  })

  it('no longer does when a human accepts it', () => {
    const accepted = risky().after({
      ...{ type: 'decide-risk', risk: '1-r1', status: 'accepted', by: 'Ada', note: 'announced' },
    })
    expect(accepted.next()).toEqual([{ type: 'write-release', tip: 'commit-1' }])
    expect(releaseProblems(accepted.state, accepted.state.release.gate!.proof)).toEqual([])
  })

  it('of any other task does not', () => {
    const at = given(opened(plan([task('1')])), ready)
      .and(completed('1', { reading: saying('success', { risks: ['slow'] }) }), reviewed())
      .after(gateRun())
    expect(at.next()).toEqual([{ type: 'write-release', tip: 'commit-1' }])
  })
})

it('an old journal without a release opens as it was, and a finished run stays finished', () => {
  const done = given(opened(plan([task('1')])), ready).and(completed('1', { receipt: receipt() }), {
    type: 'run-finished',
  })
  expect(done.next()).toEqual([])
  expect(viewRun(done.state).run.release).toBe(null)
})
