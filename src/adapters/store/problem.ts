/** Why a journal is unusable. */
export type StoreReason =
  | 'journal-missing'
  | 'journal-too-new'
  | 'journal-too-old'
  | 'journal-damaged'
  | 'journal-altered'
  | 'journal-read-only'
  | 'journal-busy'
  | 'journal-unreachable'
  | 'disk-full'

const WORDS: Readonly<Record<StoreReason, { readonly message: string; readonly hint: string }>> = {
  'journal-missing': { message: 'there is no journal', hint: 'pm-agent run creates one' },
  'journal-too-new': { message: 'the journal was written by a newer pm-agent', hint: 'update pm-agent' },
  'journal-too-old': {
    message: 'the journal was written by an older pm-agent and is not migrated yet',
    hint: 'pm-agent run migrates it',
  },
  'journal-damaged': {
    message: 'the journal is damaged, or the file is not a journal',
    hint: 'restore it from a backup, or move it away; the plan branch is unharmed',
  },
  'journal-altered': {
    message: 'the journal differs from what pm-agent wrote',
    hint: 'pm-agent doctor --journal names every place and what you can do',
  },
  'journal-read-only': { message: 'the journal cannot be written', hint: 'look at the permissions of file and folder' },
  'journal-busy': { message: 'another program keeps the journal locked', hint: 'end that program and try again' },
  'journal-unreachable': {
    message: 'the journal cannot be opened',
    hint: 'check the permissions of file and folder',
  },
  'disk-full': {
    message: 'the disk of the journal is full',
    hint: 'free some space; then pm-agent run continues from the recorded state',
  },
}

/**
 * A problem of a journal file, and its remedy. Opening returns it; an open store throws it, because a disk that fails in
 * the middle of a run leaves the caller no choice.
 */
export class StoreProblem extends Error {
  readonly reason: StoreReason
  readonly file: string
  readonly hint: string

  constructor(reason: StoreReason, file: string, detail?: string) {
    super(`${WORDS[reason].message}: ${file}${detail === undefined ? '' : ` (${detail})`}`)
    this.name = 'StoreProblem'
    this.reason = reason
    this.file = file
    this.hint = WORDS[reason].hint
  }
}

// SQLite's primary result codes that concern the file and not our statements.
const REASONS: ReadonlyMap<number, StoreReason> = new Map([
  [3, 'journal-unreachable'], // PERM
  [5, 'journal-busy'], // BUSY
  [6, 'journal-busy'], // LOCKED
  [8, 'journal-read-only'], // READONLY
  [10, 'journal-unreachable'], // IOERR
  [11, 'journal-damaged'], // CORRUPT
  [13, 'disk-full'], // FULL
  [14, 'journal-unreachable'], // CANTOPEN
  [26, 'journal-damaged'], // NOTADB
])

/** The problem behind an error that concerns the file; any other error is a bug and is returned unchanged. */
export function asStoreProblem(error: unknown, file: string): unknown {
  if (!(error instanceof Error) || error instanceof StoreProblem) return error
  const { errcode, code } = error as { errcode?: unknown; code?: unknown }
  if (typeof errcode === 'number') {
    // Extended codes have the primary code in their lowest byte.
    const reason = REASONS.get(errcode & 0xff)
    return reason === undefined ? error : new StoreProblem(reason, file, error.message)
  }
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS')
    return new StoreProblem('journal-read-only', file, code)
  if (code === 'ENOSPC') return new StoreProblem('disk-full', file, code)
  if (code === 'ENOTDIR' || code === 'EEXIST' || code === 'EISDIR')
    return new StoreProblem('journal-unreachable', file, code)
  return error
}
