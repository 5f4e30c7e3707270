import { createHash } from 'node:crypto'
import type { Config } from '../core/config.ts'
import type { Contract } from '../core/contract.ts'
import type { FileChange } from '../core/event.ts'
import type { Kind } from '../core/plan.ts'
import { classify, kindOf, type OnlyTouched, type PastCommit, type Replayed, taskOf } from '../core/replay.ts'
import type { Ports } from '../ports.ts'
import { detectCommands } from './proof/detect.ts'
import { isOfCi } from './proof/names.ts'
import { type ProofOptions, proveDraft } from './proof/prove.ts'
import { kindOf as fileKindOf } from './proof/reading/file-kind.ts'

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
  const kind = kindOf(past.subject, onlyTouched(whole.changes))
  const contract = contractOf({ past: whole, kind }, config, { ...found.commands, ...config.commands })
  const draft = { base: past.parent, tree: after, changes: whole.changes }
  const contractHash = createHash('sha256').update(JSON.stringify(contract)).digest('hex')
  const receipt = await proveDraft(ports, { draft, contract, contractHash, config, claimed: null }, options)
  return {
    past: whole,
    kind,
    ...classify(receipt),
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

function onlyTouched(changes: readonly FileChange[]): OnlyTouched {
  const kinds = new Set(changes.map(({ path }) => (isOfCi(path) ? 'ci' : fileKindOf(path))))
  if (kinds.size !== 1) return null
  return kinds.has('ci') ? 'ci' : kinds.has('test') ? 'tests' : kinds.has('docs') ? 'docs' : null
}
