/**
 * The tester: an agent that knows contract and base, and never the change, writes tests for the contract. They run on the change
 * as held-out checks. If it gives nothing usable, the receipt says so: that is neither a pass nor a refusal.
 */
import type { CommitSpec } from '../../../core/plan/commit-spec.ts'
import type { Contract } from '../../../core/plan/contract.ts'
import type { Draft } from '../../../core/proof/draft.ts'
import { type GateResult, hasFailed, type Receipt } from '../../../core/proof/receipt.ts'
import { excuse, type Waiver } from '../../../core/proof/waiver.ts'
import { tierOfChange } from '../../../core/risk/tier.ts'
import { type AgentSpec, fittingsOf } from '../../../core/settings/config.ts'
import { judgeOf, testerOf } from '../../../core/settings/judge.ts'
import { type BlindRun, type BlindTests, type Contest, TESTER_GATE } from '../../../core/tester/blind-tests.ts'
import { plural, someLines, someOf } from '../../../core/text/lists.ts'
import { TESTER_FILES_MAX, testerBrief } from '../../../core/told/tester-brief.ts'
import type { FurnishPlace, Ports, TestRunner } from '../../../ports.ts'
import { readerOf } from '../../tree-reader.ts'
import { notRunGate, readingGate } from '../gate-result.ts'
import { type HearingOptions, hear, type ReadCase, type Reader } from '../judge/hearing.ts'
import { isGreenfield } from '../project/detect.ts'
import { behaviourOf, behaviourWords, sentenceOf } from './behaviour.ts'
import { type BlindResult, runBlind } from './blind-run.ts'

const SHOWN_MAX = 10
const FILE_BYTES_MAX = 100_000

/** Work that passed its checks, with the tester's input. */
export interface TesterCase extends ReadCase {
  readonly contract: Contract
  readonly receipt: Receipt
  readonly planTitle: string
  /** The author's objection to a failure that it was told before; null if there is none, or if it was decided. */
  readonly contest: Contest | null
  readonly waivers?: readonly Waiver[]
  readonly writer: Pick<CommitSpec, 'identity' | 'at'>
}

/** The receipt with the result of a tester's tests, if this work gets any. */
export async function withTester(ports: Ports, on: TesterCase, options: HearingOptions): Promise<Receipt> {
  const { receipt, contract, config } = on
  const tester = testerOf(config, contract.task)
  if (!tester || !isTested(on)) return receipt
  const withGate = (gate: GateResult, more: Partial<Receipt> = {}): Receipt => ({
    ...receipt,
    ...more,
    gates: [...receipt.gates, excuse(gate, { codeTree: receipt.codeTree, ...on })],
  })
  const runner = await runnerFor(ports, on)
  if (!runner) return withGate(nothing('the tests of this project cannot be read one by one on the base'))
  const hearing = await hear(ports, on, question(ports, on, { tester, runner, options }), options)
  const by = `${tester.name} (tester)`
  if (hearing.is === 'wrote') return receipt
  if (hearing.is === 'crashed') return withGate(nothing(`${by}: ${hearing.problem}`))
  const tests = hearing.answer
  const ignored = tests.ignored.length > 0 ? ` (ignored: ${someOf(tests.ignored)})` : ''
  if (tests.files.length === 0)
    return withGate(nothing(`${by} wrote no test file${ignored}${tests.reason ? `: ${tests.reason}` : ''}`))
  const place = await keep(ports, on, tests)
  const result = await runBlind(ports, { ...on, runner, tests }, options)
  const { red, kept, unusable, failing, runs } = result
  const paths = tests.files.map(({ path }) => path)
  return withGate(gateOf(on, { by, tests, result }), {
    blind: {
      by: tester.name,
      ...place,
      paths,
      ignored: tests.ignored,
      red,
      kept,
      failing: failing.map(behaviourOf),
      unusable,
    },
    runs: [...(receipt.runs ?? []), ...runs],
  })
}

const nothing = (why: string): GateResult => notRunGate(TESTER_GATE, `no usable tests: ${why}`)

/**
 * Work that changes what the program does, and passed everything else: of normal and critical tier, unless the settings ask for
 * every tier.
 */
function isTested({ config, contract, receipt, draft }: TesterCase): boolean {
  if (receipt.rehearsed || hasFailed(receipt) || draft.changes.length === 0) return false
  if (config.testing === 'always') return receipt.basis === 'red-green' || receipt.basis === 'kept'
  const { tier } = tierOfChange(contract.task, config, { changes: draft.changes, extent: receipt.extent ?? null })
  return receipt.basis === 'red-green' && tier !== 'low'
}

/** The runner of the base; null if there is none that we read test by test. */
async function runnerFor({ vault, runners }: Ports, { contract, receipt }: TesterCase): Promise<TestRunner | null> {
  const { test } = contract.commands
  const reader = await readerOf(vault, receipt.base)
  return test === undefined || isGreenfield(reader.list) ? null : runners.recognise(test, reader)
}

function question(
  ports: Ports,
  on: TesterCase,
  {
    tester,
    runner,
    options,
  }: { readonly tester: AgentSpec; readonly runner: TestRunner; readonly options: HearingOptions },
): Reader<BlindTests> {
  const { contract, config, receipt } = on
  const minutes = config.roles?.tester?.minutes ?? config.limits.attemptMinutes
  const { budget: _, tierReasons: __, ...lasting } = contract
  return {
    ...testerBrief({ contract, plan: on.planTitle, runner: runner.name, minutes, config }),
    agent: tester,
    role: 'tester',
    minutes,
    // Not the base: the tests are for the contract, and later attempts meet the same ones.
    key: ['tester 1', lasting, tester, runner.name],
    onBase: { leaveOut: config.copy, furnish: furnishing(ports, on, options) },
    read: async ({ tester: reading = { is: 'missing' } }, left) => {
      if (reading.is !== 'valid') return reading
      const tests = await testsIn(ports, receipt, left, runner)
      return { is: 'valid', answer: { ...reading.answer, ...tests } }
    },
    check: async ({ files, status }) =>
      status === 'WRITTEN' && files.length === 0 ? 'it says that it wrote tests, and there is no new test file' : null,
  }
}

/** The setup output of a room on the base, so that it can run its tests. */
const furnishing =
  ({ rooms }: Ports, { contract, config, receipt }: TesterCase, { token, signal }: HearingOptions) =>
  (dir: string, place: FurnishPlace): Promise<void> => {
    const { limits } = config
    const { setup: command } = contract.commands
    const setup = command
      ? ({ command, minutes: limits.gateMinutes, limits, token, home: 'users', ofBase: true } as const)
      : null
    return rooms.furnish(dir, { tree: receipt.base, setup, fittings: fittingsOf(config), ...place }, signal)
  }

/** New test files of the tester; everything else is ignored. */
async function testsIn(
  { vault }: Pick<Ports, 'vault'>,
  { base }: Pick<Receipt, 'base'>,
  left: Draft | null,
  runner: TestRunner,
): Promise<Pick<BlindTests, 'files' | 'ignored'>> {
  const files: { path: string; text: string }[] = []
  const ignored: string[] = []
  const before = new Set(await vault.list(base))
  for (const { path, status } of left?.changes ?? []) {
    const isNewTest = status === 'added' && !before.has(path) && runner.isTestFile(path)
    const text = isNewTest && files.length < TESTER_FILES_MAX ? await vault.readText(left!.tree, path) : null
    if (text !== null && text.length <= FILE_BYTES_MAX) files.push({ path, text })
    else ignored.push(path)
  }
  return { files, ignored }
}

/** Keeps the tests in the vault, where people find them. */
async function keep(
  { vault }: Pick<Ports, 'vault'>,
  on: TesterCase,
  { files }: BlindTests,
): Promise<Pick<BlindRun, 'tree' | 'ref'>> {
  const { draft, receipt, contract, writer } = on
  const tree = await vault.edit(receipt.base, files)
  const message = `task-${contract.task.id}: tests of the tester\n`
  const ref = `${draft.ref}-tests`
  await vault.keep(ref, await vault.commit({ tree, parent: draft.base, message, ...writer }))
  return { tree, ref }
}

function gateOf(
  on: TesterCase,
  { by, tests, result }: { readonly by: string; readonly tests: BlindTests; readonly result: BlindResult },
): GateResult {
  const { failing, red, kept, unusable } = result
  const { contract, contest, config } = on
  const durationMs = result.runs.reduce((sum, run) => sum + run.durationMs, 0)
  const rest = unusable.length > 0 ? `; ${plural(unusable.length, 'other')} shows nothing` : ''
  if (failing.length === 0) {
    if (red + kept === 0) return { ...nothing(`${by}: ${unusable.join('; ')}`), durationMs }
    const words = `${plural(red + kept, 'test')} of ${by}, which never saw the change, passed; ${red === 0 ? 'none fails' : `${red} ${red === 1 ? 'fails' : 'fail'}`} without the change${rest}`
    return { ...readingGate(TESTER_GATE, null, { words }), durationMs }
  }
  const paths = tests.files.map(({ path }) => path)
  const differs = failing.map(test => behaviourWords(test, { contract, tests: tests.tests, paths }))
  const more = differs.length > 1 ? `, and ${differs.length - 1} more` : ''
  // A contested expectation is for the judge; without one, for a human.
  const isForHuman = contest !== null && judgeOf(config, contract.task) === null
  const problem = [
    `It does not do what the task asks: ${differs[0]}${more}`,
    `Tests that ${by} wrote from the words of the task alone expect:`,
    ...someLines(
      differs.map(words => `- ${words}`),
      SHOWN_MAX,
    ),
    ...(contest ? [contestWords(contract, contest)] : [MAY_CONTEST]),
  ].join('\n')
  return {
    ...readingGate(TESTER_GATE, problem, isForHuman ? { verdict: 'question' } : {}),
    durationMs,
    tests: failing.map(behaviourOf),
    withheld: paths.map(path => ({
      check: path,
      problem: plural(failing.filter(({ file }) => file === path).length, 'failure'),
      outputFile: result.outputFile,
    })),
  }
}

const MAY_CONTEST =
  'If the task does not ask for this, keep the work as it is and say so once: "contested" in the result file, with the sentence of the task.'

const contestWords = (contract: Contract, { sentence, reason }: Contest): string =>
  `Its author contests this: ${[`"${sentenceOf(contract, sentence) ?? sentence}"`, reason].filter(Boolean).join(', ')}`
