/** For tests only: a change as files before and after, and the findings in it. */

import type { Report } from '../../../src/core/proof/report.ts'
import { type DiffUnderReview, openDiff } from '../../../src/engine/proof/reading/diff.ts'
import { readFindings } from '../../../src/engine/proof/reading/registry.ts'
import { MemoryVault } from '../../simulation/memory-vault.ts'
import { contract, report } from '../core/facts.ts'
import { type TaskFields, task } from '../core/plan.ts'
import type { Changes } from './proving.ts'

export interface Reading extends TaskFields {
  readonly base?: Readonly<Record<string, string>>
  readonly claimed?: Partial<Report>
  readonly patchFiles?: number
  readonly fileMb?: number
}

/** A change under review. */
export async function reviewed(changes: Changes, options: Reading = {}): Promise<DiffUnderReview> {
  const { base = {}, claimed = {}, patchFiles = 15, fileMb = 50, ...fields } = options
  const vault = new MemoryVault()
  const before = vault.store(new Map(Object.entries(base)))
  const candidate = await vault.edit(
    before,
    Object.entries(changes).map(([path, text]) => (text === null ? { path, remove: true } : { path, text })),
  )
  const held = task('1', fields)
  return openDiff(vault, {
    base: before,
    candidate,
    changes: await vault.diff(before, candidate),
    contract: contract('1', {
      task: held,
      criteria: held.criteria,
      outputs: held.outputs,
      mustNot: held.mustNot,
    }),
    claimed: report('success', claimed),
    limits: { patchFiles, fileMb },
  })
}

/** The findings of one check in a change: `severity path:line`, one each. */
export async function found(check: string, changes: Changes, options: Reading = {}): Promise<readonly string[]> {
  const findings = readFindings(await reviewed(changes, options))
  return findings
    .filter(finding => finding.check === check)
    .map(({ severity, file, line }) => `${severity} ${file}${line === null ? '' : `:${line}`}`)
}

/** The severity of a check's finding in a change; `nothing` without one. */
export async function weight(check: string, changes: Changes, options: Reading = {}): Promise<string> {
  const words = (await found(check, changes, options)).map(text => text.split(' ')[0]!)
  return ['halt', 'blocking', 'question', 'warning'].find(word => words.includes(word)) ?? 'nothing'
}
