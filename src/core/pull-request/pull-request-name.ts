import type { RemotePlace } from './remote-place.ts'

/** A pull request as it is typed. */
export interface PullRequestName {
  readonly number: number
  /** The repository, if an address names it. */
  readonly place: RemotePlace | null
  /** Just digits, which may be the name of a plan as well. */
  readonly bare: boolean
}

/** Reads `42`, `#42` or the address of a pull request; null for anything else. */
export function pullRequestName(word: string): PullRequestName | null {
  const digits = word.startsWith('#') ? word.slice(1) : word
  if (isNumber(digits)) return { number: Number(digits), place: null, bare: digits === word }
  if (!URL.canParse(word)) return null
  const { protocol, host, pathname } = new URL(word)
  const [owner, name, kind, number] = pathname.split('/').filter(Boolean)
  if (!protocol.startsWith('http') || !owner || !name || !number || !isNumber(number)) return null
  return kind === 'pull' || kind === 'pulls'
    ? { number: Number(number), place: { host, owner, name }, bare: false }
    : null
}

const isNumber = (text: string): boolean => /^[1-9]\d{0,9}$/.test(text)
