import { createHash } from 'node:crypto'
import type { Config } from '../core/config.ts'
import type { Contract } from '../core/contract.ts'
import type { Kind } from '../core/plan.ts'
import { type BesideProgram, classify, kindOf, type PastCommit, type Replayed, taskOf } from '../core/replay.ts'
import type { Ports } from '../ports.ts'
import { detectCommands } from './proof/detect.ts'
import { isOfCi } from './proof/names.ts'
import { type ProofOptions, proveDraft } from './proof/prove.ts'
import { kindOf as fileKindOf } from './proof/reading/file-kind.ts'
import { READING_GATES } from './proof/reading/registry.ts'

/** Proves a commit of the past as if an honest agent had handed it in. Nothing lands. */
export async function replayCommit(
  ports: Ports,
  past: Omit<PastCommit, 'changes'>,
  config: Config,
  options: ProofOptions,
): Promise<Replayed> {
  const { vault, clock } = ports
  const started = clock.now()
  const before = await vault.treeOf(past.parent)
  const after = await vault.treeOf(past.commit)
  const whole: PastCommit = { ...past, changes: await vault.diff(before, after) }
  const found = await detectCommands({ list: await vault.list(before), readText: path => vault.readText(before, path) })
  const kind = kindOf(
    past.subject,
    whole.changes.map(({ path }) => partOf(path)),
  )
  const contract = contractOf({ past: whole, kind }, config, { ...found.commands, ...config.commands })
  const draft = { base: past.parent, tree: after, changes: whole.changes }
  const contractHash = createHash('sha256').update(JSON.stringify(contract)).digest('hex')
  const receipt = await proveDraft(ports, { draft, contract, contractHash, config, claimed: null }, options)
  return {
    past: whole,
    kind,
    ...classify(receipt, new Set(READING_GATES)),
    receipt,
    durationMs: clock.now() - started,
  }
}

/** Its message and its files; nothing of it grants anything. */
const contractOf = (
  { past, kind }: { readonly past: PastCommit; readonly kind: Kind },
  config: Config,
  commands: Contract['commands'],
): Contract => ({
  task: taskOf(past, kind),
  inputs: [],
  outputs: [],
  criteria: [],
  mustNot: [],
  commands,
  bookkeeping: [],
  commitMessage: past.subject,
  budget: { minutes: config.limits.attemptMinutes, fixesLeft: 0 },
})

function partOf(path: string): BesideProgram | 'program' {
  if (isOfCi(path)) return 'ci'
  if (/\.d\.[cm]?ts$/.test(path)) return 'types'
  const kind = fileKindOf(path)
  return kind === 'test' ? 'tests' : kind === 'docs' ? 'docs' : 'program'
}
