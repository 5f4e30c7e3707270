import type { Contract } from '../../../core/plan/contract.ts'
import type { Tree } from '../../../core/plan/ids.ts'
import { pathsOfTask } from '../../../core/plan/plan.ts'
import type { SensitiveSetting } from '../../../core/plan/sensitive-paths.ts'
import type { ChangeStatus, FileChange } from '../../../core/proof/draft.ts'
import type { Report } from '../../../core/proof/report.ts'
import type { TreeItem } from '../../../core/proof/tree-item.ts'
import { matchesAny } from '../../../core/text/glob.ts'
import type { Vault } from '../../../ports.ts'
import { takeApart } from '../syntax/inline-tests.ts'
import { type CodeLine, splitCode } from './code-lines.ts'
import { type FileKind, kindOf, type ReadLanguage, readLanguageOf } from './file-kind.ts'
import type { DiffFinding, FindingSeverity } from './finding.ts'
import { diffLines, type LineDiff } from './line-diff.ts'

/** Larger files are not read; the finding says so. */
const TEXT_BYTES_MAX = 1_000_000
const EXCERPT_MAX = 160

/** One file of a change, before and after. */
export interface DiffFile {
  readonly path: string
  readonly status: ChangeStatus
  readonly kind: FileKind
  readonly language: ReadLanguage
  /** Null if there is none, or if it is not text or too large to be read. */
  readonly before: string | null
  readonly after: string | null
  readonly was: TreeItem | null
  readonly is: TreeItem | null
  /** Lines that the change wrote, without lines that it only moved. */
  readonly added: readonly AddedLine[]
  /** Lines of the base that were removed. */
  readonly removed: readonly string[]
  /** The parts of each of the candidate's lines. */
  readonly lines: readonly CodeLine[]
}

/** A line that a change wrote. */
export interface AddedLine extends CodeLine {
  readonly number: number
  readonly raw: string
}

/** A change with the data needed to read it. */
export interface DiffUnderReview {
  readonly files: readonly DiffFile[]
  /** Files with new or changed tests. */
  readonly testsAdded: readonly string[]
  /** Every path of the base and of the candidate. */
  readonly basePaths: readonly string[]
  readonly paths: readonly string[]
  readonly contract: Contract
  readonly claimed: Report | null
  readonly limits: { readonly patchFiles: number; readonly fileMb: number }
  /** Files that were left out of the draft because they are too large. */
  readonly oversized: readonly string[]
  /** The user's own list of sensitive paths. */
  readonly sensitive: readonly SensitiveSetting[]
  /** Whether the contract allows or names this path. */
  readonly isNamed: (path: string) => boolean
  /** Every word of the contract, in lower case. */
  readonly contractText: string
}

export interface DiffSource {
  readonly base: Tree
  readonly candidate: Tree
  readonly changes: readonly FileChange[]
  readonly contract: Contract
  readonly claimed: Report | null
  readonly limits: DiffUnderReview['limits']
  readonly oversized?: readonly string[]
  readonly sensitive?: readonly SensitiveSetting[]
  /** Files that are named like tests and belong to the program. */
  readonly programFiles?: ReadonlySet<string>
  /** Tests that cannot be recognised by name. */
  readonly knownTests?: ReadonlySet<string>
}

/** Reads the change from the vault. */
export async function openDiff(vault: Pick<Vault, 'look' | 'list'>, from: DiffSource): Promise<DiffUnderReview> {
  const changed = from.changes.map(change => change.path)
  const [was, is, basePaths, paths] = await Promise.all([
    vault.look(from.base, changed, TEXT_BYTES_MAX),
    vault.look(from.candidate, changed, TEXT_BYTES_MAX),
    vault.list(from.base),
    vault.list(from.candidate),
  ])
  const { task } = from.contract
  const knownTests = from.knownTests ?? new Set<string>()
  const named = [...task.allow, ...pathsOfTask(task)]
  const files = withoutMoves(
    from.changes.map(change => {
      const file = fileOf(change, was.get(change.path), is.get(change.path))
      if (knownTests.has(file.path)) return { ...file, kind: 'test' as const }
      return from.programFiles?.has(file.path) ? { ...file, kind: programKind(file) } : file
    }),
  )
  const testsAdded: string[] = []
  for (const file of files) if (file.added.length > 0 && (await bringsTests(file))) testsAdded.push(file.path)
  return {
    files,
    testsAdded,
    basePaths,
    paths,
    contract: from.contract,
    claimed: from.claimed,
    limits: from.limits,
    oversized: from.oversized ?? [],
    sensitive: from.sensitive ?? [],
    isNamed: path => matchesAny(path, named),
    contractText: wordsOf(from.contract),
  }
}

async function bringsTests({ kind, path, before, after }: DiffFile): Promise<boolean> {
  const inside = async (text: string | null) => (text && (await takeApart(text, path))?.tests) || ''
  return kind === 'test' || (await inside(after)) !== (await inside(before))
}

const programKind = ({ language }: Unread): FileKind => (language === 'none' ? 'data' : 'source')

interface Unread extends Omit<DiffFile, 'added' | 'removed' | 'lines'> {
  readonly diff: LineDiff
}

function fileOf({ path, status }: FileChange, was: TreeItem | undefined, is: TreeItem | undefined): Unread {
  const text = (item: TreeItem | undefined) =>
    item && (item.is === 'file' || item.is === 'executable') ? item.text : null
  const [before, after] = [text(was), text(is)]
  const lines = (whole: string | null) => (whole === null || whole === '' ? [] : whole.split(/\r?\n/))
  return {
    path,
    status,
    kind: kindOf(path),
    language: readLanguageOf(path),
    before,
    after,
    was: was ?? null,
    is: is ?? null,
    diff: diffLines(lines(before), lines(after)),
  }
}

/** Shorter lines are too common to be recognised as moved. */
const MOVED_MIN = 12

/** Moved code, indented or not, is not new code; but lines that come out of a test do not count as moved. */
function withoutMoves(files: readonly Unread[]): readonly DiffFile[] {
  const gone = new Map<string, number>()
  const keyOf = (file: Unread, line: string) => `${file.kind} ${line.trim()}`
  for (const file of files)
    for (const line of file.diff.removed) gone.set(keyOf(file, line), (gone.get(keyOf(file, line)) ?? 0) + 1)
  return files.map(({ diff, ...file }) => {
    const raw = file.after?.split(/\r?\n/) ?? []
    const lines = once(() => splitCode(raw.join('\n'), file.language))
    const fresh = diff.added.filter(number => {
      const line = raw[number - 1]!
      const left = gone.get(keyOf({ ...file, diff }, line)) ?? 0
      if (left === 0 || line.trim().length < MOVED_MIN) return true
      gone.set(keyOf({ ...file, diff }, line), left - 1)
      return false
    })
    const added = once(() => fresh.map(number => ({ number, raw: raw[number - 1]!, ...lines()[number - 1]! })))
    return {
      ...file,
      removed: diff.removed,
      get lines() {
        return lines()
      },
      get added() {
        return added()
      },
    }
  })
}

/** Split on demand. */
function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

function wordsOf({ task, criteria, inputs, outputs }: Contract): string {
  const words = [
    task.title,
    ...task.steps,
    ...criteria.map(criterion => criterion.text),
    ...task.references,
    ...task.interfaces,
    ...inputs.flatMap(input => [input.value, input.note]),
    ...outputs.flatMap(output => [output.value, output.note]),
    ...task.allow,
    ...Object.values(task.files).flat(),
    ...Object.values(task.other),
  ]
  return words.join('\n').toLowerCase()
}

/** Only a contract that names files excludes others. */
export const namesFiles = ({ contract }: DiffUnderReview): boolean => pathsOfTask(contract.task).length > 0

/** A finding about a line, with that line shown. */
export const atLine = (
  check: string,
  severity: FindingSeverity,
  file: DiffFile,
  line: Pick<AddedLine, 'number' | 'raw'>,
  words: string,
): DiffFinding => ({ check, severity, file: file.path, line: line.number, words: `${words}: ${excerpt(line.raw)}` })

/** A finding about a whole file. */
export const aboutFile = (check: string, severity: FindingSeverity, path: string, words: string): DiffFinding => ({
  check,
  severity,
  file: path,
  line: null,
  words,
})

/** A line in printable form. */
const excerpt = (raw: string): string => {
  const line = raw.trim()
  return line.length > EXCERPT_MAX ? `${line.slice(0, EXCERPT_MAX)}…` : line
}
