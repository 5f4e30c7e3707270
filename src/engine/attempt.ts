import { createHash } from 'node:crypto'
import { briefFor } from '../core/brief.ts'
import type { AgentSpec } from '../core/config.ts'
import { contractFor } from '../core/contract.ts'
import type { Effect } from '../core/effect.ts'
import type { Event } from '../core/event.ts'
import type { Observation } from '../core/input.ts'
import { invariant } from '../core/result.ts'
import { lastAttempt, type RunState, taskRun } from '../core/state.ts'
import type { Ports, WorkspaceId } from '../ports.ts'
import { detectCommands } from './proof/detect.ts'

type RunAttempt = Extract<Effect, { type: 'run-attempt' }>

/** Everything that must be in the journal before an agent is launched. */
export async function beginAttempt(ports: Ports, state: RunState, effect: RunAttempt): Promise<Event> {
  const run = taskRun(state, effect.task)
  const tree = await ports.vault.treeOf(effect.base)
  const found = await detectCommands({
    list: await ports.vault.list(tree),
    readText: path => ports.vault.readText(tree, path),
  })
  const contract = contractFor(state, run, found.commands)
  const brief = briefFor(state, run, contract, effect.kind)
  return {
    type: 'attempt-started',
    task: effect.task,
    attempt: effect.attempt,
    kind: effect.kind,
    base: effect.base,
    from: effect.from,
    agent: agentFor(state, run.task.agent).name,
    session: effect.session,
    token: ports.ids.token(),
    contract,
    contractHash: createHash('sha256').update(JSON.stringify(contract)).digest('hex'),
    prompt: brief.prompt,
  }
}

/** Workspace, agent, files. The agent's processes are gone before its files are read. */
export async function runAttempt(
  ports: Ports,
  state: RunState,
  effect: RunAttempt,
  options: { readonly signal: AbortSignal; readonly observe: (observation: Observation) => Promise<void> },
): Promise<Observation> {
  const run = taskRun(state, effect.task)
  const attempt = lastAttempt(run)
  invariant(attempt?.number === effect.attempt, `attempt ${effect.attempt} of task ${effect.task} is not the newest`)
  const { limits } = state.opened.config
  const id: WorkspaceId = { run: state.opened.runId, task: effect.task, attempt: effect.attempt }
  const { files } = briefFor(state, run, attempt.contract, effect.kind)
  const workspace = await ports.workspaces.prepare(id, { base: effect.base, from: effect.from, files })
  const launched = await ports.agents.launch(
    {
      ...id,
      agent: agentFor(state, run.task.agent),
      dir: workspace.dir,
      role: effect.kind === 'fix' ? 'fixer' : 'worker',
      prompt: attempt.prompt,
      session: effect.session,
      token: attempt.token,
      minutes: attempt.contract.budget.minutes,
      idleMinutes: limits.idleMinutes,
      outputMbMax: limits.outputMb,
    },
    options.signal,
    process => options.observe({ type: 'agent-launched', task: effect.task, attempt: effect.attempt, process }),
  )
  const draft = await ports.workspaces.collect(id, {
    base: effect.base,
    fileMbMax: limits.fileMb,
    at: ports.clock.now(),
  })
  await ports.workspaces.discard(id)
  return { type: 'attempt-finished', task: effect.task, attempt: effect.attempt, draft, ...launched }
}

/** An attempt that an earlier pm-agent began: whatever is left of it is ended, its files are kept, and it counts as lost. */
export async function recoverAttempt(ports: Ports, state: RunState, effect: RunAttempt): Promise<Observation> {
  const attempt = lastAttempt(taskRun(state, effect.task))
  invariant(attempt, `task ${effect.task} has no attempt to recover`)
  const id: WorkspaceId = { run: state.opened.runId, task: effect.task, attempt: effect.attempt }
  await ports.agents.reap(attempt.token, attempt.process)
  const spec = { base: attempt.base, fileMbMax: state.opened.config.limits.fileMb, at: attempt.startedAt }
  const draft = await ports.workspaces.collect(id, spec)
  await ports.workspaces.discard(id)
  return {
    type: 'attempt-finished',
    task: effect.task,
    attempt: effect.attempt,
    ending: { is: 'lost' },
    reading: { is: 'missing' },
    session: null,
    draft,
    outputFile: null,
    durationMs: 0,
  }
}

function agentFor(state: RunState, named: string | null): AgentSpec {
  const { config } = state.opened
  const agent = named ? config.agents[named] : config.worker
  invariant(agent, 'a run is opened only with an agent for each of its tasks')
  return agent
}
