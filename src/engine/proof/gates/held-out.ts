/** Held-out checks of the user: no agent sees them, and none learns more than that one fails. */
import { heldOutOf } from '../../../core/plan/held-out.ts'
import type { Tree } from '../../../core/plan/ids.ts'
import type { HeldOut } from '../../../core/plan/plan.ts'
import type { GateResult, Withheld } from '../../../core/proof/receipt.ts'
import { excuse } from '../../../core/proof/waiver.ts'
import { plural } from '../../../core/text/lists.ts'
import type { Vault } from '../../../ports.ts'
import { readerOf } from '../../tree-reader.ts'
import type { Case } from '../case.ts'
import { endWords, readingGate } from '../gate-result.ts'
import { commandFor } from '../project/detect-tests.ts'
import { type CommandOutcome, isGreen } from '../suite/bench.ts'

const GATE = 'held-out'

/** Null if nothing is held out for this task. */
export async function heldOutGate(on: Case): Promise<GateResult | null> {
  const checks = heldOutOf(on.config, on.contract.task)
  if (checks.length === 0) return null
  on.steps.begin(GATE)
  const { vault } = on.ports
  const source = { base: await vault.treeOf(on.draft.base), kept: on.heldOut ?? null }
  const tree = await withHeldOut(vault, on.layouts.asSubmitted, checks, source)
  on.bench.call(tree, 'the change with held-out checks')
  on.bench.withhold(tree)
  const runs: CheckRun[] = []
  for (const check of await singleChecks(vault, tree, checks)) runs.push(await runCheck(on, tree, check))
  return excuse(gateOf(runs), on)
}

/** One check on the change; `problem` is null if it passes. */
interface CheckRun extends Omit<Withheld, 'problem'> {
  readonly problem: string | null
  /** It says nothing about the code: it is missing, or cannot run here. */
  readonly isUnable?: true
  readonly isFlaky?: true
}

function gateOf(runs: readonly CheckRun[]): GateResult {
  const failing = runs.filter(run => run.problem !== null)
  const withheld = failing.map(({ check, problem, outputFile }) => ({ check, problem: problem!, outputFile }))
  const gate = (problem: string | null, verdict?: 'environment' | 'flaky') => ({
    ...readingGate(GATE, problem, {
      words: runs.length === 1 ? 'the held-out check passes' : `all ${runs.length} held-out checks pass`,
      ...(verdict ? { verdict } : {}),
    }),
    ...(withheld.length > 0 ? { withheld } : {}),
  })
  if (failing.length === 0) return gate(null)
  if (failing.some(run => run.isUnable))
    return gate('A held-out check cannot run here: a human has to look.', 'environment')
  if (failing.every(run => run.isFlaky)) return gate('A held-out check passes and fails on the same code.', 'flaky')
  const count = failing.length === 1 ? 'A held-out check fails' : `${failing.length} held-out checks fail`
  return gate(
    `${count}: the change does not do everything that the task asks for. The check itself is not shown; compare the change with the task, sentence by sentence.`,
  )
}

/** The code with the user's own files at their places, whatever the change has there. */
async function withHeldOut(
  vault: Vault,
  code: Tree,
  checks: readonly HeldOut[],
  source: { readonly base: Tree; readonly kept: Tree | null },
): Promise<Tree> {
  const kept = source.kept === null ? [] : await vault.list(source.kept)
  const edits = checks.flatMap(check => {
    if (check.is === 'command') return []
    const path = check.path.replace(/\/$/, '')
    const isKept = kept.some(name => name === path || name.startsWith(`${path}/`))
    return [{ path, from: isKept ? source.kept! : source.base }]
  })
  return vault.edit(code, edits)
}

/** Folders as their test files. */
export async function singleChecks(vault: Vault, tree: Tree, checks: readonly HeldOut[]): Promise<readonly HeldOut[]> {
  const reader = await readerOf(vault, tree)
  const single: HeldOut[] = []
  for (const check of checks) {
    if (check.is === 'command' || !check.path.endsWith('/')) single.push(check)
    else
      for (const path of reader.list.filter(name => name.startsWith(check.path)))
        if ((await commandFor(path, reader, undefined)) !== null) single.push({ is: 'file', path })
  }
  return single
}

async function runCheck(on: Case, tree: Tree, check: HeldOut): Promise<CheckRun> {
  const name = check.is === 'file' ? check.path : check.command
  if (check.is === 'file') {
    const { suite } = on
    const isThere = (await on.ports.vault.readText(tree, check.path)) !== null
    if (!isThere) return { check: name, problem: 'the file does not exist', outputFile: null, isUnable: true }
    if (suite?.runner.selectsFiles && suite.runner.isTestFile(check.path)) return bySuite(on, tree, check.path)
  }
  const command =
    check.is === 'command'
      ? check.command
      : await commandFor(check.path, await readerOf(on.ports.vault, tree), on.commands.test)
  if (command === null)
    return { check: name, problem: 'no runner is known for this file', outputFile: null, isUnable: true }
  const first = await on.bench.fresh(tree, { command }, 'criteria')
  if (isGreen(first)) return passed(name, first)
  if (first.setupFailed || first.ending.is === 'could-not-start')
    return { check: name, problem: endWords(first), outputFile: first.outputFile, isUnable: true }
  const again = await on.bench.fresh(tree, { command }, 'criteria, apart 1')
  return { ...failed(name, endWords(first), first), ...(isGreen(again) ? { isFlaky: true } : {}) }
}

/** Test by test: a program that exits early passes no test. */
async function bySuite(on: Case, tree: Tree, path: string): Promise<CheckRun> {
  const suite = on.suite!
  const attempt = async () => {
    const { report, outcome } = await suite.again(tree, { files: [path] })
    const own = report?.tests.filter(({ file }) => file === path || file === '') ?? []
    const red = own.filter(({ status }) => status === 'failed').length
    if (report && report.broken.length === 0 && red === 0 && own.some(({ status }) => status === 'passed'))
      return passed(path, outcome)
    const problem =
      report === null
        ? `no report: ${endWords(outcome)}`
        : red > 0
          ? `${red} of ${plural(own.length, 'test')} fail`
          : 'no test ran'
    return failed(path, problem, outcome)
  }
  const first = await attempt()
  if (first.problem === null) return first
  return (await attempt()).problem === null ? { ...first, isFlaky: true } : first
}

const passed = (check: string, { outputFile }: CommandOutcome | Pick<CommandOutcome, 'outputFile'>): CheckRun => ({
  check,
  problem: null,
  outputFile,
})
const failed = (check: string, problem: string, { outputFile }: Pick<CommandOutcome, 'outputFile'>): CheckRun => ({
  check,
  problem,
  outputFile,
})
