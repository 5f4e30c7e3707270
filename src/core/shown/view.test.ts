import { describe, expect, it } from 'vitest'
import {
  BASE,
  completed,
  config,
  ended,
  gate,
  keptRef,
  opened,
  proofFinished,
  proofStarted,
  ready,
  receipt,
  refusedBy,
  report,
  skipped,
  started,
} from '../../../test/rig/core/facts.ts'
import { type Given, given } from '../../../test/rig/core/given.ts'
import { criterion, plan, spokenCriterion, task } from '../../../test/rig/core/plan.ts'
import { commit, taskId, tree } from '../plan/ids.ts'
import { type TaskView, viewRun, viewTask, viewTaskInFull } from './view.ts'

const viewOf = (at: Given, id: string): TaskView => viewTask(at.state, at.task(id))

const UNKNOWN = { usd: null, at_least: false, estimate: false, tokens: null }

describe('a run on the screen', () => {
  // 1 --> 2 (escalated) --> 3
  const tasks = [task('1', { tier: 'critical' }), task('2', { needs: ['1'] }), task('3', { needs: ['2'] })]
  const at = given(opened(plan(tasks), { config: config({ fixes: 0 }) }), ready, completed('1'))
    .and(started('2'), ended('2'), proofStarted('2'))
    .after(proofFinished('2', refusedBy('test')))

  it('is shown with every task, what waits for a human, and where the branch stands', () => {
    const problem = 'Task 2 (Make 2) fails its checks (limits.fixes: 0): test failed: test says failed'
    expect(viewRun(at.state)).toEqual({
      run: {
        judge: null,
        reviewer: null,
        review: 'auto',
        plan_id: 'shop',
        final_review: null,
        release: null,
        baseline_sha: 'base',
        current_sha: 'commit-1',
        unresolved_risks: [],
        checkpoint_tags: [],
        id: 'run',
        plan: 'PLAN.md',
        title: 'The shop',
        phase: 'execute',
        branch: 'pm/shop',
        base: 'base',
        head: 'commit-1',
        published: true,
        unpublished_because: null,
        halted: null,
        stopped: false,
        paused_by: null,
        paused: [],
        sandbox: 'none',
        base_checks: [],
        flaky: [],
        cost_usd: null,
        cost: {
          usd: null,
          at_least: false,
          estimate: false,
          tokens: null,
          words: 'unknown',
          budget_usd: 25,
          by_purpose: {
            build: UNKNOWN,
          },
        },
      },
      tasks: [
        {
          id: '1',
          title: 'Make 1',
          state: 'completed',
          outcome: 'proven',
          reason: null,
          tier: 'critical',
          tier_reasons: ['the plan says critical'],
          depends_on: [],
          parent: null,
          attempts: 1,
          commit: 'commit-1',
          gates: [{ gate: 'test', verdict: 'passed', evidence: '' }],
          strength: null,
        },
        {
          id: '2',
          title: 'Make 2',
          state: 'escalated',
          outcome: null,
          reason: problem,
          tier: 'normal',
          tier_reasons: [],
          depends_on: ['1'],
          parent: null,
          attempts: 1,
          commit: null,
          gates: [{ gate: 'test', verdict: 'failed', evidence: 'test says failed' }],
          strength: null,
        },
        {
          id: '3',
          title: 'Make 3',
          state: 'blocked',
          outcome: null,
          reason: 'waits for task 2, which a human must decide',
          tier: 'normal',
          tier_reasons: [],
          depends_on: ['2'],
          parent: null,
          attempts: 0,
          commit: null,
          gates: [],
          strength: null,
        },
      ],
      plan_questions: [],
      escalations: [
        {
          task: '2',
          problem,
          impact: 'task 3 cannot start; independent tasks continue',
          options: [
            {
              words: 'continue with its files, with a hint for the agent (--fresh: without them)',
              command: 'pm-agent retry 2 -m "…"',
              decision: 'retry',
            },
            {
              words: 'let it land anyway; it is then called waived',
              command: 'pm-agent waive 2 -m "…"',
              decision: 'waive',
            },
            { words: 'leave it out and continue without it', command: 'pm-agent skip 2 -m "…"', decision: 'skip' },
          ],
          recommended: 0,
          blocking: true,
        },
      ],
      waiting_for: [problem],
      blockers: [
        { task: '2', title: 'Make 2', waits_for: 'you', problem, blocks: ['3'] },
        { task: '3', title: 'Make 3', waits_for: ['2'], problem: null, blocks: [] },
      ],
    })
  })

  it('says that it is halted, and why, before anything else', () => {
    const halted = at.and({ type: 'run-halted', problem: 'disk full', hints: ['make room'] })
    const view = viewRun(halted.state)
    expect(view.run.halted).toEqual({ problem: 'disk full', hints: ['make room'] })
    expect(view.waiting_for[0]).toBe('disk full')
    expect(viewRun(at.and({ type: 'run-stopped', by: 'Ada' }).state).run.stopped).toBe(true)
  })

  it('says why its branch is not where the user looks', () => {
    const detail = 'pm/shop is checked out in another folder'
    const refused = given(opened(plan(tasks)), { type: 'branch-started', tip: BASE, planCommit: false }).and({
      type: 'publishing-refused',
      tip: BASE,
      reason: 'checked-out',
      detail,
    })
    const { head, published, unpublished_because } = viewRun(refused.state).run
    expect({ head, published, unpublished_because }).toEqual({
      head: 'base',
      published: false,
      unpublished_because: detail,
    })
    expect(viewRun(given().state).run).toMatchObject({ head: null, published: false, sandbox: null, phase: 'intake' })
  })
})

describe('a task on the screen', () => {
  it('that existed has that outcome and no commit', () => {
    const of = opened(plan([task('1')]), { existed: [{ task: taskId('1'), outputs: {} }] })
    expect(viewOf(given(of), '1')).toMatchObject({ state: 'completed', outcome: 'existed', commit: null })
  })

  it('that was skipped has no outcome and says why', () => {
    expect(viewOf(given(ready, skipped('1', 'not needed')), '1')).toMatchObject({
      state: 'skipped',
      outcome: null,
      reason: 'not needed',
    })
  })

  it('shows the gates of its newest attempt only', () => {
    const again = given(ready, started('1'), ended('1'), proofStarted('1')).after(proofFinished('1', refusedBy('test')))
    expect(viewOf(again, '1').gates).toHaveLength(1)
    expect(viewOf(again.and(started('1', 2)), '1').gates).toEqual([])
  })
})

describe('a task in full', () => {
  const asked = task('1', {
    owner: 'api',
    tier: 'critical',
    criteria: [
      criterion('c1', 'a'),
      criterion('c2', 'b'),
      spokenCriterion('c3', 'It is pretty.'),
      spokenCriterion('c4', 'It is quick.'),
    ],
  })
  const of = receipt({
    gates: [
      gate('criterion:c1', 'passed'),
      gate('criterion:c2', 'failed', { evidence: '`b` holds: exit 1\nb: not found', summary: 'exit 1' }),
      { ...gate('criterion:c3', 'judged'), blocking: false, places: ['src/a.js:7', 'src/a.js:9'] },
      gate('test', 'passed'),
    ],
    basis: 'none',
    alignment: [
      { criterion: 'c1', places: ['src/a.js:3'] },
      { criterion: 'c3', places: ['src/b.js:1'] },
    ],
  })
  const said = report('success', {
    summary: 'Done.',
    risks: ['slow'],
    testResults: { passed: 1, failed: 0, command: 'npm test' },
    reviewNote: { summary: 'A module.', risks: [], rollback: 'revert' },
  })
  const at = given(
    opened(plan([asked])),
    ready,
    started('1'),
    ended('1', 1, { reading: { is: 'valid', report: said }, outputFile: 'out.log' }),
  )
    .and(proofStarted('1'))
    .after(proofFinished('1', of))

  it('holds every field that is kept about it, and every attempt with its receipt', () => {
    expect(viewTaskInFull(at.state, at.task('1'))).toEqual({
      ...viewOf(at, '1'),
      type: 'work',
      kind: 'feature',
      ownership: 'api',
      retry_count: 1,
      launches: 1,
      decision_log: ['it goes back to an agent: criterion:c2 failed: `b` holds: exit 1'],
      artifacts: ['src/a.js'],
      outputs: {},
      known_risks: [{ id: '1-r1', description: 'slow', severity: 'critical', status: 'open', source_task: '1' }],
      review_notes: { summary: 'A module.', risks: ['slow'], rollback: 'revert', made_by: 'agent' },
      commit_sha: null,
      duration_ms: 240_000,
      task_id: '1',
      status: 'in_progress',
      files_changed: [{ path: 'src/a.js', status: 'modified' }],
      review_tier: 'critical',
      review_result: 'failed',
      tier_review: { tier: 'critical', by: 'human', result: 'unreviewed', reviewed: null, decider: null },
      mandatory_gates: expect.any(Array),
      cost_usd: null,
      cost: { usd: null, at_least: false, estimate: false, tokens: null, by_purpose: { build: UNKNOWN } },
      criteria: [
        {
          id: 'c1',
          text: '`a` holds',
          verdict: 'PASS',
          command: 'a',
          evidence: null,
          places: ['src/a.js:3'],
          places_by: 'reading',
        },
        {
          id: 'c2',
          text: '`b` holds',
          verdict: 'FAIL',
          command: 'b',
          evidence: 'exit 1',
          places: [],
          places_by: null,
        },
        {
          id: 'c3',
          text: 'It is pretty.',
          verdict: 'PASS',
          command: null,
          evidence: 'criterion:c3 says judged',
          places: ['src/a.js:7', 'src/a.js:9'],
          places_by: 'judge',
        },
        {
          id: 'c4',
          text: 'It is quick.',
          verdict: 'UNTESTED',
          command: null,
          evidence: null,
          places: [],
          places_by: null,
        },
      ],
      escalation: null,
      claimed: {
        status: 'success',
        summary: 'Done.',
        test_results: { passed: 1, failed: 0, command: 'npm test' },
      },
      history: [
        {
          attempt: 1,
          kind: 'implement',
          agent: 'worker',
          ending: { is: 'exited', code: 0 },
          draft: {
            base: BASE,
            tree: tree('tree-1-1'),
            ref: keptRef('1', 1),
            changes: [{ path: 'src/a.js', status: 'modified' }],
            notes: [],
          },
          formatted: null,
          output: 'out.log',
          cost: [{ purpose: 'build', agent: 'worker', model: null, tokens: null, usd: null, estimate: false }],
          proven: false,
          receipt: of,
        },
      ],
    })
  })

  it('says how long it took from its first launch to its end', () => {
    const done = given(ready, completed('1'))
    expect(viewTaskInFull(done.state, done.task('1'))).toMatchObject({
      commit_sha: commit('commit-1'),
      duration_ms: 5 * 60_000,
    })
  })

  it('that nobody has tried yet has untested criteria and claims nothing', () => {
    const fresh = given(opened(plan([asked])))
    expect(viewTaskInFull(fresh.state, fresh.task('1'))).toMatchObject({
      criteria: Array.from({ length: 4 }, () => ({ verdict: 'UNTESTED', evidence: null, places: [] })),
      claimed: null,
      history: [],
      duration_ms: null,
    })
  })
})

/** Other programs on the machine do not count. */
function cpuMs(since: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(since)
  return (user + system) / 1000
}

describe('a plan of ten thousand tasks in a row', () => {
  const tasks = Array.from({ length: 10_000 }, (_, at) => task(String(at), { needs: at > 0 ? [String(at - 1)] : [] }))
  const fresh = given(opened(plan(tasks), { config: config({ fixes: 0 }) }), ready)

  it('is shown in well under a second', () => {
    const before = process.cpuUsage()
    expect(viewRun(fresh.state).tasks.at(-1)).toMatchObject({ state: 'waiting', reason: 'waits for task 9998' })
    expect(cpuMs(before)).toBeLessThan(1000)
  })

  it('is shown in well under a second when all of it waits for a human', () => {
    const stuck = fresh.and(started('0'), ended('0'), proofStarted('0')).after(proofFinished('0', refusedBy('test')))
    const before = process.cpuUsage()
    expect(viewRun(stuck.state).tasks.at(-1)).toMatchObject({
      state: 'blocked',
      reason: 'waits for task 0, which a human must decide',
    })
    expect(cpuMs(before)).toBeLessThan(1000)
  })
})
