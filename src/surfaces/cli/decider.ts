import { userInfo } from 'node:os'
import { usersIdentity } from '../../adapters/git/repository/repository.ts'
import { printable } from '../../core/text/clean-text.ts'

/** The name of the decider for the journal and the commits: the git user of the folder. */
export async function deciderIn(dir: string, accountName: () => string = () => userInfo().username): Promise<string> {
  const { name, email } = await usersIdentity({ top: dir })
  return printable(name ?? email ?? named(accountName) ?? '') || 'the user'
}

/** Node throws if a container runs under a user id without an account. */
function named(accountName: () => string): string | null {
  try {
    return accountName() || null
  } catch {
    return null
  }
}
