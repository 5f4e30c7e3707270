import type { CommitSpec } from '../../../core/plan/commit-spec.ts'
import { type Commit, commit, type Tree, tree } from '../../../core/plan/ids.ts'
import { invariant } from '../../../core/result.ts'
import { runGit } from '../git.ts'
import { readObject } from './object-reader.ts'
import { writeObject } from './object-writer.ts'
import { recall } from './recent-objects.ts'

/** Git strips these characters from a name or address, and refuses one that consists of nothing else. */
const CRUD = /^[\0-\x20.,:;<>"\\']+|[\0-\x20.,:;<>"\\']+$|[\n\0<>]/g

/** A name or address as git would write it; may become empty. */
export const withoutCrud = (text: string): string => text.replace(CRUD, '')

/** Writes a commit that depends only on its spec: the same spec gives the same id. */
export async function writeCommit(gitDir: string, spec: CommitSpec): Promise<Commit> {
  const { tree, parent, identity, message, at } = spec
  const [name, email] = [withoutCrud(identity.name), withoutCrud(identity.email)]
  invariant(name !== '', 'a commit has an author name')
  invariant(!message.includes('\0'), 'a commit message contains no NUL')
  const signature = `${name} <${email}> ${Math.floor(at / 1000)} +0000`
  const lines = [
    `tree ${tree}`,
    ...(parent === null ? [] : [`parent ${parent}`]),
    `author ${signature}`,
    `committer ${signature}`,
    '',
    message,
  ]
  return commit(await writeObject(gitDir, 'commit', Buffer.from(lines.join('\n')), { idLength: tree.length }))
}

/** The tree of a commit, or of a ref that names one. */
export async function treeOfCommit(gitDir: string, revision: string): Promise<Tree> {
  const known = recall(gitDir, revision)
  const named = known?.type === 'commit' ? /^tree ([0-9a-f]+)$/m.exec(known.bytes.toString('latin1'))?.[1] : undefined
  if (named) return tree(named)
  const found = await readObject(gitDir, `${revision}^{tree}`)
  if (found === null) throw new Error(`there is no commit ${revision} in ${gitDir}`)
  return tree(found.id)
}

/** The commit of a ref, or null if the ref does not exist. */
export async function commitOfRef(gitDir: string, ref: string): Promise<Commit | null> {
  const found = await readObject(gitDir, `${ref}^{commit}`)
  return found && commit(found.id)
}

/** Whether one commit is an ancestor of another; false if either is unknown. */
export async function isAncestor(gitDir: string, ancestor: Commit, descendant: Commit): Promise<boolean> {
  if (isRecentAncestor(gitDir, ancestor, descendant)) return true
  const { code } = await runGit({ gitDir, args: ['merge-base', '--is-ancestor', ancestor, descendant] })
  return code === 0
}

/** The same among the commits that this process wrote or read last, which costs no process; false says nothing. */
function isRecentAncestor(gitDir: string, ancestor: Commit, descendant: Commit): boolean {
  const reached = new Set<string>([descendant])
  for (const id of reached) {
    if (id === ancestor) return true
    const known = recall(gitDir, id)
    const header = known?.type === 'commit' ? known.bytes.toString('latin1').split('\n\n', 1)[0]! : ''
    for (const [, parent] of header.matchAll(/^parent ([0-9a-f]+)$/gm)) reached.add(parent!)
  }
  return false
}
