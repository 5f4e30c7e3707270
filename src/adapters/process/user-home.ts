import { homedir } from 'node:os'

/** The user's home; null for a user id that has no account and no HOME, as containers give it: Node throws then. */
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
