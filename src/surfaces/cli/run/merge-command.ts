import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Repository, standing, uncommittedChanges } from '../../../adapters/git/repository/repository.ts'
import { documentsOfRun } from '../../../core/plan/plan-documents.ts'
import type { RunState } from '../../../core/run/state.ts'
import { shellWord } from '../../../core/text/shell-word.ts'

/** The user's own documents of a plan because of which git would refuse to merge: the branch contains them too. */
export interface DocumentsInTheWay {
  readonly untracked: readonly string[]
  readonly modified: readonly string[]
}

/** Git merges without a word. */
export const NOTHING_IN_THE_WAY: DocumentsInTheWay = { untracked: [], modified: [] }

/** Looks when the command is printed: documents are written and edited during a run too. */
export async function documentsInTheWay(repository: Repository, state: RunState): Promise<DocumentsInTheWay> {
  const { top } = repository
  if (!state.finished || state.opened.place.kept !== 'on-branch' || !existsSync(top)) return NOTHING_IN_THE_WAY
  const changed = new Set(await uncommittedChanges(repository))
  const untracked: string[] = []
  const modified: string[] = []
  for (const { path } of documentsOfRun(state)) {
    const isTracked = (await standing(repository, join(top, path))) === 'tracked'
    if (!isTracked && existsSync(join(top, path))) untracked.push(path)
    if (isTracked && changed.has(path)) modified.push(path)
  }
  return { untracked, modified }
}

/** The command that merges the plan branch in the current state, and a note on its side effects. */
export function mergeCommand(branch: string, { untracked, modified }: DocumentsInTheWay): string {
  const steps = [
    ...untracked.map(path => `mv ${shellWord(path)} ${shellWord(`${path}.mine`)}`),
    ...(modified.length > 0 ? [`git stash push ${modified.map(shellWord).join(' ')}`] : []),
    `git merge ${branch}`,
  ]
  const notes = [
    ...(untracked.length > 0
      ? [
          `the branch contains ${untracked.length === 1 ? 'this document; your copy is' : 'these documents; your copies are'} kept beside it`,
        ]
      : []),
    ...(modified.length > 0 ? ['your changes to the plan are on the branch already'] : []),
  ]
  return `${steps.join(' && ')}${notes.length > 0 ? `    (${notes.join('; ')})` : ''}`
}
