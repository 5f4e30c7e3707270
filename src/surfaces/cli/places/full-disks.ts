import { dirname } from 'node:path'
import { isDiskFull } from '../../../adapters/process/full-disk.ts'
import { saysDiskFull } from '../../../core/text/disk-full.ts'
import { Problem } from '../problem.ts'

/** A folder of ours, and its content. */
type Folder = readonly [what: string, dir: string]

interface OurFolders {
  readonly journalFile: string
  readonly vaultDir: string
  readonly workspaces: string
}

const foldersOf = (places: OurFolders): readonly Folder[] => [
  ['journal and vault', dirname(places.journalFile)],
  ['vault', places.vaultDir],
  ['workspaces and clean rooms', dirname(places.workspaces)],
]

/** Our folders on full disks, one sentence each: the system's message names none. */
export const fullDisks = (places: OurFolders): readonly string[] => sentences(foldersOf(places))

/** A failure caused by a full disk, with a remedy; null for any other one. */
export function diskFullProblem(error: unknown, places: OurFolders | readonly Folder[]): Problem | null {
  const words = error instanceof Error ? error.message : String(error)
  if (!saysDiskFull(words)) return null
  return new Problem(`the disk is full (${words})`, [
    ...sentences('vaultDir' in places ? foldersOf(places) : places),
    'free some space; then pm-agent run continues from the recorded state',
  ])
}

const sentences = (folders: readonly Folder[]): readonly string[] =>
  folders.flatMap(([what, dir]) => (isDiskFull(dir) ? [`the full disk holds ${dir} (${what})`] : []))
