import { releaseCommands } from '../core/handover/release-commands.ts'
import type { Commit, TaskId, Tree } from '../core/plan/ids.ts'
import { bookkeepingPaths } from '../core/plan/make-contract.ts'
import { type Criterion, keepsBehaviour } from '../core/plan/plan.ts'
import { draftOf, lastAttempt, type RunState, taskRun } from '../core/run/state.ts'
import type { Commands } from '../core/settings/commands.ts'
import { layOut } from '../engine/proof/forms/forms.ts'
import { commandsFor } from '../engine/proof/project/commands.ts'
import { detectCommands } from '../engine/proof/project/detect.ts'
import { readerOf } from '../engine/tree-reader.ts'
import type { Vault } from '../ports.ts'
import type { Said } from './command-result.ts'
import type { Rehearsal } from './rehearsal.ts'
import type { PlayedGate, PlayedGates } from './script.ts'

const PASSED: PlayedGate = { verdict: 'passed', evidence: '', takesMs: 0 }

/** A command's scripted result in a room. */
interface Line {
  readonly said: Said
  readonly gate: PlayedGate
  readonly criterion: Criterion | null
}

/** One proof, or the baseline: the scripted results of commands in rooms of a tree. */
export type Scene = (tree: Tree, command: string) => Promise<Line>

/** The scene of the processes with this token. */
export async function sceneOf(rehearsal: Rehearsal, vault: Vault, token: string): Promise<Scene> {
  const { state } = rehearsal
  const { running } = state.integration
  if (running?.token === token) return integrationScene(rehearsal, vault, { ...running, state })
  if (state.release.gateToken === token) return releaseScene(rehearsal, vault, state)
  const proving = state.tasks.find(({ stage }) => stage.is === 'proving' && stage.token === token)
  return proving ? proofScene(rehearsal, vault, state, proving.task.id) : baselineScene(rehearsal, vault, state)
}

const namesOf = (command: string, commands: Commands): readonly string[] =>
  Object.entries(commands).flatMap(([name, other]) => (other === command ? [name] : []))

function baselineScene(rehearsal: Rehearsal, vault: Vault, state: RunState): Scene {
  const { baseline } = rehearsal.script
  return async (tree, command) => {
    const found = await detectCommands(await readerOf(vault, tree))
    const [name] = namesOf(command, { ...found.commands, ...state.config.commands }).filter(
      candidate => baseline[candidate],
    )
    if (name === undefined) return passes()
    rehearsal.played(null, name)
    const gate = baseline[name]!
    return { said: saidOf(gate), gate, criterion: null }
  }
}

const passes = (criterion: Criterion | null = null): Line => ({ said: 'yes', gate: PASSED, criterion })

/** An integration test fails on the tip only, so that the last landing is what it is traced to. */
async function integrationScene(
  rehearsal: Rehearsal,
  vault: Vault,
  on: { readonly state: RunState; readonly test: string; readonly tip: Commit },
): Promise<Scene> {
  const { state, test, tip } = on
  const command = state.plan.integrations?.find(({ id }) => id === test)?.command
  const gate = rehearsal.nextIntegration(test)
  const code = await vault.without(await vault.treeOf(tip), bookkeepingPaths(state))
  return async (tree, asked) =>
    gate === null || asked !== command || tree !== code ? passes() : { said: saidOf(gate), gate, criterion: null }
}

/** The release gate; its commands pass on the code before the plan. */
async function releaseScene(rehearsal: Rehearsal, vault: Vault, state: RunState): Promise<Scene> {
  const { gates, used } = rehearsal.nextRelease()
  const code = await vault.without(await vault.treeOf(state.tip!), bookkeepingPaths(state))
  const { commands: found } = await detectCommands(await readerOf(vault, code))
  const { setup, build, ...commands } = { ...found, ...state.baseline?.baseline.commands }
  const named = releaseCommands(commands, state.config.areas)
  return async (tree, command) => {
    const name =
      command === build ? 'build' : command === setup ? 'setup' : named.find(one => one.command === command)?.name
    const gate = name === undefined || tree !== code ? undefined : gates[name]
    if (name === undefined || gate === undefined) return passes()
    used(name)
    return { said: saidOf(gate), gate, criterion: null }
  }
}

/** The result of a command whose verdict is all that matters. */
const saidOf = ({ verdict }: PlayedGate): Said =>
  verdict === 'passed' ? 'yes' : verdict === 'environment' ? 'cannot-start' : 'no'

async function proofScene(rehearsal: Rehearsal, vault: Vault, state: RunState, id: TaskId): Promise<Scene> {
  const attempt = lastAttempt(taskRun(state, id))!
  const { contract } = attempt
  const draft = draftOf(attempt)!
  const base = await vault.treeOf(draft.base)
  const trees = { base, candidate: draft.tree, changes: draft.changes }
  const layouts = await layOut(vault, trees, contract, {
    alsoProtected: state.config.protect,
    restores: true,
  })
  const commands = await commandsFor({ vault }, contract, layouts)
  const criteria = contract.criteria.filter(({ check }) => check !== null)
  const gates = gatesOf(rehearsal, state, id, { hasTests: commands.test !== undefined, criteria })
  const isBefore = (tree: Tree) =>
    tree !== layouts.asSubmitted && (tree === layouts.base || tree === layouts.testsOnBase)
  const shows = !keepsBehaviour(contract.task.kind) && gates('red-green').verdict !== 'unproven'
  return async (tree, command) => {
    const checked = criteria.filter(({ check }) => check!.command === command)
    const named = [...namesOf(command, commands), ...checked.map(criterion => `criterion:${criterion.id}`)]
    const asked = tree === layouts.oldForm ? named.map(name => (name === 'test' ? 'test:old-form' : name)) : named
    const criterion = checked[0] ?? null
    if (isBefore(tree)) {
      if (named.includes('setup') || named.includes('build')) return passes()
      const all = [...named, ...(named.includes('test') ? ['test:old-form'] : [])].map(gates)
      const known = all.find(gate => gate.verdict === 'known-failure')
      if (known) return { said: 'no', gate: known, criterion }
      // A failure after the change counts as its fault only if the check was green before.
      const isFine = all.every(gate => gate.verdict === 'passed')
      const isCheck = named.includes('test') || criterion !== null
      return {
        said: isFine && isCheck && shows ? 'no' : 'yes',
        gate: { ...PASSED, evidence: 'rehearsed: red before the change' },
        criterion,
      }
    }
    const worst = asked.map(gates).find(gate => gate.verdict !== 'passed') ?? gates(asked[0] ?? 'test')
    return { said: saidAfter(worst, asked, contract.commands.test === undefined), gate: worst, criterion }
  }
}

function saidAfter({ verdict }: PlayedGate, names: readonly string[], isFirstSuite: boolean): Said {
  switch (verdict) {
    case 'environment':
      return 'cannot-start'
    case 'no-tests':
      return 'no-tests'
    case 'failed':
    case 'known-failure':
      return 'no'
    default:
      // A suite added by the change itself counts only if it is seen to run tests.
      return names.includes('test') && isFirstSuite ? 'some-tests' : 'yes'
  }
}

/** The result of each check of this proof: scripted for the attempt, else known from the base, else a pass. */
function gatesOf(
  rehearsal: Rehearsal,
  state: RunState,
  id: TaskId,
  has: { readonly hasTests: boolean; readonly criteria: readonly Criterion[] },
): (name: string) => PlayedGate {
  const attempt = lastAttempt(taskRun(state, id))!
  const played = rehearsal.attempt(id, attempt.number)
  const written = rehearsal.script.tasks[id]?.length ?? 1
  const at = Math.min(attempt.number, written)
  const merge = attempt.merged ? rehearsal.merge(id, attempt.number) : null
  const broken = merge?.result === 'broken' ? breaking(merge.gates, has) : {}
  const before = new Map(state.baseline?.baseline.gates.map(gate => [gate.gate, gate.verdict]))
  return name => {
    if (broken[name]) {
      rehearsal.played(id, `${at} merge`)
      return broken[name]
    }
    if (played.gates[name]) {
      rehearsal.played(id, `${at} ${name}`)
      return played.gates[name]
    }
    // A check that failed on the base keeps failing.
    const isKnown = (before.get(name) ?? 'passed') !== 'passed'
    return isKnown ? { ...(rehearsal.script.baseline[name] ?? PASSED), verdict: 'known-failure' } : PASSED
  }
}

/** The checks that break in merged code: those in the script, else the tests, else the criteria. */
function breaking(
  told: PlayedGates,
  { hasTests, criteria }: { readonly hasTests: boolean; readonly criteria: readonly Criterion[] },
): PlayedGates {
  if (Object.keys(told).length > 0) return told
  const gate: PlayedGate = { verdict: 'failed', evidence: 'rehearsed: it breaks together with newer work', takesMs: 0 }
  if (hasTests) return { test: gate }
  return Object.fromEntries(criteria.map(({ id }) => [`criterion:${id}`, gate]))
}
