import type { Tree } from '../../../core/plan/ids.ts'
import { compilersOf } from '../../../core/proof/compilers.ts'
import { type FlakyCheck, flakyWords } from '../../../core/proof/flaky-check.ts'
import type { GateResult } from '../../../core/proof/receipt.ts'
import type { Commands } from '../../../core/settings/commands.ts'
import type { Config, Fittings } from '../../../core/settings/config.ts'
import { cleanText } from '../../../core/text/clean-text.ts'
import type { Ports, TestRunner } from '../../../ports.ts'
import { readerOf } from '../../tree-reader.ts'
import { commandGate, endWords } from '../gate-result.ts'
import { noticesPlantedFailures, UNNOTICED } from '../shown/planted-failures.ts'
import { alteredBase, alteredGate, isGenerated, isLockFile } from '../suite/altered-gate.ts'
import { askAgain } from '../suite/asked-again.ts'
import { Bench, type CommandOutcome, isGreen } from '../suite/bench.ts'
import { readCounts, type TestCounts } from '../suite/counts.ts'
import { RoomAltered } from '../suite/room-altered.ts'
import { sessionWords } from '../suite/session.ts'
import { Suite } from '../suite/suite.ts'

const NOT_FOUND = 127
const NOT_EXECUTABLE = 126

/** What a command of the project is worth on the code as it is. */
export type Health =
  | 'green'
  /** Some tests fail, and it is known which: the others still count. */
  | 'red-by-test'
  /** Only its exit code is known, and that is a failure: it does not count as a check. */
  | 'red-as-a-whole'
  /** It cannot start, ends before it is done, or fails nearly everywhere. */
  | 'cannot-run'
  /** Green whatever the code does. */
  | 'uncontrolled'

/** One command of the project, measured. */
export interface Measured {
  readonly name: string
  readonly command: string
  readonly health: Health
  readonly gate: GateResult
  /** Why nobody should be paid before somebody has looked at it; null where there is no reason. */
  readonly problem: string | null
}

/** Where and with what commands are measured. */
export interface Measurement {
  /** Code that the user committed, and nothing of a draft. */
  readonly tree: Tree
  readonly commands: Commands
  /** Those that the user wrote down; the others were only found in the files of the project. */
  readonly configured: Commands
  readonly limits: Config['limits']
  readonly fittings: Fittings
  readonly generated?: Config['generated']
  readonly token: string
  readonly signal: AbortSignal
}

/** Runs the project's commands on a tree in a clean room; where it cannot be set up or built, only that is said. */
export async function measureCommands(
  ports: Pick<Ports, 'vault' | 'rooms' | 'runners' | 'store'>,
  on: Measurement,
): Promise<readonly Measured[]> {
  const { setup, build, ...checks } = on.commands
  const { rehearsed = false } = await ports.rooms.environment(on.fittings)
  const mayChange = (_: Tree, path: string) => isGenerated(on, path) || isLockFile(path)
  const bench = new Bench(ports, {
    ...{ ...on, preparation: () => ({ setup, build }), base: on.tree, mayChange },
    compilers: compilersOf(await ports.vault.list(on.tree)),
  })
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

/** Every proof would refuse what the base itself does: it is said before anybody is paid. */
function alteringBase(altered: RoomAltered): Measured {
  const { command } = altered.alteration
  return { name: 'room', command, health: 'cannot-run', gate: alteredGate(altered), problem: alteredBase(altered) }
}

interface Place extends Measurement {
  readonly ports: Pick<Ports, 'vault' | 'runners'>
  readonly bench: Bench
  /** What commands say is played: to ask again gives the same. */
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
    const deaf = name === 'test' && !isRead && !on.rehearsed && (await isDeaf(on, command))
    if (deaf) return result('uncontrolled', UNNOTICED, null)
    return result('green', [endWords(outcome), ...(flaky ? [flakyWords(flaky)] : [])].join('; '), null)
  }
  const sick = sickness(outcome, counts)
  // A linter that the project merely mentions is nobody's promise; a suite is, and so is what the user wrote down.
  if (sick?.isAbsent && name !== 'test' && on.configured[name] === undefined)
    return result(
      'cannot-run',
      `${sick.words}; nobody named it in pm-agent.yaml, so it does not count as a check`,
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
      asProblem(`fails in a clean room (${endWords(outcome)}): ${session}`),
    )
  if (sick) return result('cannot-run', endWords(outcome), asProblem(sick.words))
  // Old failures of a linter are nobody's reason to stop; a suite that says nothing leaves every task without a check.
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

/** The last lines of its output, which mostly say why. */
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

const isDeaf = async ({ ports, bench, tree }: Place, command: string): Promise<boolean> =>
  (await noticesPlantedFailures(ports, bench, { tree, command })).is === 'unnoticed'

interface Seen {
  readonly outcome: CommandOutcome
  readonly counts: TestCounts | null
  /** Test by test. */
  readonly isRead: boolean
  readonly flaky: FlakyCheck | null
}

/** Test by test where that can be read: then it is what proofs compare with, and need not be run again for them. */
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

/** As a whole. What fails is asked again: a base that is only unlucky is a base. */
async function runCommand({ bench, tree, rehearsed }: Place, command: string): Promise<Seen> {
  const first = await bench.run(tree, command)
  const seen = (outcome: CommandOutcome, flaky: FlakyCheck | null = null): Seen => ({
    outcome,
    counts: readCounts(outcome.output),
    isRead: false,
    flaky,
  })
  if (isGreen(first) || rehearsed || first.ending.is !== 'exited' || NEVER_RAN.has(first.ending.code))
    return seen(first)
  const { outcome, flaky } = await askAgain(bench, { tree, command, first })
  return seen(outcome, flaky)
}

const NEVER_RAN: ReadonlySet<number> = new Set([NOT_FOUND, NOT_EXECUTABLE])

/** Why a red command on the base is the machine's trouble and not a known failure; null when it is neither. */
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
