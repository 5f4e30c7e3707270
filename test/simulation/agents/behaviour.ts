import type { Report, ReportReading } from '../../../src/core/proof/report.ts'
import type { Ending } from '../../../src/core/run/ending.ts'
import { hashOf, Random } from '../random.ts'

/**
 * The project of the simulation: task N asks for `src/N` to say `good N`; `tests/N` says what it expects of it.
 * The suite passes when every `src/N` says what its `tests/N` expects, and at most one task took the slot: two that
 * both take it merge cleanly and break each other.
 */
export const goodSource = (task: string): string => `good ${task}`

const KINDS = [
  'honest',
  'honest-exit-one',
  'touches-shared',
  'takes-the-slot',
  'only-says-so',
  'bad-source',
  'breaks-another',
  'deletes-a-test',
  'ticks-the-plan',
  'vacuous',
  'hangs',
  'crashes',
  'blocked',
  'no-report',
] as const
const RARE_KINDS = ['contradicts', 'changes-expectations', 'tampers', 'rewrites-the-room'] as const
export type BehaviourKind = (typeof KINDS)[number] | (typeof RARE_KINDS)[number] | 'too-large'

/** The file by which a draft rewrites the room of its own proof, and the source that it makes good there. */
export const REWRITES = 'src/plugin'

/** What the agent for this attempt does; mostly it comes right in the end. */
export function behaviourOf(
  seed: number,
  task: string,
  attempt: number,
  { trouble, rare }: { readonly trouble: number; readonly rare?: true | undefined },
): BehaviourKind {
  const seldom = new Random(hashOf(seed, 'rare', task, attempt))
  if (rare && seldom.chance(0.3)) return seldom.pick(RARE_KINDS)
  const random = new Random(hashOf(seed, task, attempt))
  if (random.chance(trouble)) return random.pick(KINDS)
  // Honest work meets other honest work.
  return random.chance(0.25) ? 'touches-shared' : 'honest'
}

export interface Move {
  readonly afterMs: number
  readonly path: string
  readonly text: string | null
}

/** The agent's moves one by one, so that a crash can fall between any two. */
export function movesOf(kind: BehaviourKind, task: string, files: ReadonlyMap<string, string>): readonly Move[] {
  const work: readonly Move[] = [
    { afterMs: 30_000, path: `src/${task}`, text: goodSource(task) },
    { afterMs: 20_000, path: `tests/${task}`, text: goodSource(task) },
  ]
  const others = [...files.keys()].filter(path => path.startsWith('tests/') && path !== `tests/${task}`)
  // Whoever is sent back for the slot lets go of it.
  const letGo: readonly Move[] = files.has(`slot/${task}`) ? [{ afterMs: 1000, path: `slot/${task}`, text: null }] : []
  switch (kind) {
    case 'honest':
    case 'honest-exit-one':
    case 'no-report':
      return [...work, ...letGo]
    case 'touches-shared':
      return [...work, { afterMs: 1000, path: 'src/shared', text: `last touched by ${task}` }]
    case 'takes-the-slot':
      return [...work, { afterMs: 1000, path: `slot/${task}`, text: 'taken' }]
    case 'bad-source':
      return [{ afterMs: 1000, path: `src/${task}`, text: 'bad' }, work[1]!]
    case 'breaks-another': {
      const other = others[0]?.replace('tests/', 'src/')
      return other ? [...work, { afterMs: 1000, path: other, text: 'broken' }] : work
    }
    case 'deletes-a-test':
      return others[0] ? [...work, { afterMs: 1000, path: others[0], text: null }] : work
    case 'ticks-the-plan':
      return [...work, { afterMs: 1000, path: 'PLAN.md', text: 'all done' }]
    case 'vacuous':
      return [{ afterMs: 1000, path: `docs/${task}`, text: 'words' }]
    case 'crashes':
      return [work[0]!]
    case 'changes-expectations': {
      const other = others[0]
      if (other === undefined) return work
      const text = `other than ${other}`
      return [
        ...work,
        { afterMs: 1000, path: other, text },
        { afterMs: 0, path: other.replace('tests/', 'src/'), text },
      ]
    }
    case 'tampers':
      return [...work, { afterMs: 1000, path: 'src/entry.js', text: 'process.exit(0)\n' }]
    case 'rewrites-the-room':
      return [
        { afterMs: 1000, path: `src/${task}`, text: 'bad' },
        work[1]!,
        { afterMs: 1000, path: REWRITES, text: task },
      ]
    case 'contradicts':
    case 'only-says-so':
    case 'hangs':
    case 'blocked':
    case 'too-large':
      return []
  }
}

export function endingOf(kind: BehaviourKind): Ending | 'never' {
  if (kind === 'hangs') return 'never'
  if (kind === 'crashes') return { is: 'signalled', signal: 'SIGSEGV' }
  return { is: 'exited', code: kind === 'honest-exit-one' ? 1 : 0 }
}

const STATUS: Partial<Record<BehaviourKind, Report['status']>> = {
  blocked: 'blocked',
  'too-large': 'too-large',
  contradicts: 'contradiction',
  'honest-exit-one': 'failed',
}

export function readingOf(kind: BehaviourKind, task: string): ReportReading {
  if (kind === 'no-report' || kind === 'hangs' || kind === 'crashes') return { is: 'missing' }
  return {
    is: 'valid',
    report: {
      // Whoever thinks less of good work than it is worth is asked about.
      status: STATUS[kind] ?? 'success',
      summary: `${task} is done`,
      commitHash: null,
      changedFiles: [],
      testResults: null,
      issues: [],
      outputs: { value: `from ${task}` },
      learnings: [`learned in ${task}`],
      risks: kind === 'touches-shared' ? [`others use what ${task} touched`] : [],
      selfAssessment: null,
      reviewNote: null,
    },
  }
}
