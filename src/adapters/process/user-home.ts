import { homedir } from 'node:os'

/** The user's home; null for a user id without an account and without HOME, as in containers, where Node throws. */
export function userHome(
  env: Readonly<Record<string, string | undefined>> = process.env,
  find: () => string = homedir,
): string | null {
  if (env.HOME) return env.HOME
  try {
    return find()
  } catch {
    return null
  }
}
