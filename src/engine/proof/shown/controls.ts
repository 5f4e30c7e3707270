import type { Tree } from '../../../core/plan/ids.ts'
import type { GateResult } from '../../../core/proof/receipt.ts'
import type { CommandName } from '../../../core/settings/commands.ts'
import { endingOf, folderPrefix } from '../../../core/text/paths.ts'
import { type Case, hasProject } from '../case.ts'
import { changedProgram } from '../change/changed-files.ts'
import { importedBy } from '../change/test-subjects.ts'
import { staged } from '../forms/staged.ts'
import { commandGate, notRunGate, readingGate } from '../gate-result.ts'
import { baseReport } from '../suite/base-report.ts'
import { type CommandOutcome, isGreen } from '../suite/bench.ts'
import { type Suite, suiteMinutes } from '../suite/suite.ts'
import { isLoaded, isScript, isTypeScript } from '../syntax/language.ts'
import { noticesPlantedFailures, UNNOTICED } from './planted-failures.ts'
import { freshTests } from './red-tests.ts'

/**
 * Shows that each passed gate is able to fail here: a mistake is planted in the same tree, and the gate must report it.
 * This takes a separate run, because a planted file may disturb an honest test.
 */
export async function controlGates(
  on: Case,
  gates: readonly GateResult[],
  went: readonly string[],
): Promise<readonly GateResult[]> {
  const passed = new Set(gates.filter(gate => gate.verdict === 'passed').map(gate => gate.gate))
  const controls: GateResult[] = []
  const { suite, commands } = on
  const isLetPass = gates.some(({ gate, excused }) => gate === 'test' && excused)
  if (suite && (passed.has('test') || isLetPass))
    controls.push(await seenOnce(on, 'test', () => testControl(on, suite)))
  // A command that went from red to green in this proof has been seen to fail.
  if (!suite && passed.has('test') && commands.test && !went.includes('test'))
    controls.push(await wholeControl(on, commands.test))
  for (const name of ['typecheck', 'lint'] as const) {
    const command = commands[name]
    const mistakes = plantedMistakes(on, name)
    if (passed.has(name) && command && mistakes.length > 0)
      controls.push(await seenOnce(on, name, () => commandControl(on, name, { command, mistakes })))
  }
  return controls
}

/** A gate that was seen to fail on a tree is able to fail on it. */
async function seenOnce(on: Case, name: CommandName, work: () => Promise<GateResult>): Promise<GateResult> {
  const what = JSON.stringify(['control', name, on.commands[name]])
  const { value, cached } = await on.bench.once(on.layouts.asSubmitted, what, async () => {
    const result = await work()
    return { value: result, keep: result.verdict === 'passed' }
  })
  return cached ? { ...value, cached, durationMs: 0 } : value
}

async function testControl(on: Case, suite: Suite): Promise<GateResult> {
  const gate = 'control:test'
  const { layouts } = on
  const whole = await suite.run(layouts.asSubmitted)
  const now = whole.report
  if (!now) return readingGate(gate, 'the tests did not run to their end', UNCONTROLLED)
  const files = [...new Set([...freshTests(on, suite), ...now.tests.map(test => test.file)])].filter(Boolean)
  const [beside] = files
  const planted = beside ? suite.runner.control(beside, await subjectsOf(on, files)) : null
  const plain = beside ? suite.runner.control(beside, []) : null
  if (!beside || !planted || !plain)
    return readingGate(gate, `no failing test can be planted for ${suite.runner.name}`, UNCONTROLLED)
  const known = new Set([...now.tests, ...(await baseReport(on, suite)).tests].map(test => test.id))
  const plant = async (tree: Tree, control: Planted) => {
    // A new test is not on the base, and a runner that is given a missing file runs nothing.
    const isThere = (await on.ports.vault.list(tree)).includes(beside)
    const how = suite.selecting(isThere ? [control.path, beside] : [control.path])
    return suite.again(await withPlanted(on, tree, control), how, { minutes: suiteMinutes(whole) })
  }
  const see = async (tree: Tree) => {
    const loaded = await plant(tree, planted)
    // Some code never ends once it is loaded; that does not concern the control.
    const run = loaded.outcome.ending.is === 'timed-out' ? await plant(tree, plain) : loaded
    // Not every runner reports the file of a test: the planted test is the one that was unknown before.
    const failed = run.report?.tests.some(test => test.status === 'failed' && !known.has(test.id))
    return { run, seen: failed || run.report?.broken.some(({ file }) => file === planted.path || file === plain.path) }
  }
  const here = await see(layouts.asSubmitted)
  if (here.seen) return commandGate(gate, here.run, { verdict: 'passed', words: 'a planted failing test is reported' })
  const before = hasProject(on) && on.contract.commands.test ? await see(layouts.base) : null
  if (before?.seen)
    return commandGate(gate, here.run, {
      verdict: 'void',
      halts: true,
      words:
        'A failing test was planted beside the others, and the runner does not report it. On the base it does: with this change the tests cannot fail.',
    })
  return commandGate(gate, here.run, {
    ...UNCONTROLLED,
    words: 'a planted failing test is not reported, neither here nor on the base',
  })
}

/** For a test command with only an exit code: it must fail if the code is broken, on the base if there is one. */
async function wholeControl(on: Case, command: string): Promise<GateResult> {
  const gate = 'control:test'
  const tree = hasProject(on) && on.contract.commands.test ? on.layouts.base : on.layouts.asSubmitted
  const { is, cached } = await noticesPlantedFailures(on.ports, on.bench, { tree, command })
  const said = {
    noticed: readingGate(gate, null, { words: 'the test command notices broken code' }),
    unnoticed: readingGate(gate, UNNOTICED, UNCONTROLLED),
    unknown: notRunGate(gate, 'no code could be broken to see whether the test command notices it'),
  }
  return { ...said[is], cached }
}

/** Maximum number of sources to load. */
const SUBJECTS_MAX = 20

/**
 * Changed sources that the planted test loads, to see the effects of loading them: those that tests load as well. A program
 * that no test loads does its work when it is loaded, and would end the control too.
 */
async function subjectsOf(on: Case, tests: readonly string[]): Promise<readonly string[]> {
  const loaded = new Set(await importedBy(on, on.layouts.asSubmitted, tests))
  return changedProgram(on)
    .filter(({ path, status }) => status !== 'deleted' && loaded.has(path))
    .map(({ path }) => path)
    .filter(isLoaded)
    .slice(0, SUBJECTS_MAX)
}

/** Lint and types: plants a file with a syntax or type error beside the changed sources. */
async function commandControl(
  on: Case,
  name: 'typecheck' | 'lint',
  { command, mistakes }: { readonly command: string; readonly mistakes: readonly Planted[] },
): Promise<GateResult> {
  const gate = `control:${name}`
  const see = async (tree: Tree, planted: Planted) => on.bench.fresh(await withPlanted(on, tree, planted), { command })
  let outcome: CommandOutcome | null = null
  // The gate may ignore a folder, so every folder is tried before the gate is void.
  for (const planted of mistakes) {
    outcome = await see(on.layouts.asSubmitted, planted)
    const run = { command, outcome }
    if (!isGreen(outcome)) return commandGate(gate, run, { verdict: 'passed', words: 'a planted mistake is reported' })
    if (hasProject(on) && !isGreen(await see(on.layouts.base, planted)))
      return commandGate(gate, run, {
        verdict: 'void',
        halts: true,
        words: `A mistake was planted in ${planted.path}, and ${name} does not report it. On the base it does.`,
      })
  }
  const words = 'a planted mistake is not reported, neither here nor on the base'
  return commandGate(gate, { command, outcome: outcome! }, { ...UNCONTROLLED, words })
}

const withPlanted = (on: Case, tree: Tree, planted: Planted): Promise<Tree> =>
  staged(on, tree, [planted], `${tree === on.layouts.base ? 'the base' : 'the change'} with a planted mistake`)

const UNCONTROLLED = { verdict: 'uncontrolled', blocking: false } as const

interface Planted {
  readonly path: string
  readonly text: string
}

/** Maximum number of folders, to limit the time. */
const FOLDERS_MAX = 4

function plantedMistakes(on: Case, name: 'typecheck' | 'lint'): readonly Planted[] {
  const planted = new Map<string, Planted>()
  for (const { path, status } of changedProgram(on)) {
    const text = status === 'deleted' ? null : mistakeIn(path, name)
    if (text === null) continue
    const place = `${folderPrefix(path)}pm_agent_control${endingOf(path)}`
    planted.set(place, { path: place, text })
  }
  return [...planted.values()].slice(0, FOLDERS_MAX)
}

/** A type error or a syntax error, which every linter reports, whatever its rules are; null for other languages. */
function mistakeIn(path: string, name: 'typecheck' | 'lint'): string | null {
  const isPython = path.endsWith('.py')
  if (name === 'lint') return isScript(path) ? 'export const = ;\n' : isPython ? 'def (:\n' : null
  if (isTypeScript(path)) return "export const pmAgentControl: number = 'not a number'\n"
  return isPython ? "pm_agent_control: int = 'not a number'\n" : null
}
