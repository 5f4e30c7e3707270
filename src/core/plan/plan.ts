import type { Commands } from '../settings/commands.ts'
import type { TaskId } from './ids.ts'

/** A position in a plan document: 1-based line and column, and UTF-16 offsets. */
export interface Span {
  readonly line: number
  readonly column: number
  readonly start: number
  readonly end: number
}

/** A document of tasks, as read at one moment. */
export interface Plan {
  readonly id: string
  readonly title: string
  readonly summary: string
  readonly tasks: readonly Task[]
  /** Must-not-do rules for every task: guardrails and prohibitions of the runtime contract. */
  readonly guardrails: readonly string[]
  readonly commitRows: readonly CommitRow[]
  /** Prose a worker may need (`## Context`, `## Work Objectives`), as written. */
  readonly context: string
  /** The path of its design document as written; absent if it names none. */
  readonly design?: string
  /** Tests of several tasks together; absent if there are none. */
  readonly integrations?: readonly IntegrationTest[]
  /** The documents of its sub-plans, each after that of its parent; absent if there are none. */
  readonly subPlans?: readonly SubPlan[]
}

/** A test of several tasks together, run on the plan branch when all of them have ended. */
export interface IntegrationTest {
  readonly id: string
  readonly description: string
  /** The tasks that it covers, besides those of its layer. */
  readonly tasks: readonly TaskId[]
  readonly layer: string | null
  readonly command: string
  readonly references: readonly ReferenceValue[]
}

/** An expected number with its tolerance: `out.json#/energy = -1.23 ± 1e-6`. */
export interface ReferenceValue {
  /** As written. */
  readonly text: string
  /** The file that contains it; null for the output of the command. */
  readonly file: string | null
  /** Its path in a JSON document, or a name before it; empty for the first number. */
  readonly path: string
  readonly expected: number
  readonly absolute: number
  readonly relative: number
}

/** The document of the tasks inside another task. */
export interface SubPlan {
  /** The task that it belongs to. */
  readonly task: TaskId
  /** Relative to the folder of the plan. */
  readonly path: string
  readonly title: string
  /** As read; null if it is not written yet. */
  readonly text: string | null
}

export type TaskType = 'work' | 'verification'
/** The purpose of a change; the last five keep behaviour, so nothing needs to go red first. */
export type Kind = 'feature' | 'fix' | 'refactor' | 'perf' | 'docs' | 'chore' | 'release'
export type Tier = 'critical' | 'normal' | 'low'

export interface Task {
  readonly id: TaskId
  readonly title: string
  /** The section or group of the document that contains it, as written. */
  readonly phase?: string
  readonly ticked: boolean
  readonly type: TaskType
  readonly kind: Kind
  /** Whether the plan states the kind; absent if it is only assumed. */
  readonly kindStated?: true
  /** As written; the effective tier is derived (`core/risk/tier.ts`). */
  readonly tier: Tier
  /** Whether the plan states the tier; absent if it is only assumed. */
  readonly tierStated?: true
  readonly needs: readonly TaskId[]
  /** The task whose sub-plan contains it; absent for a task of the plan itself. */
  readonly parent?: TaskId
  /** The document of the tasks inside it, relative to the folder of the plan; absent for a task with work of its own. */
  readonly subPlan?: string
  readonly tools: readonly string[]
  readonly inputs: readonly Input[]
  readonly outputs: readonly Output[]
  readonly steps: readonly string[]
  readonly mustNot: readonly string[]
  readonly nonGoals: readonly string[]
  readonly references: readonly string[]
  readonly criteria: readonly Criterion[]
  readonly files: FileLists
  readonly tests: TestSpec | null
  /** Tests and commands that no agent sees; absent if there are none. */
  readonly hidden?: readonly HeldOut[]
  readonly commands: Commands
  readonly allow: readonly string[]
  readonly interfaces: readonly string[]
  readonly owner: string | null
  readonly agent: string | null
  readonly role: string | null
  readonly layer: string | null
  readonly minutes: number | null
  readonly estimate: string | null
  readonly hold: boolean
  readonly breaking: boolean
  /** Fields that are kept but not used yet, by their written name. */
  readonly other: Readonly<Record<string, string>>
  readonly span: Span
}

export interface Input {
  readonly name: string
  readonly type: string
  /** As written; `${todo-N.outputs.x}` is substituted at dispatch. */
  readonly value: string
  readonly note: string
}

export interface Output {
  readonly name: string
  readonly type: string
  readonly value: string
  readonly note: string
}

export interface FileLists {
  readonly create: readonly string[]
  readonly modify: readonly string[]
  readonly delete: readonly string[]
  readonly test: readonly string[]
}

export type TestSpec = HeldOut | { readonly is: 'none'; readonly reason: string }

/** A test file, a folder of tests (with `/` at its end), or a command. */
export type HeldOut =
  | { readonly is: 'command'; readonly command: string }
  | { readonly is: 'file'; readonly path: string }

export type Category = 'functional' | 'static' | 'runtime' | 'other'

export interface Criterion {
  /** `c1`, `c2`, … in the order of the document. */
  readonly id: string
  readonly category: Category
  /** The whole item as written, without its box. */
  readonly text: string
  readonly ticked: boolean
  /** Run by us in the clean room; a criterion without one is for the judge. */
  readonly check: Check | null
  readonly span: Span
}

export interface Check {
  readonly command: string
  readonly expect: Expectation
}

/** The expected result of a criterion's command. stderr is never compared. */
export type Expectation =
  | { readonly is: 'exit'; readonly code: number }
  | { readonly is: 'stdout'; readonly text: string }
  | { readonly is: 'number'; readonly value: number }
  /** Exit 0, and each of these in the output, within its tolerance. */
  | { readonly is: 'values'; readonly values: readonly ReferenceValue[] }
  | { readonly is: 'words'; readonly words: string }

/** A row of the Commit Strategy: a message for the last of `tasks`, and the files to compare with. */
export interface CommitRow {
  readonly tasks: readonly TaskId[]
  readonly message: string
  readonly files: readonly string[]
  readonly condition: string
}

export type Severity = 'error' | 'warning' | 'note'

/** A diagnostic of a plan document, with the exact position and a remedy. */
export interface Diagnostic {
  readonly severity: Severity
  /** Kebab-case word, stable: `dependency-cycle`, `unknown-dependency`, … */
  readonly code: string
  readonly message: string
  readonly hint: string | null
  readonly span: Span
  /** The sub-plan that it is about, relative to the folder of the plan; absent for the plan itself. */
  readonly document?: string
}

/** Whether it reports something that looks like an instruction and has no effect; shown at every run. */
export const isWithoutEffect = ({ code }: Diagnostic): boolean => code === 'no-effect' || code === 'unknown-field'

/** For problems without a position. */
const NOWHERE: Span = { line: 1, column: 1, start: 0, end: 0 }

/** A task with only a name; everything else has plain defaults. */
export const plainTask = (id: TaskId, title: string): Task => ({
  id,
  title,
  ticked: false,
  type: 'work',
  kind: 'feature',
  tier: 'normal',
  needs: [],
  tools: [],
  inputs: [],
  outputs: [],
  steps: [],
  mustNot: [],
  nonGoals: [],
  references: [],
  criteria: [],
  files: { create: [], modify: [], delete: [], test: [] },
  tests: null,
  commands: {},
  allow: [],
  interfaces: [],
  owner: null,
  agent: null,
  role: null,
  layer: null,
  minutes: null,
  estimate: null,
  hold: false,
  breaking: false,
  other: {},
  span: NOWHERE,
})

/** A task that keeps behaviour needs no check that goes from red to green. */
export const keepsBehaviour = (kind: Kind): boolean => kind !== 'feature' && kind !== 'fix'

/** The files that a task gives to later ones. */
export const outputPaths = ({ outputs }: Pick<Task, 'outputs'>): readonly string[] =>
  outputs.filter(({ type }) => type === 'file').map(({ value }) => value)

/** Every file that a task names: to work on, or to give to later ones. */
export const pathsOfTask = (task: Pick<Task, 'files' | 'outputs'>): readonly string[] => [
  ...Object.values(task.files).flat(),
  ...outputPaths(task),
]
