import { fittingsOf } from '../../core/config.ts'
import { bookkeepingPaths } from '../../core/contract.ts'
import type { Baseline } from '../../core/event.ts'
import type { Commit, Tree } from '../../core/ids.ts'
import type { GateResult } from '../../core/receipt.ts'
import type { RunState } from '../../core/state.ts'
import type { Ports, TestRunner } from '../../ports.ts'
import { Bench, isGreen, type Outcome } from './commands.ts'
import { readCounts, type TestCounts } from './counts.ts'
import { detectCommands, isGreenfield } from './detect.ts'
import { commandGate, endWords } from './gate.ts'
import { Suite } from './suite.ts'

const NOT_FOUND = 127
const NOT_EXECUTABLE = 126

/** Runs the commands on the base before the first dispatch: what failed before is known, and a sick machine is named. */
export async function measureBaseline(
  ports: Ports,
  state: RunState,
  base: Commit,
  options: { readonly token: string; readonly signal: AbortSignal },
): Promise<Baseline> {
  const { vault } = ports
  const tree = await vault.without(await vault.treeOf(base), bookkeepingPaths(state))
  const reader = { list: await vault.list(tree), readText: (path: string) => vault.readText(tree, path) }
  const found = await detectCommands(reader)
  const commands = { ...found.commands, ...state.opened.config.commands }
  const { setup, build, ...checks } = commands
  const greenfield = isGreenfield(reader.list)
  const named = Object.fromEntries(Object.entries(commands).filter(([, command]) => command))
  const fittings = fittingsOf(state.opened.config)
  const { missing = [] } = await ports.rooms.environment(fittings)
  if (missing.length > 0) return { gates: [], problems: missing, commands: named, greenfield }
  // Where there is no project yet, nothing can be measured: the first task brings what will be run.
  // In quick mode nothing will be run either.
  if (greenfield || state.opened.config.quick) return { gates: [], problems: [], commands: named, greenfield }

  const recognised = (command: string) => ports.runners.recognise(command, reader)
  const bench = new Bench(ports, {
    limits: state.opened.config.limits,
    token: options.token,
    signal: options.signal,
    preparation: () => ({ setup, build }),
    fittings,
    isBase: () => true,
  })
  try {
    const broken = await bench.prepare(tree)
    if (broken) {
      const name = broken.command === setup ? 'setup' : 'build'
      const gate = commandGate(
        name,
        { command: broken.command, outcome: broken },
        { verdict: 'environment', words: `${name}: ${endWords(broken)}` },
      )
      return {
        gates: [gate],
        problems: [`${name} (${broken.command}) does not work: ${firstLines(gate.evidence)}`],
        commands: named,
        greenfield,
      }
    }
    const gates: GateResult[] = []
    const problems: string[] = []
    for (const name of ['typecheck', 'lint', 'test'] as const) {
      const command = checks[name]
      if (!command) continue
      const tests = name === 'test' ? await measuredTests(bench, tree, command, await recognised(command)) : null
      const outcome = tests?.outcome ?? (await bench.run(tree, command))
      const problem = sickness(outcome, tests?.counts ?? null)
      if (problem) problems.push(`${name} (${command}) ${problem}`)
      const verdict = isGreen(outcome) ? 'passed' : problem ? 'environment' : 'known-failure'
      gates.push(commandGate(name, { command, outcome }, { verdict, words: endWords(outcome), blocking: false }))
    }
    return { gates, problems, commands: named, greenfield }
  } finally {
    await bench.close()
  }
}

/** Test by test where that can be read: then it is what proofs compare with, and need not be run again for them. */
async function measuredTests(
  bench: Bench,
  tree: Tree,
  command: string,
  runner: TestRunner | null,
): Promise<{ readonly outcome: Outcome; readonly counts: TestCounts | null }> {
  const suite = runner && (await new Suite(bench, runner).run(tree))
  if (suite?.report && suite.report.tests.length > 0) {
    const failed = suite.report.tests.filter(test => test.status === 'failed').length + suite.report.broken.length
    return { outcome: suite.outcome, counts: { failed, passed: suite.report.tests.length - failed } }
  }
  const outcome = await bench.run(tree, command)
  return { outcome, counts: readCounts(outcome.output) }
}

/** Why a red command on the base is the machine's trouble and not a known failure; null when it is neither. */
function sickness(outcome: Outcome, counts: TestCounts | null): string | null {
  if (isGreen(outcome)) return null
  if (outcome.ending.is !== 'exited') return endWords(outcome)
  if (outcome.ending.code === NOT_FOUND) return `needs a tool that is not here: ${firstLines(outcome.output)}`
  if (outcome.ending.code === NOT_EXECUTABLE) return `cannot be started: ${firstLines(outcome.output)}`
  if (counts && counts.failed > counts.passed)
    return `fails in ${counts.failed} of ${counts.failed + counts.passed} tests`
  return null
}

const firstLines = (text: string): string => text.trim().split('\n').slice(0, 3).join(' / ').slice(0, 300)
