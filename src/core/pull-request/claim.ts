import type { PullRequest } from './forge.ts'
import type { Mark } from './mark.ts'

/** The labels of a pull request that a run follows. */
export const LABELS = { executing: 'state:executing', blocked: 'state:blocked' } as const

/** The runs with an open claim, the oldest first: begun, not reported, and not released by a human. */
function openClaims(marks: readonly Mark[]): readonly string[] {
  let open: readonly string[] = []
  for (const mark of marks) {
    if (mark.kind === 'begun') open = [...open.filter(run => !mark.over.includes(run) && run !== mark.run), mark.run]
    if (mark.kind === 'report') open = open.filter(run => run !== mark.run)
  }
  return open
}

/** Why a run may not begin on a pull request. */
export type BeginRefusal =
  | { readonly is: 'closed'; readonly merged: boolean }
  | { readonly is: 'fork' }
  /** Another run has it; null if only the label says so. */
  | { readonly is: 'executing'; readonly run: string | null }
  /** It waits for a human; null if a human put the label there. */
  | { readonly is: 'blocked'; readonly run: string | null }

/** Whether one of `own` runs, or a new one, may begin; a run that began here before may always go on. */
export function beginRefusal(
  pull: PullRequest,
  { marks, own }: { readonly marks: readonly Mark[]; readonly own: ReadonlySet<string> },
): BeginRefusal | null {
  if (!pull.open) return { is: 'closed', merged: pull.merged }
  if (pull.fork) return { is: 'fork' }
  const [holder = null] = openClaims(marks)
  const mine = holder ?? marks.findLast(mark => mark.kind === 'begun')?.run
  if (mine !== undefined && own.has(mine)) return ownRefusal(pull, marks, mine)
  if (pull.labels.includes(LABELS.blocked)) return { is: 'blocked', run: holder }
  if (pull.labels.includes(LABELS.executing)) return { is: 'executing', run: holder }
  return null
}

/** A human may block a pull request while a run has it; the label of the run itself is no obstacle. */
function ownRefusal({ labels }: PullRequest, marks: readonly Mark[], run: string): BeginRefusal | null {
  const isOurs = marks.some(mark => mark.kind === 'blocked' && mark.run === run)
  return labels.includes(LABELS.blocked) && !isOurs ? { is: 'blocked', run: null } : null
}

/** Claims that a new run replaces: those of earlier runs from here, and those without a label, which a human released. */
export function releasedClaims(
  pull: PullRequest,
  { marks, own }: { readonly marks: readonly Mark[]; readonly own: ReadonlySet<string> },
): readonly string[] {
  const isLabelled = pull.labels.includes(LABELS.executing) || pull.labels.includes(LABELS.blocked)
  return openClaims(marks).filter(run => !isLabelled || own.has(run))
}

/** The run that has the pull request, if it is not this one: two that began at once are told apart by their comments. */
export function otherHolder(marks: readonly Mark[], run: string): string | null {
  const [holder = run] = openClaims(marks)
  return holder === run ? null : holder
}
