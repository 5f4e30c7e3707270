import { realpathSync } from 'node:fs'
import { homedir, userInfo } from 'node:os'

/** The variables of the user's own session. */
export type UserEnvironment = Readonly<Record<string, string | undefined>>

/** The user's home; null for a user id without an account and without HOME, as in containers, where Node throws. */
export function userHome(env: UserEnvironment = process.env, find: () => string = homedir): string | null {
  if (env.HOME) return env.HOME
  try {
    return find()
  } catch {
    return null
  }
}

/** The home of a user's account, whatever HOME says; null for a user id without one. */
export function accountHome(): string | null {
  try {
    return userInfo().homedir
  } catch {
    return null
  }
}

/** The environment with the home where it really is: a sandbox can mount nothing on or behind a link. */
export function withRealHome(env: UserEnvironment): UserEnvironment {
  try {
    return env.HOME ? { ...env, HOME: realpathSync(env.HOME) } : env
  } catch {
    return env
  }
}
