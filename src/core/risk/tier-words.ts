import type { RiskArea } from '../plan/sensitive-paths.ts'
import { unreachable } from '../result.ts'
import { someOf } from '../text/lists.ts'
import type { Tiering, TierReason } from './tier.ts'

const AREAS: Readonly<Record<Exclude<RiskArea, 'own'>, string>> = {
  access: 'access and security',
  secrets: 'secrets and environment',
  schema: 'the schema of stored data',
  migration: 'a migration of stored data',
  money: 'costs and billing',
  infra: 'infrastructure and deployment',
  ci: 'continuous integration',
  manifest: 'a manifest: dependencies and scripts',
}

const areaWords = (area: RiskArea, reason: string | undefined): string =>
  reason ?? (area === 'own' ? 'sensitive by your settings' : AREAS[area])

/** One reason in words. */
export function reasonWords(reason: TierReason): string {
  switch (reason.from) {
    case 'stated':
      return `the plan says ${reason.tier}`
    case 'documents':
      return 'documentation or texts only'
    case 'words':
      return `it mentions "${reason.word}" (${areaWords(reason.area, undefined)})`
    case 'path':
      return `${reason.path}: ${areaWords(reason.area, reason.reason)}${seenWords(reason)}`
    case 'breaking':
      return 'existing interfaces may break'
    case 'interface':
      return `public interface ${reason.is}: ${reason.name}`
    case 'program':
      return `${reason.path}: the program changes, which the task did not mention`
    default:
      return unreachable(reason)
  }
}

/** Whether it is in the change, or only may be what it is called. */
const seenWords = ({ seen, ambiguous }: Extract<TierReason, { from: 'path' }>): string =>
  seen === 'change' ? ' (changed)' : ambiguous ? ', perhaps: its contents tell' : ''

/** Whether a reason makes a task critical. */
export const isRaising = (reason: TierReason): boolean =>
  reason.from === 'breaking' ||
  reason.from === 'interface' ||
  (reason.from === 'path' && (reason.seen === 'change' || !reason.ambiguous))

const SHOWN_MAX = 4

/** A tier with its reasons, on one line. */
export function tierWords({ tier, reasons }: Tiering): string {
  const words = reasons.map(reasonWords)
  return words.length === 0 ? tier : `${tier} (${someOf(words, { max: SHOWN_MAX, between: '; ' })})`
}
