import type { ClaimVerdict, ComparedBy } from './release-proof.ts'

/** The name and version of the format. */
export const MANIFEST_FORMAT = 'pm-agent-release/1'

/** A release manifest as data. Names are those of the file. */
export interface Manifest {
  readonly format: typeof MANIFEST_FORMAT
  readonly plan_id: string
  readonly title: string
  readonly plan_doc: string
  readonly design_doc: string | null
  readonly completed_at: string
  readonly branch: string
  /** The proven commit; the manifest itself, if committed, is in the next one. */
  readonly commit: string
  readonly tree: string
  /** The tree without the files that only pm-agent writes: every claim is about such a tree. */
  readonly code_tree: string
  /** The commit that the plan began with. */
  readonly base_commit: string | null
  /** The merge that was proven as well; null without a base branch. */
  readonly merge: {
    readonly base_branch: string | null
    readonly base_commit: string
    readonly tree: string
    readonly code_tree: string
  } | null
  readonly tasks: readonly ManifestTask[]
  /** Null: no suite could be read test by test, so that nobody knows. */
  readonly tests_run: number | null
  readonly tests_passed: number | null
  /** Null: there is no such command. */
  readonly lint_clean: boolean | null
  readonly typecheck_clean: boolean | null
  readonly build_clean: boolean | null
  readonly risks: readonly {
    readonly id: string
    readonly status: string
    readonly description: string
    readonly severity: string
    readonly decided_by: string | null
    readonly note: string | null
  }[]
  readonly breaking_changes: readonly string[]
  readonly migration_steps: readonly string[]
  readonly rollback_plan: string
  readonly recommended_next: readonly string[]
  readonly final_review: string
  readonly waivers: readonly string[]
  /** Commands that are not installed here, and so claim nothing. */
  readonly not_run: readonly string[]
  readonly claims: readonly ManifestClaim[]
  readonly rooms: ManifestRooms
  readonly environment: { readonly sandbox: string; readonly toolchain: Readonly<Record<string, string>> }
  readonly rehearsal?: true
}

export interface ManifestTask {
  readonly task_id: string
  readonly title: string
  readonly outcome: string
  readonly commit_sha: string | null
  readonly review_artifact: string | null
  readonly tier: string
  readonly breaking_change: boolean
  /** How many of the mutants of its change the tests noticed; absent if none ran. */
  readonly strength?: { readonly noticed: number; readonly of: number }
  readonly criteria: readonly {
    readonly text: string
    /** `command`, `judge`, `lines`, `human` or `none`. */
    readonly shown_by: string
    readonly places: readonly string[]
    /** The claim that repeats it; null if no command can. */
    readonly claim: string | null
  }[]
}

/** The expected result of a claim. Absent parts are not compared. */
export interface ExpectedResult {
  readonly exit_code?: number
  /** No fewer tests may pass. */
  readonly tests_passed?: number
  /** Tests and files that failed on the base too: no other may fail. */
  readonly may_fail?: readonly string[]
  readonly stdout?: string
  readonly number?: number
  readonly words?: string
}

/** One result that anyone can repeat. */
export interface ManifestClaim {
  readonly id: string
  /** `task`: a criterion, on the commit of its task. */
  readonly on: 'branch' | 'merge' | 'task'
  readonly commit: string
  /** The other parent of the merge. */
  readonly merged_with?: string
  readonly code_tree: string
  readonly command: string
  readonly verdict: ClaimVerdict
  readonly expected: ExpectedResult
  readonly compared_by: ComparedBy | 'stdout'
  readonly exit_code: number | null
  readonly output_digest: string
  readonly duration_ms: number
  readonly tests?: { readonly run: number; readonly passed: number; readonly failed: number; readonly skipped: number }
}

/** What a clean room needs besides the code. */
export interface ManifestRooms {
  readonly setup: string | null
  readonly build: string | null
  /** Paths that are not part of a code tree; a trailing `/` is a folder. */
  readonly bookkeeping: readonly string[]
  readonly minutes: number
  readonly memory_mb: number
  readonly network: 'off' | 'loopback' | 'on' | null
  /** Files of the checkout that are copied into every room and never committed. */
  readonly copy: readonly string[]
  readonly services: {
    readonly up: string | null
    readonly ready: string | null
    readonly down: string | null
    readonly exclusive: boolean
  } | null
  readonly env: { readonly pass: readonly string[]; readonly set: Readonly<Record<string, string>> }
  /** Tracked files that commands may rewrite, besides lock files. */
  readonly generated: readonly string[]
}

/** Every command that a repetition of the claims runs, each once, in the order in which they run first. */
export function commandsIn({ rooms, claims }: Pick<Manifest, 'rooms' | 'claims'>): readonly string[] {
  const { setup, build, services } = rooms
  const all = [services?.up, services?.ready, setup, build, ...claims.map(({ command }) => command), services?.down]
  return [...new Set(all.filter(command => typeof command === 'string'))]
}

/** What those commands get of the person who repeats them, in words: variables, files and the network. */
export function grantsIn({ rooms }: Pick<Manifest, 'rooms'>): readonly string[] {
  const { env, copy, network } = rooms
  return [
    ...(env.pass.length > 0 ? [`they get these variables of yours: ${env.pass.join(', ')}`] : []),
    ...(copy.length > 0 ? [`they get these files of yours: ${copy.join(', ')}`] : []),
    ...(network === 'on' ? ['they may use the network'] : []),
  ]
}

type Summary = Pick<Manifest, 'tests_run' | 'tests_passed' | 'lint_clean' | 'typecheck_clean' | 'build_clean'>

/** The summary that follows from the claims: a manifest that says otherwise was changed. */
export function summaryOfClaims(claims: readonly ManifestClaim[]): Summary {
  const of = (name: string) => claims.filter(({ on, id }) => on !== 'task' && checkNameOf(id) === name)
  const isClean = (name: string) =>
    of(name).length === 0 ? null : of(name).every(({ verdict }) => verdict === 'passed' || verdict === 'flaky')
  const counted = of('test').flatMap(({ on, tests }) => (on === 'branch' && tests ? [tests] : []))
  const sum = (pick: (tests: NonNullable<ManifestClaim['tests']>) => number) =>
    counted.length === 0 ? null : counted.reduce((total, tests) => total + pick(tests), 0)
  return {
    tests_run: sum(({ run }) => run),
    tests_passed: sum(({ passed }) => passed),
    lint_clean: isClean('lint'),
    typecheck_clean: isClean('typecheck'),
    build_clean: isClean('build'),
  }
}

/** `branch/test packages/api/**` is a claim of `test`. */
const checkNameOf = (id: string): string => id.split('/')[1]?.split(' ')[0] ?? ''

/** The content in one fixed form, so that its digest does not depend on the layout of the file. */
export const canonicalJson = (value: unknown): string =>
  JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([one], [other]) => (one < other ? -1 : 1)))
      : inner,
  )
