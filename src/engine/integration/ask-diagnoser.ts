import {
  DIAGNOSIS_LAUNCHES_MAX,
  type Diagnosis,
  type DiagnosisAnswer,
  diagnoserOf,
} from '../../core/integration/diagnosis.ts'
import { fitsBudget, purseOf } from '../../core/money/budget.ts'
import { concealedIn } from '../../core/plan/held-out.ts'
import { type Commit, fileSafe, type Tree, taskId } from '../../core/plan/ids.ts'
import { bookkeepingPaths } from '../../core/plan/make-contract.ts'
import { isUnavailable } from '../../core/run/agent-pause.ts'
import type { Observation } from '../../core/run/input.ts'
import { isPaused } from '../../core/run/queue.ts'
import { findTask, type RunState } from '../../core/run/state.ts'
import { describeEnding } from '../../core/run/triage.ts'
import type { AgentSpec } from '../../core/settings/config.ts'
import { diagnosisBrief, type FailedIntegration } from '../../core/told/diagnosis-brief.ts'
import type { LaunchResult, Ports, WorkspaceId } from '../../ports.ts'
import { launchReader } from '../compared-copy.ts'
import { existsInAny } from '../proof/judge/citations.ts'
import { Interrupted } from '../proof/suite/bench.ts'

/** A failed integration test, and the commit on which it fails. */
export type FailedTest = Pick<FailedIntegration, 'test' | 'gate' | 'located'> & {
  readonly tip: Commit
  readonly token: string
}

interface Options {
  readonly signal: AbortSignal
  readonly observe: (observation: Observation) => Promise<void>
  /** The current state. */
  readonly current: () => RunState
}

/** Asks the diagnoser for the cause of a failure; null if none is configured. Without an answer the tried commits stand alone. */
export async function askDiagnoser(
  ports: Ports,
  state: RunState,
  failed: FailedTest,
  options: Options,
): Promise<Diagnosis | null> {
  const agent = diagnoserOf(state.config)
  if (agent === null) return null
  const by = agent.name
  const trees = await treesOf(ports, state, failed.tip)
  let problem: string | null = null
  for (;;) {
    const held = whyNot(options.current(), agent, failed)
    if (held !== null) return { by, problem: problem === null ? held : `${problem}; ${held}` }
    const { test, tip } = failed
    await options.observe({ type: 'diagnosis-started', test: test.id, tip, agent: by })
    const heard = await ask(ports, state, { agent, failed, sentBack: problem, ...trees }, options)
    if ('answer' in heard) return { by, ...heard.answer, suspect: suspectOf(state, heard.answer) }
    if (heard.isFinal) return { by, problem: heard.problem }
    problem = heard.problem
  }
}

/** The reason against another launch; null if there is none. */
function whyNot(state: RunState, agent: AgentSpec, { test, tip }: FailedTest): string | null {
  const { diagnosing } = state.integration
  if (diagnosing?.test === test.id && diagnosing.tip === tip && diagnosing.tries >= DIAGNOSIS_LAUNCHES_MAX)
    return `it was launched ${diagnosing.tries} times`
  if (isPaused(state, agent.name)) return 'it is paused'
  const { leftUsd, expectDiagnosisUsd } = purseOf(state)
  return fitsBudget(leftUsd, expectDiagnosisUsd(agent)) ? null : 'the budget does not allow a launch'
}

interface Asked {
  readonly agent: AgentSpec
  readonly failed: FailedTest
  readonly sentBack: string | null
  readonly before: Tree
  readonly now: Tree
}

type Heard = { readonly answer: DiagnosisAnswer } | { readonly problem: string; readonly isFinal: boolean }

/** One launch, and its answer as far as it can be used. */
async function ask(ports: Ports, state: RunState, asked: Asked, options: Options): Promise<Heard> {
  const { agent, failed, sentBack } = asked
  const { test, tip, token, gate, located } = failed
  const { config, opened } = state
  const minutes = config.roles?.diagnoser?.minutes ?? config.limits.attemptMinutes
  const patch = await suspectPatch(ports, state, located.suspect)
  const { prompt, files } = diagnosisBrief(state, { test, gate, located, patch, sentBack, minutes })
  const tries = options.current().integration.diagnosing?.tries ?? 1
  const task = taskId(`integration-${fileSafe(taskId(test.id))}`)
  const id: WorkspaceId = { run: opened.runId, task, attempt: tries, judge: token }
  const { launched, changed } = await launchReader(ports, {
    ...{ id, agent, role: 'diagnoser', prompt, files, config, base: tip, from: null, token, minutes },
    ...{ conceal: concealedIn(state), signal: options.signal },
  })
  const { ending, durationMs, meter } = launched
  const usage = { agent: agent.name, ending, durationMs, ...(meter ? { meter } : {}) }
  await options.observe({ type: 'diagnosis-ended', test: test.id, ...usage })
  if (ending.is === 'stopped') throw new Interrupted()
  if (isUnavailable(ending)) return { problem: describeEnding(ending), isFinal: true }
  if (changed.length > 0) return { problem: `it changed ${changed.join(', ')}`, isFinal: true }
  return reading(ports, state, asked, launched)
}

/** The answer, if every place in it exists and the suspect is a task. */
async function reading(
  { vault }: Ports,
  state: RunState,
  { before, now }: Asked,
  launched: LaunchResult,
): Promise<Heard> {
  const { ending, diagnosis: found = { is: 'missing' } } = launched
  const refused = (problem: string): Heard => ({ problem, isFinal: false })
  if (found.is === 'missing') {
    const isClean = ending.is === 'exited' && ending.code === 0
    return refused(isClean ? 'it left no answer' : describeEnding(ending))
  }
  if (found.is === 'invalid') return refused(`its answer cannot be read: ${found.problem}`)
  const { answer } = found
  for (const place of [answer.place, ...answer.evidence])
    if (!(await existsInAny(vault, [now, before], place))) return refused(`it cites ${place}, which does not exist`)
  if (answer.suspect !== null && suspectOf(state, answer) === null)
    return refused(`it suspects ${answer.suspect}, which is no task of the plan`)
  return { answer }
}

const suspectOf = ({ tasks }: RunState, { suspect }: DiagnosisAnswer) =>
  tasks.find(({ task }) => task.id.toLowerCase() === suspect?.toLowerCase())?.task.id ?? null

/** The code before the run and now, without our own files. */
async function treesOf(
  { vault }: Ports,
  state: RunState,
  tip: Commit,
): Promise<{ readonly before: Tree; readonly now: Tree }> {
  const { base } = state.opened
  const ours = bookkeepingPaths(state)
  return {
    before: await vault.without(base ? await vault.treeOf(base) : await vault.emptyTree(), ours),
    now: await vault.without(await vault.treeOf(tip), ours),
  }
}

/** The change of the task since which the test fails. */
async function suspectPatch(
  { vault }: Ports,
  state: RunState,
  suspect: FailedIntegration['located']['suspect'],
): Promise<string> {
  const run = suspect === null ? null : findTask(state, suspect)
  const draft = run?.attempts.at(-1)?.ended?.draft
  return draft ? vault.patch(await vault.treeOf(draft.base), draft.tree) : ''
}
