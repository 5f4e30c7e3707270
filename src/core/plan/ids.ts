declare const brand: unique symbol
type Branded<T, B extends string> = T & { readonly [brand]: B }

/** A task's id as the plan writes it: `3`, `3.a`, `2/1`, `final`. */
export type TaskId = Branded<string, 'TaskId'>
/** One execution of a plan on a repository. */
export type RunId = Branded<string, 'RunId'>
/** A commit in the vault. */
export type Commit = Branded<string, 'Commit'>
/** A tree in the vault. */
export type Tree = Branded<string, 'Tree'>

export const taskId = (text: string): TaskId => text as TaskId
export const runId = (text: string): RunId => text as RunId
export const commit = (text: string): Commit => text as Commit
export const tree = (text: string): Tree => text as Tree

/** A title as part of a branch or file name. */
export function slug(text: string, lengthMax = 40): string {
  // Only Latin accents are removed: in Japanese or Hindi the marks are letters, so the rest is recomposed.
  const plain = text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .toLowerCase()
  const dashed = plain.replace(/[^\p{L}\p{M}\p{N}]+/gu, '-').replace(/^-+|-+$/g, '')
  return cut(dashed, lengthMax).replace(/-+$/, '') || 'plan'
}

/** The first characters of a text, never half of one. */
export const cut = (text: string, lengthMax: number): string => text.slice(0, lengthMax).replace(/[\uD800-\uDBFF]$/, '')

/** A task's id as part of a file name, a ref or a directory. */
export const fileSafe = (id: TaskId): string => id.replace(/[^\p{L}\p{N}._-]/gu, '-')

/** As much of a commit's name as people need. */
export const shortCommit = (commit: string): string => commit.slice(0, 10)

/** The hash of a receipt as people read it. */
export const shortReceipt = (hash: string): string => hash.slice(0, 12)
