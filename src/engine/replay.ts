import { createHash } from 'node:crypto'
import type { Contract } from '../core/plan/contract.ts'
import type { Task } from '../core/plan/plan.ts'
import type { Receipt } from '../core/proof/receipt.ts'
import type { Config } from '../core/settings/config.ts'
import {
  type BesideProgram,
  classify,
  commitKind,
  mightPassWithFiles,
  taskOf,
  withFilesOf,
} from '../core/shown/replay/replay.ts'
import type { PastCommit, Replayed } from '../core/shown/replay/replayed.ts'
import type { Ports } from '../ports.ts'
import type { ProofOptions } from './proof/case.ts'
import { detectCommands } from './proof/project/detect.ts'
import { proveDraft } from './proof/prove.ts'
import { kindOf as fileKindOf } from './proof/reading/file-kind.ts'
import { READING_GATES } from './proof/reading/registry.ts'
import { isOfCi } from './proof/settings/protected.ts'
import { readerOf } from './tree-reader.ts'

/**
 * Proves a past commit as if an honest agent had submitted it. Nothing lands. If it only failed because no task named these
 * files as intended, it is proven again with a task that does.
 */
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
  const found = await detectCommands(await readerOf(vault, before))
  const kind = commitKind(
    past.subject,
    whole.changes.map(({ path }) => partOf(path)),
  )
  const draft = { base: past.parent, tree: after, changes: whole.changes }
  const commands = { ...found.commands, ...config.commands }
  const prove = (task: Task) => {
    const contract = contractOf(task, config, commands)
    const contractHash = createHash('sha256').update(JSON.stringify(contract)).digest('hex')
    return proveDraft(ports, { draft, contract, contractHash, config, claimed: null }, options)
  }
  const task = taskOf(whole, kind)
  const receipt = await prove(task)
  const durationMs = clock.now() - started
  const named = mightPassWithFiles(receipt) ? await prove(withFilesOf(task, whole)) : null
  const classOf = (of: Receipt) => classify(of, new Set(READING_GATES))
  return { past: whole, kind, ...classOf(receipt), withFiles: named && classOf(named).is, receipt, durationMs }
}

/** Its task and nothing else. */
const contractOf = (task: Task, config: Config, commands: Contract['commands']): Contract => ({
  task,
  inputs: [],
  outputs: [],
  criteria: [],
  mustNot: [],
  commands,
  bookkeeping: [],
  commitMessage: task.title,
  budget: { minutes: config.limits.attemptMinutes, fixesLeft: 0 },
})

function partOf(path: string): BesideProgram | 'program' {
  if (isOfCi(path)) return 'ci'
  if (/\.d\.[cm]?ts$/.test(path)) return 'types'
  const kind = fileKindOf(path)
  return kind === 'test' ? 'tests' : kind === 'docs' ? 'docs' : 'program'
}
