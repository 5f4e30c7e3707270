import { NOT_EXECUTABLE, NOT_FOUND, neverRan } from '../../../core/exit-codes.ts'
import type { Tree } from '../../../core/plan/ids.ts'
import { type FlakyCheck, flakyWords } from '../../../core/proof/flaky-check.ts'
import type { GateResult } from '../../../core/proof/receipt.ts'
import type { Commands } from '../../../core/settings/commands.ts'
import type { Config, Fittings } from '../../../core/settings/config.ts'
import { cleanText } from '../../../core/text/clean-text.ts'
import type { Ports, TestRunner } from '../../../ports.ts'
import { readerOf } from '../../tree-reader.ts'
import { commandGate, endWords } from '../gate-result.ts'
import { noticesPlantedFailures, UNNOTICED } from '../shown/planted-failures.ts'
import { alteredBase, alteredGate } from '../suite/altered-gate.ts'
import { askAgain } from '../suite/asked-again.ts'
import { type Bench, type CommandOutcome, isGreen } from '../suite/bench.ts'
import { readCounts, type TestCounts } from '../suite/counts.ts'
import { RoomAltered } from '../suite/room-altered.ts'
import { sessionWords } from '../suite/session.ts'
import { Suite } from '../suite/suite.ts'
import { committedBench } from './committed-bench.ts'

/** The state of a command of the project on the current code. */
export type Health =
  | 'green'
  /** Some known tests fail: the others still count. */
  | 'red-by-test'
  /** Only its exit code is known, and it fails: it does not count as a check. */
  | 'red-as-a-whole'
  /** It cannot start, ends early, or nearly all tests fail. */
  | 'cannot-run'
  /** Green whatever the code does. */
  | 'uncontrolled'

/** One command of the project, measured. */
export interface Measured {
  readonly name: string
  readonly command: string
  readonly health: Health
  readonly gate: GateResult
  /** The reason to ask a human before any agent starts; null if there is none. */
  readonly problem: string | null
}

/** Context of a measurement. */
export interface Measurement {
  /** Code that the user committed, without any draft. */
  readonly tree: Tree
  readonly commands: Commands
  /** Commands that the user configured; the others were detected in the files of the project. */
  readonly configured: Commands
  readonly limits: Config['limits']
  readonly fittings: Fittings
  readonly generated?: Config['generated']
  readonly token: string
  readonly signal: AbortSignal
}

/** Runs the project's commands on a tree in a clean room; if setup or build fails, reports only that. */
export async function measureCommands(
  ports: Pick<Ports, 'vault' | 'rooms' | 'runners' | 'store'>,
  on: Measurement,
): Promise<readonly Measured[]> {
  const { setup, build: _, ...checks } = on.commands
  const { rehearsed = false } = await ports.rooms.environment(on.fittings)
  const bench = await committedBench(ports, on, on)
  const place: Place = { ...on, ports, bench, rehearsed }
  try {
    const broken = await bench.prepare(on.tree)
    if (broken) return [unprepared(broken.command === setup ? 'setup' : 'build', broken)]
    const found: Measured[] = []
    for (const name of ['typecheck', 'lint', 'test'] as const) {
      const command = checks[name]
      if (command) found.push(await measured(place, name, command))
    }
    return found
  } catch (error) {
    if (error instanceof RoomAltered) return [alteringBase(error)]
    throw error
  } finally {
    await bench.close()
  }
}

/** Every proof would fail on a base that alters its room, so it is reported before any agent starts. */
function alteringBase(altered: RoomAltered): Measured {
  const { command } = altered.alteration
  return { name: 'room', command, health: 'cannot-run', gate: alteredGate(altered), problem: alteredBase(altered) }
}

interface Place extends Measurement {
  readonly ports: Pick<Ports, 'vault' | 'runners'>
  readonly bench: Bench
  /** The results of commands are scripted: repeating them gives the same. */
  readonly rehearsed: boolean
}

function unprepared(name: 'setup' | 'build', outcome: CommandOutcome & { readonly command: string }): Measured {
  const { command } = outcome
  const gate = commandGate(
    name,
    { command, outcome },
    { verdict: 'environment', words: `${name}: ${endWords(outcome)}` },
  )
  const problem = `${name} (${command}) does not work: ${firstLines(gate.evidence)}`
  return { name, command, health: 'cannot-run', gate, problem }
}

async function measured(on: Place, name: 'typecheck' | 'lint' | 'test', command: string): Promise<Measured> {
  const seen = name === 'test' ? await runTests(on, command) : await runCommand(on, command)
  const { outcome, counts, isRead, flaky } = seen
  const result = (health: Health, words: string, problem: string | null): Measured => {
    const gate = commandGate(name, { command, outcome }, { verdict: VERDICTS[health], words, blocking: false })
    return { name, command, health, gate: flaky ? { ...gate, flaky: [flaky] } : gate, problem }
  }
  const asProblem = (words: string) => `${name} (${command}) ${words}`
  if (isGreen(outcome)) {
    const isVoid = name === 'test' && !isRead && !on.rehearsed && (await checksNothing(on, command))
    if (isVoid) return result('uncontrolled', UNNOTICED, null)
    return result('green', [endWords(outcome), ...(flaky ? [flakyWords(flaky)] : [])].join('; '), null)
  }
  const sick = sickness(outcome, counts)
  // A missing linter that was only detected is not a problem; a missing suite or configured command is.
  if (sick?.isAbsent && name !== 'test' && on.configured[name] === undefined)
    return result(
      'cannot-run',
      `${sick.words}; it is not named in pm-agent.yaml, so it does not count as a check`,
      null,
    )
  if (sick && (!sick.mayBeSession || on.rehearsed))
    return result('cannot-run', endWords(outcome), asProblem(sick.words))
  if (!sick && isRead) return result('red-by-test', endWords(outcome), null)
  if (on.rehearsed) return result('red-as-a-whole', endWords(outcome), null)
  const session = await sessionWords(on, command)
  if (session !== null)
    return result(
      'cannot-run',
      `${endWords(outcome)} in a clean room; ${session}`,
      asProblem(`fails in a clean room (${endWords(outcome)}): ${session}${printed(outcome)}`),
    )
  if (sick) return result('cannot-run', endWords(outcome), asProblem(`${sick.words}${printed(outcome)}`))
  // Existing failures of a linter are no reason to stop; an unusable suite leaves every task without a check.
  const problem =
    name === 'test'
      ? asProblem(`${AS_A_WHOLE} (${endWords(outcome)}), in your own session too${printed(outcome)}`)
      : null
  return result(
    'red-as-a-whole',
    `${endWords(outcome)}, in your own session too; it does not count as a check`,
    problem,
  )
}

/** The last lines of its output, which usually contain the reason. */
function printed({ output }: CommandOutcome): string {
  const lines = cleanText(output).trim().split('\n').filter(Boolean).slice(-3)
  return lines.length > 0
    ? `; it printed last: ${lines
        .map(line => line.trim())
        .join(' / ')
        .slice(0, 300)}`
    : ''
}

const AS_A_WHOLE = 'fails on the code as it is and cannot be read test by test, so it does not count as a check'

const VERDICTS = {
  green: 'passed',
  'red-by-test': 'known-failure',
  'red-as-a-whole': 'known-failure',
  'cannot-run': 'environment',
  uncontrolled: 'uncontrolled',
} as const satisfies Record<Health, GateResult['verdict']>

const checksNothing = async ({ ports, bench, tree }: Place, command: string): Promise<boolean> =>
  (await noticesPlantedFailures(ports, bench, { tree, command })).is === 'unnoticed'

interface Seen {
  readonly outcome: CommandOutcome
  readonly counts: TestCounts | null
  /** Test by test. */
  readonly isRead: boolean
  readonly flaky: FlakyCheck | null
}

/** Reads a report test by test if possible: then proofs compare with it, and need not run it again. */
async function runTests(on: Place, command: string): Promise<Seen> {
  const runner = await recognised(on, command)
  const suite = runner && (await new Suite(on.bench, runner).run(on.tree))
  if (suite?.report && suite.report.tests.length > 0) {
    const failed = suite.report.tests.filter(test => test.status === 'failed').length + suite.report.broken.length
    const counts = { failed, passed: suite.report.tests.length - failed }
    return { outcome: suite.outcome, counts, isRead: true, flaky: null }
  }
  return runCommand(on, command)
}

async function recognised({ ports: { vault, runners }, tree }: Place, command: string): Promise<TestRunner | null> {
  return runners.recognise(command, await readerOf(vault, tree))
}

/** Reads only the exit code. A failing command is repeated, because it may only be flaky. */
async function runCommand({ bench, tree, rehearsed }: Place, command: string): Promise<Seen> {
  const first = await bench.run(tree, command)
  const seen = (outcome: CommandOutcome, flaky: FlakyCheck | null = null): Seen => ({
    outcome,
    counts: readCounts(outcome.output),
    isRead: false,
    flaky,
  })
  if (isGreen(first) || rehearsed || first.ending.is !== 'exited' || neverRan(first.ending.code)) return seen(first)
  const { outcome, flaky } = await askAgain(bench, { tree, command, first })
  return seen(outcome, flaky)
}

/** The reason why a failing command on the base is a problem of the machine and not a known failure; null otherwise. */
function sickness(
  outcome: CommandOutcome,
  counts: TestCounts | null,
): { readonly words: string; readonly mayBeSession?: true; readonly isAbsent?: true } | null {
  if (outcome.ending.is === 'timed-out') return { words: `${endWords(outcome)}${WATCHES}` }
  if (outcome.ending.is !== 'exited') return { words: endWords(outcome) }
  if (outcome.ending.code === NOT_FOUND)
    return { words: `needs a tool that is not installed: ${firstLines(outcome.output)}`, isAbsent: true }
  if (outcome.ending.code === NOT_EXECUTABLE) return { words: `cannot be started: ${firstLines(outcome.output)}` }
  if (counts && counts.failed > counts.passed)
    return { words: `fails in ${counts.failed} of ${counts.failed + counts.passed} tests`, mayBeSession: true }
  return null
}

const WATCHES =
  ' (a command that watches files never ends: name one that runs once, or set CI with env: {set: {CI: "1"}})'

const firstLines = (text: string): string => text.trim().split('\n').slice(0, 3).join(' / ').slice(0, 300)
