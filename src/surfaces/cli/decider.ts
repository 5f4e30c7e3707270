import { userInfo } from 'node:os'
import { usersIdentity } from '../../adapters/git/repository/repository.ts'
import { printable } from '../../core/text/clean-text.ts'

/** Who decides, for the journal and the commits: the git user of the folder, as for everything else that is written there. */
export async function deciderIn(dir: string, accountName: () => string = () => userInfo().username): Promise<string> {
  const { name, email } = await usersIdentity({ top: dir })
  return printable(name ?? email ?? named(accountName) ?? '') || 'the user'
}

/** A container may run under a user id that no account has: Node throws then. */
function named(accountName: () => string): string | null {
  try {
    return accountName() || null
  } catch {
    return null
  }
}
