import type { IntegrationTry, Located } from '../../core/integration/integration-event.ts'
import type { Commit, TaskId, Tree } from '../../core/plan/ids.ts'
import { bookkeepingPaths } from '../../core/plan/make-contract.ts'
import type { GateResult } from '../../core/proof/receipt.ts'
import { invariant } from '../../core/result.ts'
import type { Effect } from '../../core/run/effect.ts'
import type { Observation } from '../../core/run/input.ts'
import type { RunState } from '../../core/run/state.ts'
import { fittingsOf } from '../../core/settings/config.ts'
import type { Ports } from '../../ports.ts'
import { committedBench } from '../proof/project/committed-bench.ts'
import { askDiagnoser } from './ask-diagnoser.ts'
import { integrationGate } from './integration-gate.ts'

/** A commit of the plan branch, and the task that landed as it. */
interface Landing {
  readonly commit: Commit
  readonly task: TaskId | null
}

/** Runs an integration test on the tip of the plan branch; a failure is located on earlier landings, then diagnosed. */
export async function integrate(
  ports: Ports,
  state: RunState,
  effect: Extract<Effect, { type: 'integrate' }>,
  options: Parameters<typeof askDiagnoser>[3],
): Promise<Observation> {
  const { signal } = options
  const test = state.plan.integrations?.find(({ id }) => id === effect.test)
  const { running } = state.integration
  invariant(running, 'an integration test is recorded as begun before it runs')
  // A human removed it from the plan while it was under way.
  if (!test) return recorded(effect, { command: '', gate: REMOVED })
  const on = await benchFor(ports, state, { tip: effect.tip, token: running.token, signal })
  const tryAt = async (landing: Landing): Promise<IntegrationTry> => ({
    ...landing,
    gate: await integrationGate(on.bench, await on.treeOf(landing.commit), test, on),
  })
  try {
    const { gate } = await tryAt({ commit: effect.tip, task: null })
    if (gate.verdict !== 'failed') return recorded(effect, { command: test.command, gate })
    const located = await locate(landingsBefore(state, effect.tip), tryAt)
    const { tip } = effect
    const diagnosis = await askDiagnoser(ports, state, { test, gate, located, tip, token: running.token }, options)
    return recorded(effect, { command: test.command, gate, located, ...(diagnosis ? { diagnosis } : {}) })
  } finally {
    await on.bench.close()
  }
}

const REMOVED: GateResult = {
  gate: 'integration',
  verdict: 'passed',
  blocking: false,
  evidence: 'the plan does not contain this test any more',
  command: null,
  exitCode: null,
  durationMs: 0,
  outputDigest: null,
  outputFile: null,
  cached: false,
}

const recorded = (
  { test, tip }: Extract<Effect, { type: 'integrate' }>,
  found: Pick<Extract<Observation, { type: 'integration-recorded' }>, 'command' | 'gate' | 'located' | 'diagnosis'>,
): Observation => ({ type: 'integration-recorded', test, tip, ...found })

async function benchFor(
  ports: Ports,
  state: RunState,
  { tip, token, signal }: { readonly tip: Commit; readonly token: string; readonly signal: AbortSignal },
) {
  const { vault } = ports
  const { config } = state
  const ours = bookkeepingPaths(state)
  const treeOf = async (commit: Commit): Promise<Tree> => vault.without(await vault.treeOf(commit), ours)
  const base = await treeOf(tip)
  const commands = { ...state.baseline?.baseline.commands, ...config.commands }
  const place = { tree: base, commands, generated: config.generated }
  const { limits } = config
  const bench = await committedBench(ports, place, { limits, fittings: fittingsOf(config), token, signal })
  const { rehearsed = false } = await ports.rooms.environment(fittingsOf(config))
  return { bench, treeOf, rehearsed }
}

/** The landings of this run before the tip, oldest first, after the commit that it began with. */
function landingsBefore({ tasks, opened }: RunState, tip: Commit): readonly Landing[] {
  const landed = tasks
    .flatMap(({ stage, task, endedAt }) =>
      stage.is === 'completed' && stage.commit !== null
        ? [{ commit: stage.commit, task: task.id, at: endedAt ?? 0 }]
        : [],
    )
    .sort((a, b) => a.at - b.at)
  const until = landed.findIndex(({ commit }) => commit === tip)
  const all = until < 0 ? landed : landed.slice(0, until + 1)
  const begin: readonly Landing[] = opened.base === null ? [] : [{ commit: opened.base, task: null }]
  return [...begin, ...all.map(({ commit, task }) => ({ commit, task }))]
}

/**
 * Goes back in growing steps to a landing on which the test passes, then halves the distance to the first on which it
 * fails. The last landing is the tip, which failed.
 */
async function locate(
  landings: readonly Landing[],
  tryAt: (landing: Landing) => Promise<IntegrationTry>,
): Promise<Located> {
  const tries: IntegrationTry[] = []
  const passesAt = async (at: number): Promise<boolean> => {
    const tried = await tryAt(landings[at]!)
    tries.push(tried)
    return tried.gate.verdict === 'passed'
  }
  let bad = landings.length - 1
  let good = -1
  for (let step = 1; bad > 0 && good < 0; step *= 2) {
    const at = Math.max(0, landings.length - 1 - step)
    if (await passesAt(at)) good = at
    else bad = at
    if (at === 0) break
  }
  while (good >= 0 && bad - good > 1) {
    const middle = (good + bad) >> 1
    if (await passesAt(middle)) good = middle
    else bad = middle
  }
  return { suspect: good < 0 ? null : (landings[bad]?.task ?? null), tries }
}
