/** The user's history, commit by commit. */
import { commit } from '../../../core/plan/ids.ts'
import { err, ok, type Result } from '../../../core/result.ts'
import { bodyOf } from '../../../core/shown/replay/replay.ts'
import type { PastCommit } from '../../../core/shown/replay/replayed.ts'
import { runGit } from '../git.ts'
import type { Repository } from './repository.ts'

const FIELD = '\x1f'

/** Selected commits: the newest ones or a range; with paths, only commits that touch one of them. */
export type HistoryRange = ({ readonly last: number } | { readonly range: string }) & {
  readonly paths: readonly string[]
}

/**
 * Along the first-parent line, newest first. Leaves out merges, which are not work of their own, and commits without
 * any file change, for which there is nothing to prove.
 */
export async function pastCommits(
  repository: Repository,
  wanted: HistoryRange,
): Promise<Result<readonly Omit<PastCommit, 'changes'>[], string>> {
  const [count, from] = 'last' in wanted ? [[`--max-count=${wanted.last}`], 'HEAD'] : [[], wanted.range]
  const args = [
    'log',
    '--first-parent',
    '--no-merges',
    '-z',
    `--format=%H${FIELD}%P${FIELD}%s${FIELD}%b`,
    ...count,
    '--end-of-options',
    from,
  ]
  const { code, stdout, stderr } = await runGit({
    gitDir: repository.gitDir,
    args: [...args, '--', ...(wanted.paths.length > 0 ? wanted.paths : ['.'])],
  })
  if (code !== 0)
    return err(
      stderr
        .trim()
        .replace(/^fatal: /, '')
        .split('\n')[0] ?? '',
    )
  const commits = stdout
    .toString()
    .split('\0')
    .filter(Boolean)
    .flatMap(record => {
      const [id = '', parents = '', subject = '', body = ''] = record.split(FIELD)
      // The first commit has no parent to compare with.
      if (parents === '') return []
      return [{ commit: commit(id), parent: commit(parents.split(' ')[0]!), subject, body: bodyOf(body) }]
    })
  return ok(commits)
}
