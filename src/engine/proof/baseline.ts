import { fittingsOf } from '../../core/config.ts'
import { bookkeepingPaths } from '../../core/contract.ts'
import type { Baseline } from '../../core/event.ts'
import type { Commit } from '../../core/ids.ts'
import type { GateResult } from '../../core/receipt.ts'
import type { RunState } from '../../core/state.ts'
import type { Ports } from '../../ports.ts'
import { Bench, isGreen, type Outcome } from './commands.ts'
import { readCounts } from './counts.ts'
import { detectCommands, isGreenfield } from './detect.ts'
import { commandGate, endWords } from './gate.ts'

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
  const list = await vault.list(tree)
  const found = await detectCommands({ list, readText: path => vault.readText(tree, path) })
  const commands = { ...found.commands, ...state.opened.config.commands }
  const { setup, build, ...checks } = commands
  const greenfield = isGreenfield(list)
  const named = Object.fromEntries(Object.entries(commands).filter(([, command]) => command))
  const fittings = fittingsOf(state.opened.config)
  const { missing = [] } = await ports.rooms.environment(fittings)
  if (missing.length > 0) return { gates: [], problems: missing, commands: named, greenfield }
  // Where there is no project yet, nothing can be measured: the first task brings what will be run.
  // In quick mode nothing will be run either.
  if (greenfield || state.opened.config.quick) return { gates: [], problems: [], commands: named, greenfield }

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
      const outcome = await bench.run(tree, command)
      const problem = sickness(name, outcome)
      if (problem) problems.push(`${name} (${command}) ${problem}`)
      const verdict = isGreen(outcome) ? 'passed' : problem ? 'environment' : 'known-failure'
      gates.push(commandGate(name, { command, outcome }, { verdict, words: endWords(outcome), blocking: false }))
    }
    return { gates, problems, commands: named, greenfield }
  } finally {
    await bench.close()
  }
}

/** Why a red command on the base is the machine's trouble and not a known failure; null when it is neither. */
function sickness(name: string, outcome: Outcome): string | null {
  if (isGreen(outcome)) return null
  if (outcome.ending.is !== 'exited') return endWords(outcome)
  if (outcome.ending.code === NOT_FOUND) return `needs a tool that is not here: ${firstLines(outcome.output)}`
  if (outcome.ending.code === NOT_EXECUTABLE) return `cannot be started: ${firstLines(outcome.output)}`
  const counts = name === 'test' ? readCounts(outcome.output) : null
  if (counts && counts.failed > counts.passed)
    return `fails in ${counts.failed} of ${counts.failed + counts.passed} tests`
  return null
}

const firstLines = (text: string): string => text.trim().split('\n').slice(0, 3).join(' / ').slice(0, 300)
