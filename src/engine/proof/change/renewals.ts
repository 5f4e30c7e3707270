import subset from 'semver/ranges/subset.js'
import validRange from 'semver/ranges/valid.js'
/**
 * Versions that a task asks for by its title: "Bump lodash from 1 to 2", "chore(deps): update all non-major dependencies",
 * "Update GitHub actions". A title is a human's and fixed at dispatch, so that nothing has to be allowed a second time. It is
 * given for what was there already and for nothing but its version: another package, another source or a step more is not
 * what such a title says.
 */
import { literal } from '../../../core/text/literal.ts'

const RENEWS = /\b(bump|update|upgrade|renew|refresh|pin|downgrade)(s|d|ed|ing|ning)?\b|\bautoupdate\b/i
const ABOUT_DEPENDENCIES = /^(deps(-dev)?|\w+\(deps(-dev)?\))!?:/i
const ALL_DEPENDENCIES = /\b(dependencies|(dev|peer)-?dependencies|deps)\b/i
const ALL_ACTIONS = /\b(github|ci|workflow) ?-?actions\b|^(ci|\w+\(ci\))!?:.*\bactions\b/i
const ALL_HOOKS = /\bpre-commit\b/i

/** Whether this title asks for another version of this dependency. */
export const asksToRenew = (title: string, dependency: string): boolean =>
  ABOUT_DEPENDENCIES.test(title) || (RENEWS.test(title) && (ALL_DEPENDENCIES.test(title) || names(title, dependency)))

/** Whether this title says for which versions of Node the project is: "feat!: drop Node 18", "Require Node.js 20 or newer". */
export const asksForOtherNodes = (title: string): boolean =>
  /\b(drop|requir|support|rais|remov|need|allow)(e|es|s|ed|ped|d|ing|ping)?\b[^.;]*\bnode(\.?js)? ?(versions? )?[<>=^~]* ?v?\d/i.test(
    title,
  )

/** As a word of its own: `vite` is not named by `vitest`, nor `b` by `a/b`. */
function names(title: string, dependency: string): boolean {
  return new RegExp(`(?<![\\w@/.-])${literal(dependency)}(?![\\w/-])`, 'i').test(title)
}

/** A range of versions out of a registry: no place on this machine, no address and no other package's name. */
export const isPlainVersion = (version: unknown): boolean =>
  typeof version === 'string' && /^[\s\d.x*^~<>=|v-]*\d[\w\s.*^~<>=|+-]*$/i.test(version)

/** Whether a range allows nothing that the old one did not allow: an installation of before may have got the very same. */
export function isNarrower(before: unknown, after: unknown): boolean {
  if (typeof before !== 'string' || typeof after !== 'string' || !isPlainVersion(after)) return false
  return validRange(before) !== null && validRange(after) !== null && subset(after, before)
}

/** Whether all that happened to this file of CI is that what it uses has another version, and the title asks for it. */
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

/** `uses: owner/action@v4 # comment`, and the part of it that stays. */
const USES = /^(\s*(?:-\s+)?uses:\s*["']?([\w./-]+)@)[\w./-]+["']?\s*(?:#[^\n]*)?$/
const REVISION = /^(\s*rev:\s*)["']?[\w.-]+["']?\s*(?:#[^\n]*)?$/

/** What the lines that differ are about; null where a line differs in more than its version. */
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
