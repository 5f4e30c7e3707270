/** Conflicts in which both sides only added lines at the same place, so that both additions can be kept. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runGit } from './git.ts'
import { readBytes } from './objects/object-reader.ts'

/** The three versions of a conflicting file, by object id. */
export interface Versions {
  readonly base: string
  readonly landed: string
  readonly other: string
}

/** Longer than any conflict marker that a file is likely to contain. */
const MARK_LENGTH = 71

/** The file with both additions, the landed one first; null if a side changed or removed a line, or the file is not text. */
export async function unionOf(gitDir: string, versions: Versions): Promise<Buffer | null> {
  const dir = await mkdtemp(join(tmpdir(), 'pm-agent-union-'))
  try {
    const paths = [versions.landed, versions.base, versions.other].map((id, at) => ({
      id,
      path: join(dir, String(at)),
    }))
    for (const { id, path } of paths) await writeFile(path, await readBytes(gitDir, id))
    // In diff3 style, git does not look for lines common to both additions: each stays in one piece.
    const args = ['merge-file', '--stdout', '--diff3', `--marker-size=${MARK_LENGTH}`, ...paths.map(({ path }) => path)]
    const { code, stdout } = await runGit({ gitDir, args })
    // The exit code is the number of conflicts, at most 127; a failure is negative.
    if (code > 127) return null
    const union = withBothSides(stdout.toString('latin1'))
    return union === null ? null : Buffer.from(union, 'latin1')
  } finally {
    await rm(dir, { recursive: true, force: true })
  }
}

const MARKS = { '<': 'landed', '|': 'base', '=': 'other', '>': 'outside' } as const
type Part = (typeof MARKS)[keyof typeof MARKS]

/** Removes the markers; null if any conflict replaces lines. */
function withBothSides(marked: string): string | null {
  const kept: string[] = []
  let part: Part = 'outside'
  for (const line of marked.split('\n')) {
    const mark = line[0] as keyof typeof MARKS | undefined
    if (mark !== undefined && Object.hasOwn(MARKS, mark) && line.startsWith(mark.repeat(MARK_LENGTH)))
      part = MARKS[mark]
    else if (part === 'base') return null
    else kept.push(line)
  }
  return kept.join('\n')
}
