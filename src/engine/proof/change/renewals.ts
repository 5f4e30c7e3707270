import subset from 'semver/ranges/subset.js'
import validRange from 'semver/ranges/valid.js'
/**
 * Versions that the title of a task requests: "Bump lodash from 1 to 2", "chore(deps): update all non-major dependencies",
 * "Update GitHub actions". A human writes the title, and it is fixed at dispatch, so no further permission is needed. It
 * only permits other versions of existing dependencies: it does not permit another package, another source or another
 * step.
 */
import { literal } from '../../../core/text/pattern.ts'

const RENEWS = /\b(bump|update|upgrade|renew|refresh|pin|downgrade)(s|d|ed|ing|ning)?\b|\bautoupdate\b/i
const ABOUT_DEPENDENCIES = /^(deps(-dev)?|\w+\(deps(-dev)?\))!?:/i
const ALL_DEPENDENCIES = /\b(dependencies|(dev|peer)-?dependencies|deps)\b/i
const ALL_ACTIONS = /\b(github|ci|workflow) ?-?actions\b|^(ci|\w+\(ci\))!?:.*\bactions\b/i
const ALL_HOOKS = /\bpre-commit\b/i

/** Whether this title asks for another version of this dependency. */
export const asksToRenew = (title: string, dependency: string): boolean =>
  ABOUT_DEPENDENCIES.test(title) || (RENEWS.test(title) && (ALL_DEPENDENCIES.test(title) || names(title, dependency)))

/** Whether this title sets the supported versions of Node: "feat!: drop Node 18", "Require Node.js 20 or newer". */
export const asksForOtherNodes = (title: string): boolean =>
  /\b(drop|requir|support|rais|remov|need|allow)(e|es|s|ed|ped|d|ing|ping)?\b[^.;]*\bnode(\.?js)? ?(versions? )?[<>=^~]* ?v?\d/i.test(
    title,
  )

/** As a word of its own: `vite` is not named by `vitest`, nor `b` by `a/b`. */
function names(title: string, dependency: string): boolean {
  return new RegExp(`(?<![\\w@/.-])${literal(dependency)}(?![\\w/-])`, 'i').test(title)
}

/** A range of versions from a registry: not a local path, an address or the name of another package. */
export const isPlainVersion = (version: unknown): boolean =>
  typeof version === 'string' && /^[\s\d.x*^~<>=|v-]*\d[\w\s.*^~<>=|+-]*$/i.test(version)

/** Whether a range allows only versions that the old range allowed: an earlier installation may have got the same. */
export function isNarrower(before: unknown, after: unknown): boolean {
  if (typeof before !== 'string' || typeof after !== 'string' || !isPlainVersion(after)) return false
  return validRange(before) !== null && validRange(after) !== null && subset(after, before)
}

/** Whether this CI file only has other versions of the actions that it uses, and the title asks for them. */
export function isRenewalAskedFor(path: string, before: string, after: string, title: string): boolean {
  if (/^\.github\/(workflows|actions)\/.+\.ya?ml$/.test(path)) {
    const renewed = renewedLines(before, after, USES)
    if (renewed === null) return false
    return (RENEWS.test(title) && ALL_ACTIONS.test(title)) || renewed.every(action => asksToRenew(title, action))
  }
  if (path !== '.pre-commit-config.yaml') return false
  return (
    renewedLines(before, after, REVISION) !== null &&
    RENEWS.test(title) &&
    (ALL_HOOKS.test(title) || ALL_DEPENDENCIES.test(title))
  )
}

/** `uses: owner/action@v4 # comment`, and its part before the version. */
const USES = /^(\s*(?:-\s+)?uses:\s*["']?([\w./-]+)@)[\w./-]+["']?\s*(?:#[^\n]*)?$/
const REVISION = /^(\s*rev:\s*)["']?[\w.-]+["']?\s*(?:#[^\n]*)?$/

/** The names in the lines that differ; null if a line differs in more than its version. */
function renewedLines(before: string, after: string, pattern: RegExp): readonly string[] | null {
  const [old, now] = [before.split('\n'), after.split('\n')]
  if (old.length !== now.length) return null
  const renewed: string[] = []
  for (const [at, line] of now.entries()) {
    if (line === old[at]) continue
    const [was, is] = [pattern.exec(old[at]!), pattern.exec(line)]
    if (!was || !is || was[1] !== is[1]) return null
    renewed.push(is[2] ?? '')
  }
  return renewed
}
