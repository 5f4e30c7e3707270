/** The definition of done, as far as reading can check it. Findings are shown; few of them refuse. */

import { intentOf, keepsResults } from '../../../../core/plan/intent.ts'
import { keepsBehaviour } from '../../../../core/plan/plan.ts'
import { needsWayBack, riskOfPath } from '../../../../core/plan/sensitive-paths.ts'
import { globMatcher } from '../../../../core/text/glob.ts'
import type { DiffCheck } from '../check.ts'
import { aboutFile, type DiffFile, type DiffUnderReview } from '../diff.ts'

const sources = (diff: DiffUnderReview): readonly DiffFile[] =>
  diff.files.filter(file => file.kind === 'source' && file.status !== 'deleted' && file.added.length > 0)

/** New behaviour comes with tests, unless the contract says that there are none. */
export const testsAdded: DiffCheck = {
  name: 'tests-added',
  look: diff => {
    const { task, criteria } = diff.contract
    if (
      task.type === 'verification' ||
      keepsBehaviour(task.kind) ||
      keepsResults(intentOf(task).is) ||
      task.tests?.is === 'none'
    )
      return []
    if (diff.testsAdded.length > 0) return []
    // A criterion with a command is a test that comes with the contract.
    if (criteria.some(criterion => criterion.check !== null)) return []
    const [first] = sources(diff)
    return first ? [aboutFile('tests-added', 'warning', first.path, 'changed code without a new test')] : []
  },
}

/** Files that form a project's public interface. */
const isDoor = globMatcher([
  '**/{index,library,lib,public,api,mod}.{{,c,m}{js,ts}{,x},rs}',
  '**/{__init__.py,*.d.ts,*.proto}',
  'include/**/*.{h,hpp}',
  '**/{openapi,swagger}*.{yml,yaml,json}',
])
const OFFERS =
  /^\s*(export\b|pub (fn|struct|enum|trait|mod)|def [a-z]|class [A-Z]|from \..* import|module\.exports|exports\.)/
const SETTING = /\bprocess\.env\.([A-Z][A-Z0-9_]+)|\bos\.(?:environ(?:\.get)?|getenv)[[(]["']([A-Z][A-Z0-9_]+)/

/** Public API and settings are documented. */
export const docsUpdated: DiffCheck = {
  name: 'docs-updated',
  look: diff => {
    if (diff.files.some(file => file.kind === 'docs')) return []
    const known = new Set(
      diff.files.flatMap(file => [...(file.before ?? '').matchAll(new RegExp(SETTING, 'g'))].map(m => m[1] ?? m[2])),
    )
    for (const file of sources(diff)) {
      if (
        isDoor(file.path) &&
        file.was &&
        [...file.added.map(line => line.code), ...file.removed].some(line => OFFERS.test(line))
      )
        return [aboutFile('docs-updated', 'warning', file.path, 'public API changed without a documentation change')]
      const setting = file.added
        .map(line => SETTING.exec(line.spoken))
        .find(match => match && !known.has(match[1] ?? match[2]))
      if (
        setting &&
        !['NODE_ENV', 'CI', 'HOME', 'PATH', 'PWD', 'TERM', 'TZ', 'LANG', 'USER', 'SHELL', 'DEBUG'].includes(
          setting[1] ?? setting[2]!,
        )
      )
        return [
          aboutFile(
            'docs-updated',
            'warning',
            file.path,
            `a new setting (${setting[1] ?? setting[2]}) without a documentation change`,
          ),
        ]
    }
    return []
  },
}

const WAY_BACK = /\b(roll ?back|revert|down\b|undo|migrat\w+)/i

/** Changes of stored data or infrastructure need a rollback note. For a critical task it is required. */
export const wayBack: DiffCheck = {
  name: 'way-back',
  look: diff => {
    const changed = diff.files.filter(({ kind, path }) => {
      const risk = kind === 'test' ? null : riskOfPath(path, diff.sensitive)
      return risk !== null && (needsWayBack(risk.area) || risk.hold)
    })
    const [first] = changed
    if (!first) return []
    const noted =
      Boolean(diff.claimed?.reviewNote?.rollback.trim()) ||
      changed.some(
        file =>
          /\bdown\b/i.test(file.path) ||
          /\bdown\s*\(|\bdef downgrade\b|^-- *down\b|exports\.down\b/im.test(file.after ?? ''),
      ) ||
      diff.files.some(file => file.kind === 'docs' && file.added.some(line => WAY_BACK.test(line.raw)))
    if (noted) return []
    const severity = diff.contract.task.tier === 'critical' ? 'question' : 'warning'
    return [
      aboutFile('way-back', severity, first.path, 'stored data or infrastructure changes without a rollback note'),
    ]
  },
}

/** A critical change comes with a review note by its author. */
export const reviewNote: DiffCheck = {
  name: 'review-note',
  look: diff => {
    if (diff.contract.task.tier !== 'critical' || diff.contract.task.type === 'verification') return []
    const [first] = diff.files
    if (!first || diff.claimed?.reviewNote?.summary.trim()) return []
    return [aboutFile('review-note', 'warning', first.path, 'a critical change without a review note')]
  },
}
