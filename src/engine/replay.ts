import { createHash } from 'node:crypto'
import type { Config } from '../core/config.ts'
import type { Contract } from '../core/contract.ts'
import { classify, kindOf, type PastCommit, type Replayed, taskOf } from '../core/replay.ts'
import type { Ports } from '../ports.ts'
import { detectCommands } from './proof/detect.ts'
import { type ProofOptions, proveDraft } from './proof/prove.ts'

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
  const contract = contractOf(whole, config, { ...found.commands, ...config.commands })
  const draft = { base: past.parent, tree: after, changes: whole.changes }
  const contractHash = createHash('sha256').update(JSON.stringify(contract)).digest('hex')
  const receipt = await proveDraft(ports, { draft, contract, contractHash, config, claimed: null }, options)
  return {
    past: whole,
    kind: kindOf(past.subject),
    ...classify(receipt),
    receipt,
    durationMs: clock.now() - started,
  }
}

/** Its message and its files; nothing of it grants anything. */
const contractOf = (past: PastCommit, config: Config, commands: Contract['commands']): Contract => ({
  task: taskOf(past),
  inputs: [],
  outputs: [],
  criteria: [],
  mustNot: [],
  commands,
  bookkeeping: [],
  commitMessage: past.subject,
  budget: { minutes: config.limits.attemptMinutes, fixesLeft: 0 },
})
