import { releaseCommands } from '../../core/handover/release-commands.ts'
import type { ReleaseCheck, ReleaseMerge, ReleaseProof, ReleaseTree } from '../../core/handover/release-proof.ts'
import { type Commit, cut, type Tree } from '../../core/plan/ids.ts'
import { bookkeepingPaths } from '../../core/plan/make-contract.ts'
import { compilersOf } from '../../core/proof/compilers.ts'
import type { RunState } from '../../core/run/state.ts'
import { fittingsOf } from '../../core/settings/config.ts'
import type { Ports } from '../../ports.ts'
import { detectCommands } from '../proof/project/detect.ts'
import { isGenerated, isLockFile } from '../proof/suite/altered-gate.ts'
import { Bench } from '../proof/suite/bench.ts'
import { readerOf } from '../tree-reader.ts'
import { type CheckedTree, checkTree } from './check-tree.ts'

type ReleasePorts = Pick<Ports, 'vault' | 'rooms' | 'runners' | 'store' | 'repository' | 'clock'>

/** Runs the release gate on the tip of the plan branch, and on its merge with the current base branch. */
export async function proveRelease(
  ports: ReleasePorts,
  state: RunState,
  tip: Commit,
  options: { readonly token: string; readonly signal: AbortSignal },
): Promise<ReleaseProof> {
  const started = ports.clock.now()
  const { vault } = ports
  const { config, opened } = state
  const baseline = state.baseline!
  const codeOf = async (tree: Tree) => vault.without(tree, bookkeepingPaths(state))
  const tree = await vault.treeOf(tip)
  const codeTree = await codeOf(tree)
  const merge = await mergeWithBase(ports, state, { tip, tree, codeOf })
  const base = await codeOf(await vault.treeOf(baseline.base))
  const reader = await readerOf(vault, codeTree)
  const commands = { ...(await detectCommands(reader)).commands, ...baseline.baseline.commands }
  const preparation = { setup: commands.setup || null, build: commands.build || null }
  const fittings = fittingsOf(config)
  const compilers = compilersOf(reader.list)
  const { toolchain, sandbox, unprotected, rehearsed } = await ports.rooms.environment(fittings, compilers)
  const bench = new Bench(ports, {
    ...{ limits: config.limits, fittings, compilers, base, ...options },
    preparation: () => ({ setup: commands.setup, build: commands.build }),
    mayChange: (_, path) => isGenerated(config, path) || isLockFile(path),
  })
  const before = new Set(Object.values(baseline.baseline.commands))
  const configured = new Set(Object.values(config.commands))
  const areaCommands = config.areas.flatMap(area => Object.values(area.commands ?? {}))
  const common = {
    ...{ ports, bench, preparation, commands: releaseCommands(commands, config.areas), rehearsed: rehearsed ?? false },
    wasThere: (command: string) => before.has(command) || areaCommands.includes(command),
    isConfigured: (command: string) => configured.has(command) || command === commands.test,
  }
  const known = baseline.baseline.greenfield ? [] : [base]
  const trees: CheckedTree[] = [{ ...common, on: 'branch', tree: codeTree, before: known }]
  if (merge?.is === 'clean' && !merge.isSame) {
    const theirs = await codeOf(await vault.treeOf(merge.base))
    trees.push({ ...common, on: 'merge', tree: merge.codeTree, before: [...new Set([...known, theirs])] })
  }
  try {
    bench.call(codeTree, 'the plan branch')
    if (merge?.is === 'clean') bench.call(merge.codeTree, 'the merge with the base branch')
    const checks: ReleaseCheck[] = []
    for (const one of trees) checks.push(...(await checkTree(one)))
    const failsOn = (on: ReleaseTree) => checks.some(check => check.on === on && check.verdict === 'failed')
    const isShown = merge?.is === 'clean' && opened.base !== null && failsOn('merge') && !failsOn('branch')
    return {
      ...{ tip, tree, codeTree, checks, preparation, toolchain, sandbox },
      merge: isShown
        ? { ...merge, theirs: await changesOfBase(vault, { from: opened.base, to: merge.base, codeOf }) }
        : merge,
      ...(unprotected ? { unprotected } : {}),
      durationMs: ports.clock.now() - started,
      ...(rehearsed ? { rehearsed } : {}),
    }
  } finally {
    await bench.close()
  }
}

/** The merge that the user would make now, without touching any branch. */
async function mergeWithBase(
  { vault, repository }: ReleasePorts,
  { opened }: RunState,
  on: { readonly tip: Commit; readonly tree: Tree; readonly codeOf: (tree: Tree) => Promise<Tree> },
): Promise<ReleaseMerge | null> {
  const { tip, tree, codeOf } = on
  const current = opened.baseBranch === undefined ? null : await repository.importBranch(opened.baseBranch)
  const base = current ?? opened.base
  if (base === null) return null
  const codeTree = await codeOf(tree)
  if (await repository.contains(base, tip)) return { is: 'clean', base, tree, codeTree, isSame: true }
  const merged = await vault.merge(base, tip)
  if (merged.conflicts.length > 0) return { is: 'conflict', base, paths: merged.conflicts }
  const mergedCode = await codeOf(merged.tree)
  return { is: 'clean', base, tree: merged.tree, codeTree: mergedCode, isSame: mergedCode === codeTree }
}

const PATCH_LINES_MAX = 40
const PATCH_LINE_MAX = 200

/** The beginning of the changes on the base branch since the run began: file names, removed and added lines. */
async function changesOfBase(
  vault: ReleasePorts['vault'],
  { from, to, codeOf }: { readonly from: Commit; readonly to: Commit; readonly codeOf: (tree: Tree) => Promise<Tree> },
): Promise<readonly string[]> {
  const patch = await vault.patch(await codeOf(await vault.treeOf(from)), await codeOf(await vault.treeOf(to)))
  return patch
    .split('\n')
    .filter(line => line.startsWith('+') || line.startsWith('-'))
    .slice(0, PATCH_LINES_MAX)
    .map(line => cut(line, PATCH_LINE_MAX))
}
