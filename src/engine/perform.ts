import { hash } from 'node:crypto'
import { purseOf } from '../core/money/budget.ts'
import { purposeOf } from '../core/money/cost.ts'
import type { TaskId } from '../core/plan/ids.ts'
import type { ProofStep } from '../core/proof/proof-step.ts'
import { unreachable } from '../core/result.ts'
import type { Effect } from '../core/run/effect.ts'
import type { Event } from '../core/run/event.ts'
import type { Observation } from '../core/run/input.ts'
import { type RunState, taskRun } from '../core/run/state.ts'
import { recordOf } from '../core/shown/record.ts'
import type { Ports } from '../ports.ts'
import { beginAttempt, recoverAttempt, runAttempt } from './attempt.ts'
import { startBranch } from './branch.ts'
import type { ReadDelta } from './context/landed-delta.ts'
import type { PlanSource } from './edited-plan.ts'
import { hold } from './hold.ts'
import { integrate } from './integration/integrate.ts'
import { beginLanding, land } from './landing.ts'
import { merge } from './merge.ts'
import { beginPlanning, replan } from './planning/replan.ts'
import { takeRewrite } from './planning/take-rewrite.ts'
import type { Prover } from './proof/case.ts'
import { measureBaseline } from './proof/project/baseline.ts'
import { prove } from './proof/prove.ts'
import { Interrupted } from './proof/suite/bench.ts'
import { beginReview, reviewBranch } from './release/final-review.ts'
import { proveRelease } from './release/prove-release.ts'
import { beginRelease, writeRelease } from './release/write-release.ts'

/** The events that must be in the journal before an effect begins; none if they are there already, or if repeating is harmless. */
export async function begin(ports: Ports, state: RunState, effect: Effect): Promise<readonly Event[]> {
  switch (effect.type) {
    case 'measure-baseline':
      return [{ type: 'baseline-started', base: effect.base, token: ports.ids.token() }]
    case 'run-attempt':
      return isUnderWay(state, effect) ? [] : [await beginAttempt(ports, state, effect)]
    case 'integrate':
      return [{ type: 'integration-started', test: effect.test, tip: effect.tip, token: ports.ids.token() }]
    case 'prove':
      return [{ type: 'proof-started', task: effect.task, attempt: effect.attempt, token: ports.ids.token() }]
    case 'land':
      return taskRun(state, effect.task).stage.is === 'landing' ? [] : [beginLanding(state, effect)]
    case 'ask-planner':
      return [beginPlanning(ports, state, effect)]
    case 'review-branch':
      return beginReview(ports, state, effect)
    case 'prove-release':
      return [{ type: 'release-gate-started', tip: effect.tip, token: ports.ids.token() }]
    case 'write-release':
      return state.release.writing ? [] : [await beginRelease(ports, state)]
    case 'start-branch':
    case 'read-sub-plan':
    case 'ask-first':
    case 'take-rewrite':
    case 'hold':
    case 'merge':
    case 'await-agent':
    case 'publish':
    case 'stop-for-budget':
    case 'finish-run':
      return []
    default:
      return unreachable(effect)
  }
}

/** An effect recorded as begun that this process never began: its pm-agent died. */
const isUnderWay = (state: RunState, effect: Extract<Effect, { type: 'run-attempt' }>): boolean =>
  taskRun(state, effect.task).stage.is === 'working'

export interface Performance {
  readonly signal: AbortSignal
  /** The state before this effect's beginning was recorded, and after. */
  readonly before: RunState
  readonly after: RunState
  /** The current state. */
  readonly current: () => RunState
  readonly observe: (observation: Observation) => Promise<void>
  readonly onStep?: ((task: TaskId, step: ProofStep) => void) | undefined
  readonly prover?: Prover | undefined
  readonly readDelta?: ReadDelta | undefined
  /** Reads texts as plans; absent where there is no document. */
  readonly plan?: PlanSource | undefined
  /** Reads the plan documents; their observation, or null if nothing changed. */
  readonly readPlan?: (() => Promise<Observation | null>) | undefined
}

/** Performs one effect and returns its observation; null if it was interrupted and will be repeated. */
export async function perform(ports: Ports, effect: Effect, on: Performance): Promise<Observation | null> {
  const { after: state, before, signal } = on
  switch (effect.type) {
    case 'start-branch':
      return startBranch(ports, state)
    case 'measure-baseline': {
      if (before.baselineToken) await ports.agents.reap(before.baselineToken, null)
      const baseline = await orNull(measureBaseline(ports, state, effect.base, { token: state.baselineToken!, signal }))
      return baseline && { type: 'baseline-measured', base: effect.base, baseline }
    }
    case 'run-attempt':
      return isUnderWay(before, effect) ? recoverAttempt(ports, state, effect) : runAttempt(ports, state, effect, on)
    case 'prove':
      return proveTask(ports, effect, on)
    case 'integrate': {
      if (before.integration.running) await ports.agents.reap(before.integration.running.token, null)
      return orNull(integrate(ports, state, effect, on))
    }
    case 'read-sub-plan':
      return readSubPlan(effect.task, on)
    case 'ask-planner': {
      if (before.replanning.asking) await ports.agents.reap(before.replanning.asking.token, null)
      return orNull(replan(ports, state, effect, on))
    }
    case 'ask-first':
      return { type: 'ambiguity-found', task: effect.task }
    case 'take-rewrite':
      return takeRewrite(ports, state, effect, on)
    case 'hold':
      return hold(ports, state, effect)
    case 'merge':
      return merge(ports, state, effect)
    case 'land':
      return land(ports, state, effect, on.readDelta)
    case 'await-agent':
      await ports.clock.until(effect.until, signal)
      return signal.aborted ? null : { type: 'pause-over', agent: effect.agent }
    case 'publish': {
      const record = recordOf(state)
      const refusal = await ports.vault.publish(state.opened.branch, effect.tip, record === null ? [] : [record])
      return { type: 'publishing-finished', tip: effect.tip, refusal }
    }
    case 'review-branch':
      return reviewBranch(ports, state, effect, on)
    case 'prove-release':
      return gateOf(ports, effect, on)
    case 'write-release':
      return writeRelease(ports, state)
    case 'stop-for-budget':
      return { type: 'budget-reached' }
    case 'finish-run':
      return { type: 'all-done' }
    default:
      return unreachable(effect)
  }
}

/** The release gate, after the processes of one that died were ended. */
async function gateOf(
  ports: Ports,
  { tip }: Extract<Effect, { type: 'prove-release' }>,
  { before, after, signal }: Performance,
): Promise<Observation | null> {
  if (before.release.gateToken) await ports.agents.reap(before.release.gateToken, null)
  const proof = await orNull(proveRelease(ports, after, tip, { token: after.release.gateToken!, signal }))
  return proof && { type: 'release-gate-recorded', proof }
}

/** Proves a draft; the processes and the judge's workspace of an earlier proof of it are removed first. */
async function proveTask(
  ports: Ports,
  effect: Extract<Effect, { type: 'prove' }>,
  on: Performance,
): Promise<Observation | null> {
  const { after: state, before, signal } = on
  const old = taskRun(before, effect.task).stage
  if (old.is === 'proving') {
    await ports.agents.reap(old.token, null)
    const { runId: run } = state.opened
    await ports.workspaces.discard({ run, task: effect.task, attempt: effect.attempt, judge: old.token })
  }
  const stage = taskRun(state, effect.task).stage
  const proof = await orNull(
    prove(ports, state, effect.task, {
      token: stage.is === 'proving' ? stage.token : '',
      signal,
      onStep: step => on.onStep?.(effect.task, step),
      prover: on.prover,
      mayAskAgain: ({ agent, role }) => purseOf(on.current()).mayAskAgain(agent, purposeOf(role)),
      onAsking: asked => on.observe({ type: 'judge-asked', task: effect.task, attempt: effect.attempt, ...asked }),
      onJudge: used => on.observe({ type: 'judge-finished', task: effect.task, attempt: effect.attempt, ...used }),
    }),
  )
  return (
    proof && {
      type: 'proof-finished',
      task: effect.task,
      attempt: effect.attempt,
      ...proof,
      receiptHash: hash('sha256', JSON.stringify(proof.receipt)),
    }
  )
}

/** If there is still no task, it is a human's turn. */
async function readSubPlan(task: TaskId, { readPlan }: Performance): Promise<Observation> {
  const read = await readPlan?.()
  const isWritten = read?.type === 'plan-read' && read.plan.tasks.some(({ parent }) => parent === task)
  return isWritten ? read : { type: 'sub-plan-missing', task }
}

async function orNull<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work
  } catch (error) {
    if (error instanceof Interrupted) return null
    throw error
  }
}
