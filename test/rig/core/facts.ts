import type { ReleaseCheck, ReleaseProof } from '../../../src/core/handover/release-proof.ts'
import type { Contract } from '../../../src/core/plan/contract.ts'
import { commit, runId, taskId, tree } from '../../../src/core/plan/ids.ts'
import type { Plan } from '../../../src/core/plan/plan.ts'
import type { Draft, FileChange } from '../../../src/core/proof/draft.ts'
import type { GateResult, Receipt, Verdict } from '../../../src/core/proof/receipt.ts'
import type { ClaimedStatus, Report, ReportReading } from '../../../src/core/proof/report.ts'
import type { FinalReview } from '../../../src/core/release/final-review.ts'
import type { Ending } from '../../../src/core/run/ending.ts'
import type { Baseline, Event } from '../../../src/core/run/event.ts'
import type { Observation } from '../../../src/core/run/input.ts'
import type { Opened } from '../../../src/core/run/state.ts'
import { type Config, DEFAULT_LIMITS, type Limits } from '../../../src/core/settings/config.ts'
import { plan, task } from './plan.ts'

type Fact<T extends Event['type']> = Extract<Event, { type: T }>
type Seen<T extends Observation['type']> = Extract<Observation, { type: T }>

/** The base of every run of these tests. */
export const BASE = commit('base')
const BASE_TREE = tree('base-tree')

/** Default settings, with a test's own limits. */
export const config = (limits: Partial<Limits> = {}, fields: Partial<Config> = {}): Config => ({
  worker: { is: 'command', name: 'worker', command: 'node agent.mjs' },
  agents: {},
  commands: {},
  protect: [],
  areas: [],
  order: 'tier',
  quick: false,
  // One at a time by default: most tests are about one task.
  limits: { ...DEFAULT_LIMITS, parallel: 1, ...limits },
  checkpointTags: true,
  reviewsDir: 'docs/reviews',
  ...fields,
})

export const opened = (of: Plan = plan([task('1')]), fields: Partial<Opened> = {}): Opened => ({
  type: 'run-opened',
  runId: runId('run'),
  plan: of,
  planText: '',
  place: {
    path: 'PLAN.md',
    kept: 'on-branch',
    contextDir: 'context',
    contextKept: 'on-branch',
    reviewsDir: 'docs/reviews',
  },
  config: config(),
  base: BASE,
  branch: `pm/${of.id}`,
  identity: { name: 'Ada', email: 'ada@example.org' },
  existed: [],
  notes: [],
  ...fields,
})

export const baseline = (fields: Partial<Baseline> = {}): Baseline => ({
  gates: [],
  problems: [],
  commands: {},
  greenfield: false,
  ...fields,
})

/** The branch exists, the base is healthy, the branch was published: tasks may begin. */
export const ready: readonly Event[] = [
  { type: 'branch-started', tip: BASE, planCommit: false },
  { type: 'baseline-recorded', base: BASE, baseline: baseline() },
  { type: 'branch-published', tip: BASE },
]

/** An empty contract; tests of prompts build the real one. */
export const contract = (id: string, fields: Partial<Contract> = {}): Contract => ({
  task: task(id),
  inputs: [],
  outputs: [],
  criteria: [],
  mustNot: [],
  commands: {},
  bookkeeping: [],
  commitMessage: `feat(shop): Make ${id}`,
  budget: { minutes: 45, fixesLeft: 3 },
  ...fields,
})

export const started = (id: string, attempt = 1, fields: Partial<Fact<'attempt-started'>> = {}): Event => ({
  type: 'attempt-started',
  task: taskId(id),
  attempt,
  kind: 'implement',
  base: BASE,
  from: null,
  agent: 'worker',
  session: null,
  token: `token-${id}-${attempt}`,
  contract: contract(id),
  contractHash: 'contract',
  prompt: '',
  ...fields,
})

export const report = (status: ClaimedStatus, fields: Partial<Report> = {}): Report => ({
  status,
  summary: '',
  commitHash: null,
  changedFiles: [],
  testResults: null,
  issues: [],
  outputs: {},
  learnings: [],
  risks: [],
  selfAssessment: null,
  reviewNote: null,
  ...fields,
})

/** A readable result file. */
export const saying = (status: ClaimedStatus, fields: Partial<Report> = {}): ReportReading => ({
  is: 'valid',
  report: report(status, fields),
})

/** The ref of an attempt's tree. */
export const keptRef = (id: string, attempt: number): string => `refs/pm-agent/run/${id}/${attempt}`

export const CHANGED: readonly FileChange[] = [{ path: 'src/a.js', status: 'modified' }]

export const draft = (id: string, attempt = 1, fields: Partial<Draft> = {}): Draft => ({
  base: BASE,
  tree: tree(`tree-${id}-${attempt}`),
  ref: keptRef(id, attempt),
  changes: CHANGED,
  notes: [],
  ...fields,
})

const EXITED: Ending = { is: 'exited', code: 0 }

type EndFields = Partial<Omit<Seen<'attempt-finished'>, 'type' | 'task' | 'attempt'>>

const end = (id: string, attempt: number, fields: EndFields) => ({
  task: taskId(id),
  attempt,
  ending: EXITED,
  reading: saying('success'),
  session: null,
  draft: draft(id, attempt),
  outputFile: null,
  durationMs: 60_000,
  ...fields,
})

/** The agent has ended, as an event. */
export const ended = (id: string, attempt = 1, fields: EndFields = {}): Event => ({
  type: 'attempt-ended',
  ...end(id, attempt, fields),
})

/** The agent has ended, as an observation. */
export const finished = (id: string, attempt = 1, fields: EndFields = {}): Observation => ({
  type: 'attempt-finished',
  ...end(id, attempt, fields),
})

export const gate = (name: string, verdict: Verdict, fields: Partial<GateResult> = {}): GateResult => ({
  gate: name,
  verdict,
  blocking: true,
  evidence: verdict === 'passed' ? '' : `${name} says ${verdict}`,
  command: null,
  exitCode: null,
  durationMs: 0,
  outputDigest: null,
  outputFile: null,
  cached: false,
  ...fields,
})

/** By default, a receipt of a change shown by a test. */
export const receipt = (fields: Partial<Receipt> = {}): Receipt => ({
  base: BASE_TREE,
  codeTree: tree('code'),
  contractHash: 'contract',
  toolchain: { node: '24' },
  sandbox: 'none',
  gates: [gate('test', 'passed')],
  basis: 'red-green',
  redGreen: ['test'],
  durationMs: 1000,
  ...fields,
})

/** A receipt with one gate that blocks landing. */
export const refusedBy = (name: string, verdict: Verdict = 'failed', fields: Partial<GateResult> = {}): Receipt =>
  receipt({ gates: [gate(name, verdict, fields)], basis: 'none', redGreen: [] })

export const proofStarted = (id: string, attempt = 1): Event => ({
  type: 'proof-started',
  task: taskId(id),
  attempt,
  token: `proof-${id}-${attempt}`,
})

/** The proof is finished, as an event. */
export const proofRecorded = (id: string, of: Receipt = receipt(), attempt = 1): Event => ({
  type: 'proof-recorded',
  task: taskId(id),
  attempt,
  receipt: of,
})

/** The proof is finished, as an observation. */
export const proofFinished = (id: string, of: Receipt = receipt(), attempt = 1): Observation => ({
  type: 'proof-finished',
  task: taskId(id),
  attempt,
  receipt: of,
})

export const landingStarted = (id: string, attempt = 1, fields: Partial<Fact<'landing-started'>> = {}): Event => ({
  type: 'landing-started',
  task: taskId(id),
  attempt,
  onto: BASE,
  message: `feat(shop): Make ${id}\n`,
  tag: null,
  ...fields,
})

export const landed = (id: string, attempt = 1, fields: Partial<Fact<'task-landed'>> = {}): Event => ({
  type: 'task-landed',
  task: taskId(id),
  attempt,
  commit: commit(`commit-${id}`),
  outputs: {},
  ...fields,
})

/** A task from its first attempt to its commit and publication. */
export const completed = (
  id: string,
  fields: EndFields & { readonly receipt?: Receipt; readonly outputs?: Readonly<Record<string, string>> } = {},
): readonly Event[] => {
  const { receipt: of = receipt(), outputs = {}, ...ending } = fields
  return [
    started(id),
    ended(id, 1, ending),
    proofStarted(id),
    proofRecorded(id, of),
    landingStarted(id),
    landed(id, 1, { outputs }),
    { type: 'branch-published', tip: commit(`commit-${id}`) },
  ]
}

export const skipped = (id: string, note = ''): Event => ({ type: 'task-skipped', task: taskId(id), by: 'Ada', note })

/** A review of the whole branch; without fields nobody was asked. */
export const reviewed = (review: FinalReview = { verdict: 'skipped', reason: 'no-reviewer' }, tip = 'tip'): Event => ({
  type: 'final-review-recorded',
  tip: commit(tip),
  review,
})

/** The facts of a release gate; green without fields. */
const releaseProof = (fields: Partial<ReleaseProof> = {}): ReleaseProof => ({
  tip: commit('commit-1'),
  tree: tree('tip-tree'),
  codeTree: tree('tip-code'),
  merge: { is: 'clean', base: BASE, tree: tree('tip-tree'), codeTree: tree('tip-code'), isSame: true },
  checks: [releaseCheck()],
  preparation: { setup: null, build: null },
  toolchain: { node: 'v24.0.0' },
  sandbox: 'none',
  durationMs: 1000,
  ...fields,
})

/** A passed suite of two tests, read one by one. */
export const releaseCheck = (fields: Partial<ReleaseCheck> = {}): ReleaseCheck => ({
  name: 'test',
  on: 'branch',
  codeTree: tree('tip-code'),
  command: 'npm test',
  verdict: 'passed',
  evidence: 'exit 0',
  exitCode: 0,
  comparedBy: 'tests',
  outputDigest: 'sha256:00',
  outputFile: 'test.log',
  durationMs: 900,
  tests: { run: 2, passed: 2, failed: 0, skipped: 0 },
  ...fields,
})

export const gateRun = (fields: Partial<ReleaseProof> = {}): Fact<'release-gate-recorded'> => ({
  type: 'release-gate-recorded',
  proof: releaseProof(fields),
})

/** The manifest of the gate before it, committed on the branch. */
export const released = (of = 'commit-1'): Fact<'release-written'> => ({
  type: 'release-written',
  of: commit(of),
  tip: commit('release'),
  path: 'docs/releases/shop-release.yaml',
  notes: null,
  digest: 'sha256:11',
})
