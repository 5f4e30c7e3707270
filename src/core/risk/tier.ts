/**
 * The tier of a task: from its words, files and contract before any work, and again from what a change really touches.
 * Words of prose raise a low task to normal and no further; paths and interfaces raise any task to critical. The tier that a plan
 * states raises, and lowers only what words raised.
 */

import { hasOwnWork } from '../plan/hierarchy.ts'
import { intentOf } from '../plan/intent.ts'
import { outputPaths, type Task, type Tier } from '../plan/plan.ts'
import { type PathRisk, type RiskArea, riskOfPath } from '../plan/sensitive-paths.ts'
import type { FileChange } from '../proof/draft.ts'
import type { Extent } from '../proof/extent.ts'
import type { Config } from '../settings/config.ts'

/** What a tier was derived from. */
export type TierReason =
  | { readonly from: 'stated'; readonly tier: Tier }
  /** Only pages for people: what is asked for, or every named file. */
  | { readonly from: 'documents' }
  | { readonly from: 'words'; readonly word: string; readonly area: RiskArea }
  | ({ readonly from: 'path'; readonly path: string; readonly seen: 'plan' | 'change' } & PathRisk)
  /** The plan says that existing interfaces may break. */
  | { readonly from: 'breaking' }
  | { readonly from: 'interface'; readonly name: string; readonly is: 'changed' | 'removed' }
  /** The task reads like documentation, and the program is another one. */
  | { readonly from: 'program'; readonly path: string }

/** A tier and why it is that. */
export interface Tiering {
  readonly tier: Tier
  readonly reasons: readonly TierReason[]
}

const NORMAL: Tiering = { tier: 'normal', reasons: [] }

type Settings = Pick<Config, 'sensitive'>

const planned = new WeakMap<Task, { readonly sensitive: Settings['sensitive']; readonly tiering: Tiering }>()

/** The tier of a task before any work. Computed once per task: the queue asks at every step of a run. */
export function plannedTier(task: Task, config: Settings): Tiering {
  const known = planned.get(task)
  if (known && known.sensitive === config.sensitive) return known.tiering
  const tiering = tierFromPlan(task, config)
  planned.set(task, { sensitive: config.sensitive, tiering })
  return tiering
}

function tierFromPlan(task: Task, config: Settings, settled?: ReadonlySet<string>): Tiering {
  const changes = plannedChanges(task).filter(({ path }) => !settled?.has(path))
  const paths = pathReasons(changes, config, 'plan')
  const raising = [...paths.filter(isPlain), ...breaking(task)]
  if (raising.length > 0) return { tier: 'critical', reasons: [...stated(task), ...raising] }
  if (isStated(task)) return { tier: task.tier, reasons: stated(task) }
  if (!isForPeople(task, changes)) return paths.length > 0 ? { tier: 'normal', reasons: paths } : NORMAL
  const words = sensitiveWords(task, config)
  return words.length > 0 ? { tier: 'normal', reasons: words } : { tier: 'low', reasons: [{ from: 'documents' }] }
}

/** A change, and what it affects; null if it was not read yet. */
interface TieredChange {
  readonly changes: readonly FileChange[]
  readonly extent: Extent | null
}

/** What a tier was derived from, beside the changes themselves. */
interface Tiered {
  readonly sensitive: Settings['sensitive']
  readonly task: Task
  readonly extent: Extent | null
  readonly tiering: Tiering
}

const tiered = new WeakMap<readonly FileChange[], Tiered>()

/** The tier of a task whose change is there. Computed once per change: the journal never alters one. */
export function tierOfChange(task: Task, config: Settings, change: TieredChange): Tiering {
  const { changes, extent } = change
  const { sensitive } = config
  const known = tiered.get(changes)
  if (known && known.task === task && known.extent === extent && known.sensitive === sensitive) return known.tiering
  const tiering = tierFromChange(task, config, change)
  tiered.set(changes, { task, extent, sensitive, tiering })
  return tiering
}

function tierFromChange(task: Task, config: Settings, change: TieredChange): Tiering {
  const settled = settledPaths(config, change)
  const before = settled.size > 0 ? tierFromPlan(task, config, settled) : plannedTier(task, config)
  const access = new Set(change.extent?.access ?? [])
  const raising: readonly TierReason[] = [
    ...pathReasons(change.changes, config, 'change').filter(reason =>
      isOfSettings(reason) ? !settled.has(reason.path) : isPlain(reason) || access.has(reason.path),
    ),
    ...(change.extent?.interfaces ?? []).map(({ name, is }) => ({ from: 'interface', name, is }) as const),
  ]
  if (raising.length > 0) {
    // A path that the plan names and the change touches is listed once, as part of the change.
    const seen = new Set(raising.flatMap(reason => (reason.from === 'path' ? [reason.path] : [])))
    const kept = before.reasons.filter(
      reason => reason.from !== 'documents' && !(reason.from === 'path' && seen.has(reason.path)),
    )
    return { tier: 'critical', reasons: [...kept, ...raising] }
  }
  const program = change.extent?.program
  if (before.tier === 'low' && !isStated(task) && program !== undefined)
    return { tier: 'normal', reasons: [{ from: 'program', path: program }] }
  return before
}

/** Files whose entries a task can spell out, so that their contents decide and not their names. */
const isOfSettings = ({ area }: PathRisk): boolean => area === 'manifest' || area === 'ci'

/** Changed manifests and files of CI that differ only as the task asks, or in the description of the package. */
function settledPaths({ sensitive }: Settings, { changes, extent }: TieredChange): ReadonlySet<string> {
  const { manifests } = extent ?? {}
  if (!manifests) return new Set()
  const paths = changes.map(({ path }) => path).filter(path => !manifests.includes(path))
  return new Set(
    paths.filter(path => {
      const risk = riskOfPath(path, sensitive)
      return risk !== null && isOfSettings(risk)
    }),
  )
}

/** Whether a reason is one after which a human looks before the work lands: it changes stored data or machines. */
export const holdsWork = (reason: TierReason): boolean =>
  reason.from === 'path' && reason.seen === 'change' && reason.hold

/** Journals of before do not say that a tier was stated; one that is not the usual one always was. */
const isStated = ({ tier, tierStated }: Task): boolean => tierStated === true || tier !== 'normal'

const stated = (task: Task): readonly TierReason[] => (isStated(task) ? [{ from: 'stated', tier: task.tier }] : [])

const breaking = (task: Task): readonly TierReason[] =>
  task.breaking || task.allow.includes('contract') ? [{ from: 'breaking' }] : []

/** The paths that a task names, as the changes that they will be. */
function plannedChanges(task: Task): readonly FileChange[] {
  const { files, allow } = task
  return [
    ...files.create.map(path => ({ path, status: 'added' }) as const),
    ...files.modify.map(path => ({ path, status: 'modified' }) as const),
    ...files.delete.map(path => ({ path, status: 'deleted' }) as const),
    ...outputPaths(task).map(path => ({ path, status: 'added' }) as const),
    // A gate can be allowed too: only what is written like a path is one.
    ...allow.filter(item => /[/.]/.test(item)).map(path => ({ path, status: 'modified' }) as const),
  ]
}

/** A path whose name alone makes it sensitive. */
const isPlain = ({ ambiguous }: Pick<PathRisk, 'ambiguous'>): boolean => ambiguous !== true

/** A new manifest belongs to a new project: only a change of what is there counts. */
function pathReasons(
  changes: readonly FileChange[],
  { sensitive }: Settings,
  seen: 'plan' | 'change',
): readonly Extract<TierReason, { from: 'path' }>[] {
  if (changes.length === 0) return []
  const reasons = changes.flatMap(({ path, status }) => {
    const risk = riskOfPath(path, sensitive)
    return risk && !(risk.area === 'manifest' && status === 'added')
      ? [{ from: 'path', path, seen, ...risk } as const]
      : []
  })
  return [...new Map(reasons.map(reason => [reason.path, reason])).values()]
}

/** Texts that the program shows, each in a file of its own. */
const COPY = /(^|\/)(locales?|i18n|translations)\/|\.(po|pot|strings|arb)$/i
const PAGES = /\.(mdx?|rst|adoc)$|(^|\/)docs?\/|(^|\/)(README|CHANGELOG|LICENSE|NOTICE|AUTHORS)[^/]*$/i

function isForPeople(task: Task, named: readonly FileChange[]): boolean {
  if (named.length > 0) return named.every(({ path }) => PAGES.test(path) || COPY.test(path))
  // A parent that only holds other tasks changes nothing, whatever it is called.
  return hasOwnWork(task) && intentOf(task).is === 'docs'
}

/** Whether a task asks for pages only: by its kind, its title, or because it names nothing else. It needs no tests. */
export const asksForPages = (task: Task): boolean =>
  task.kindStated ? task.kind === 'docs' : isForPeople(task, plannedChanges(task))

/** The words of a task that are called like a sensitive path. */
function sensitiveWords(task: Task, { sensitive }: Settings): readonly TierReason[] {
  const texts = [task.title, ...task.steps, ...task.criteria.map(({ text }) => text)]
  const words = new Set(texts.flatMap(text => text.toLowerCase().match(/[\p{L}\p{N}][\p{L}\p{N}_.-]*/gu) ?? []))
  return [...words].flatMap(word => {
    const risk = riskOfPath(word, sensitive) ?? riskOfPath(`${word}/`, sensitive)
    return risk ? [{ from: 'words', word, area: risk.area } as const] : []
  })
}
