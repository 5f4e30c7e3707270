import { createHash } from 'node:crypto'
import { commandsForTask } from '../core/plan/area.ts'
import { concealedIn } from '../core/plan/held-out.ts'
import { type Commit, fileSafe, type Tree } from '../core/plan/ids.ts'
import { contractFor } from '../core/plan/make-contract.ts'
import type { Task } from '../core/plan/plan.ts'
import { invariant } from '../core/result.ts'
import type { Effect } from '../core/run/effect.ts'
import type { Event } from '../core/run/event.ts'
import type { Observation } from '../core/run/input.ts'
import { type Attempt, lastAttempt, type RunState, taskRun } from '../core/run/state.ts'
import { agentFor } from '../core/settings/assignment.ts'
import { type Fittings, fittingsOf } from '../core/settings/config.ts'
import { briefFor, filesBeside } from '../core/told/brief.ts'
import type { Furniture, Ports, WorkspaceId } from '../ports.ts'
import { detectCommands } from './proof/project/detect.ts'
import { detectTaskTest } from './proof/project/detect-tests.ts'
import { readerOf } from './tree-reader.ts'

/** The change, and the base for comparison; criteria have a separate room. */
const roomsFor = ({ criteria }: Task): number => (criteria.some(({ check }) => check !== null) ? 3 : 2)

type RunAttempt = Extract<Effect, { type: 'run-attempt' }>

/** Everything that must be in the journal before an agent is launched. */
export async function beginAttempt(ports: Ports, state: RunState, effect: RunAttempt): Promise<Event> {
  const run = taskRun(state, effect.task)
  const tree = await ports.vault.treeOf(effect.base)
  const reader = await readerOf(ports.vault, tree)
  const { commands } = await detectCommands(reader)
  const suite = commandsForTask(run.task, commands, state.config).test
  const test = await detectTaskTest(run.task, reader, suite)
  const contract = contractFor(state, run, { ...(test === null ? {} : { test }), ...commands }, test)
  const from = effect.only ? await onTop(ports, state, effect) : effect.from
  return {
    type: 'attempt-started',
    task: effect.task,
    attempt: effect.attempt,
    kind: effect.kind,
    base: effect.base,
    from,
    agent: agentFor(state, run).name,
    session: effect.session,
    token: ports.ids.token(),
    contract,
    contractHash: createHash('sha256').update(JSON.stringify(contract)).digest('hex'),
    prompt: briefFor(state, run, contract, effect.kind),
    ...(run.stage.is === 'queued' && run.stage.by ? { by: run.stage.by } : {}),
  }
}

/** Some files of kept work, merged with what landed since, and kept as well. Where both changed the same lines, both are marked. */
async function onTop({ vault, clock }: Ports, state: RunState, effect: RunAttempt): Promise<string> {
  const { from, only, task, attempt } = effect
  invariant(from !== null && only, 'kept files have a ref')
  const there = await vault.look(only.tree, only.paths, 0)
  const edits = only.paths.map(path => (there.has(path) ? { path, from: only.tree } : { path, remove: true as const }))
  const ref = `${from}-${fileSafe(task)}-${attempt}`
  const { identity } = state.opened
  const message = `kept files for task ${task}\n`
  const keep = async (tree: Tree, parent: Commit) =>
    vault.keep(ref, await vault.commit({ tree, parent, message, identity, at: clock.now() }))
  await keep(await vault.edit(await vault.treeOf(only.base), edits), only.base)
  if (only.base !== effect.base) await keep((await vault.merge(effect.base, ref)).tree, effect.base)
  return ref
}

/** Workspace, agent, files. The agent's processes have ended before its files are read. */
export async function runAttempt(
  ports: Ports,
  state: RunState,
  effect: RunAttempt,
  options: { readonly signal: AbortSignal; readonly observe: (observation: Observation) => Promise<void> },
): Promise<Observation> {
  const run = taskRun(state, effect.task)
  const attempt = lastAttempt(run)
  invariant(attempt?.number === effect.attempt, `attempt ${effect.attempt} of task ${effect.task} is not the newest`)
  const { limits } = state.config
  const id: WorkspaceId = { run: state.opened.runId, task: effect.task, attempt: effect.attempt }
  const fittings = fittingsOf(state.config)
  const conceal = concealedIn(state)
  const furniture = await furnitureFor(ports, state, effect, { attempt, fittings })
  const workspace = await ports.workspaces.prepare(id, {
    base: effect.base,
    from: attempt.from,
    files: filesBeside(attempt.contract),
    leaveOut: fittings.copy,
    conceal,
    furnish: (dir, place) => ports.rooms.furnish(dir, { ...furniture, ...place }, options.signal),
  })
  await expectCheckouts(ports, state, effect, attempt)
  const launched = await ports.agents.launch(
    {
      ...id,
      agent: agentFor(state, run),
      dir: workspace.dir,
      role: effect.kind === 'fix' ? 'fixer' : 'worker',
      prompt: attempt.prompt,
      session: effect.session,
      token: attempt.token,
      minutes: attempt.contract.budget.minutes,
      limits,
      env: fittings.env,
      conceal,
    },
    options.signal,
    (process, outputFile) =>
      options.observe({ type: 'agent-launched', task: effect.task, attempt: effect.attempt, process, outputFile }),
  )
  const draft = await ports.workspaces.collect(id, {
    base: effect.base,
    limits,
    at: ports.clock.now(),
    leaveOut: fittings.copy,
    conceal,
  })
  await ports.workspaces.discard(id)
  return { type: 'attempt-finished', task: effect.task, attempt: effect.attempt, draft, ...launched }
}

/** While the agent works, prepares the rooms for its proof and the next workspace. */
async function expectCheckouts(ports: Ports, state: RunState, effect: RunAttempt, attempt: Attempt): Promise<void> {
  const tree = await ports.vault.without(await ports.vault.treeOf(effect.base), attempt.contract.bookkeeping)
  const rooms = state.config.quick ? 0 : roomsFor(attempt.contract.task)
  const isLast = state.plan.tasks.at(-1)?.id === effect.task
  // Only for speed: a checkout that was not prepared is made on demand.
  void ports.checkouts.expect(tree, isLast ? rooms : rooms + 1).catch(() => {})
}

/** The setup output of a room on the base. An agent's own lock files are not used: they may contain anything. */
async function furnitureFor(
  ports: Ports,
  state: RunState,
  effect: RunAttempt,
  { attempt, fittings }: { readonly attempt: Attempt; readonly fittings: Fittings },
): Promise<Omit<Furniture, 'as' | 'isIgnored'>> {
  const { limits } = state.config
  const { setup: command } = attempt.contract.commands
  return {
    tree: attempt.from === null ? await ports.vault.treeOf(effect.base) : null,
    setup: command
      ? { command, minutes: limits.gateMinutes, limits, token: attempt.token, home: 'users', ofBase: true }
      : null,
    fittings,
  }
}

/** An attempt of an earlier pm-agent: its processes are ended, its files are kept, and it counts as lost. */
export async function recoverAttempt(ports: Ports, state: RunState, effect: RunAttempt): Promise<Observation> {
  const attempt = lastAttempt(taskRun(state, effect.task))
  invariant(attempt, `task ${effect.task} has no attempt to recover`)
  const id: WorkspaceId = { run: state.opened.runId, task: effect.task, attempt: effect.attempt }
  await ports.agents.reap(attempt.token, attempt.process)
  const { limits, copy } = state.config
  const spec = { base: attempt.base, limits, at: attempt.startedAt, leaveOut: copy, conceal: concealedIn(state) }
  const draft = await ports.workspaces.collect(id, spec)
  await ports.workspaces.discard(id)
  return {
    type: 'attempt-finished',
    task: effect.task,
    attempt: effect.attempt,
    ending: { is: 'lost' },
    reading: { is: 'missing' },
    session: await authorOf(ports, attempt),
    draft,
    outputFile: attempt.outputFile,
    durationMs: 0,
  }
}

/** The session for the next attempt: the one it named before we died, else the one it was given. */
const authorOf = async (ports: Ports, { outputFile, session }: Attempt): Promise<string | null> =>
  (outputFile === null ? null : await ports.agents.sessionIn(outputFile)) ?? session
