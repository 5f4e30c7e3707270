import type { Script, ScriptedAttempt, Step } from '../adapters/agents/scripted/script.ts'
import type { TaskId } from '../core/plan/ids.ts'
import type { Plan } from '../core/plan/plan.ts'
import { unreachable } from '../core/result.ts'
import { decide } from '../core/run/decide.ts'
import type { Command } from '../core/run/input.ts'
import { type RunState, taskRun } from '../core/run/state.ts'
import { problemOf } from '../core/shown/escalation.ts'
import { defaultAttempt } from './default-attempt.ts'
import {
  ALL_GOES_WELL,
  type PlayedAttempt,
  type PlayedDecision,
  type PlayedGate,
  type PlayedGates,
  type PlayedMerge,
  type RehearsalScript,
} from './script.ts'

const MINUTE_MS = 60_000
/** Maximum number of answers to a task that asks repeatedly. */
const ANSWERS_MAX = 10
const NO_OBJECTION: readonly ScriptedAttempt[] = [
  { report: { verdict: 'SHIP', summary: 'rehearsed: nothing to object', findings: [] } },
]
const NOTHING_SAID: PlayedAttempt = { takesMs: 0, gates: {}, merge: null }

/** A script, its plan, the progress of the rehearsal, and the parts of the script that were used. */
export class Rehearsal {
  readonly script: RehearsalScript
  /** Questions to a human without a scripted answer. */
  readonly waited: string[] = []
  /** Why the branch could not be published for real. */
  unpublishable: string | null = null
  readonly #plan: Plan
  readonly #isThere: (path: string) => boolean
  readonly #allGoesWell: boolean
  readonly #played = new Set<string>()
  readonly #answered = new Map<string, number>()
  readonly #integrated = new Map<string, number>()
  #releaseGates = 0
  readonly #refused: string[] = []
  #listeners: (() => void)[] = []
  #state: RunState | null = null

  constructor(script: RehearsalScript, plan: Plan, isThere: (path: string) => boolean) {
    this.script = script
    this.#plan = plan
    this.#isThere = isThere
    this.#allGoesWell = script === ALL_GOES_WELL
  }

  /** The current state of the journal. */
  get state(): RunState {
    if (this.#state === null) throw new Error('nothing has been recorded yet')
    return this.#state
  }

  /** Receives every change, so that players know the current scene. */
  hear(state: RunState): void {
    this.#state = state
    for (const listener of this.#listeners.splice(0)) listener()
  }

  /** Resolves with the next event, or when the signal aborts. */
  nextFact(signal: AbortSignal): Promise<void> {
    return new Promise(resolve => {
      if (signal.aborted) return resolve()
      const heard = () => {
        signal.removeEventListener('abort', heard)
        resolve()
      }
      signal.addEventListener('abort', heard)
      this.#listeners.push(heard)
    })
  }

  /** The script of an attempt, counted from one; the last one is repeated. */
  attempt(task: TaskId, number: number): PlayedAttempt {
    const written = this.#written(task)
    const at = Math.min(number, written.length)
    this.#played.add(`attempt ${task} ${at}`)
    return written[at - 1] ?? NOTHING_SAID
  }

  /** The scripted merge result of an attempt. Used once: a repeated conflict would never end. */
  merge(task: TaskId, number: number): PlayedMerge | null {
    return this.#written(task)[number - 1]?.merge ?? null
  }

  /** Records that a part of the script was used. */
  played(task: TaskId | null, what: string): void {
    this.#played.add(`${task ?? 'baseline'} ${what}`)
  }

  /** The scripted result of the next run of an integration test; null without one. */
  nextIntegration(id: string): PlayedGate | null {
    const written = this.script.integration[id] ?? []
    const number = (this.#integrated.get(id) ?? 0) + 1
    this.#integrated.set(id, number)
    return written[Math.min(number, written.length) - 1] ?? null
  }

  /** The scripted results of the next release gate, and a way to say which of them were used. */
  nextRelease(): { readonly gates: PlayedGates; readonly used: (name: string) => void } {
    const written = this.script.release
    const at = Math.min(++this.#releaseGates, written.length)
    return { gates: written[at - 1] ?? {}, used: name => this.#played.add(`release ${at} ${name}`) }
  }

  /** The real time for a scripted duration. */
  shortened = (ms: number): number => ms / this.script.speed

  /** The agents' part, for the script player. */
  agents(limits: { readonly idleMinutes: number }): Script {
    const idleMs = limits.idleMinutes * MINUTE_MS
    const tasks = this.#plan.tasks.map(task => {
      const written = this.#written(task.id)
      const attempts: readonly ScriptedAttempt[] = (written.length > 0 ? written : [NOTHING_SAID]).map(
        ({ steps, report }) => {
          if (steps === undefined && report === undefined) return defaultAttempt(task, this.#isThere)
          return { steps: (steps ?? []).map(step => this.#quick(step, idleMs)), ...(report ? { report } : {}) }
        },
      )
      return [task.id, attempts]
    })
    const { judge, reviewer, final_review = NO_OBJECTION } = this.script
    // An added task has no list of files to create. Data and not prose: a change of documents alone shows no behaviour.
    const added: ScriptedAttempt = {
      steps: [
        { run: 'mkdir -p rehearsed && echo "rehearsed: task $PM_AGENT_TASK" > "rehearsed/task-$PM_AGENT_TASK.dat"' },
      ],
      report: { status: 'success', summary: 'rehearsed: an added task' },
    }
    return {
      tasks: Object.fromEntries(tasks),
      default: [added],
      ...(judge ? { judge } : {}),
      ...(reviewer ? { reviewer } : {}),
      final_review,
    }
  }

  /** Sleeping is shortened; sleeping longer than any limit is hanging. */
  #quick(step: Step, idleMs: number): Step {
    if (!('sleep' in step)) return step
    const { ms } = step.sleep
    return ms >= idleMs ? { hang: true } : { sleep: { ms: Math.round(this.shortened(ms)) } }
  }

  /** The scripted answers of humans to everything that waits for them now. */
  answers(state: RunState): readonly Command[] {
    if (state.stopped || state.finished) return []
    const waiting = state.tasks.flatMap(run => (run.stage.is === 'escalated' ? [run.task.id] : []))
    const commands = waiting.flatMap(task => this.#answer(state, task, task))
    // A halted run is one question; the only thing to accept is the failing baseline.
    if (state.halted && (state.baseline?.baseline.problems.length ?? 0) > 0 && !state.baselineAccepted)
      commands.push(...this.#answer(state, 'run', null))
    return commands
  }

  #answer(state: RunState, key: string, task: TaskId | null): readonly Command[] {
    const count = this.#answered.get(key) ?? 0
    const said = this.script.decisions[key]?.[count]
    if (said === undefined) return task !== null && this.#allGoesWell ? this.#goodAnswer(state, task, count) : []
    this.#answered.set(key, count + 1)
    const commands = commandsOf(said, task)
    for (const command of commands) {
      const decided = decide(state, command, state.lastAt)
      if (!decided.ok) this.#refused.push(`decisions.${key}: ${said.type} was refused: ${decided.error.message}`)
    }
    return commands
  }

  /** Without a script every question is approved: it is shown, and the run continues to its end. */
  #goodAnswer(state: RunState, task: TaskId, count: number): readonly Command[] {
    if (count >= ANSWERS_MAX) return []
    this.#answered.set(task, count + 1)
    const { stage, task: asked } = taskRun(state, task)
    if (stage.is === 'escalated') this.waited.push(problemOf(asked, stage))
    const by = 'the rehearsal'
    const note = 'played as if you had said yes'
    const yes: readonly Command[] = [
      { type: 'approve-task', task, by, note },
      { type: 'waive-task', task, by, note },
      // The plan is not edited in a rehearsal: an agent starts with the current text.
      ...(stage.is === 'escalated' && stage.reason === 'ambiguous'
        ? [{ type: 'retry-task', task, by, note: '' } as const]
        : []),
    ]
    return yes.filter(command => decide(state, command, state.lastAt).ok).slice(0, 1)
  }

  /** The unused parts of the script, one sentence each: not reached, or refused. */
  unplayed(): readonly string[] {
    const { script } = this
    const isPlayed = (what: string) => this.#played.has(what)
    return [
      ...Object.keys(script.baseline)
        .filter(gate => !isPlayed(`baseline ${gate}`))
        .map(gate => `baseline: ${gate} was never asked`),
      ...Object.entries(script.tasks).flatMap(([task, attempts]) =>
        attempts.flatMap(({ gates, merge }, at) => {
          const lead = `task ${task}, attempt ${at + 1}`
          if (!isPlayed(`attempt ${task} ${at + 1}`)) return [`${lead}: there was no such attempt`]
          const silent = Object.keys(gates).filter(gate => !isPlayed(`${task} ${at + 1} ${gate}`))
          const unmerged = merge !== null && merge.result !== 'clean' && !isPlayed(`${task} ${at + 1} merge`)
          return [
            ...silent.map(gate => `${lead}: ${gate} was never asked`),
            ...(unmerged ? [`${lead}: nothing landed while it worked, so there was nothing to merge with`] : []),
          ]
        }),
      ),
      ...Object.entries(script.integration).flatMap(([id, said]) => {
        const left = said.length - (this.#integrated.get(id) ?? 0)
        return left > 0 ? [`integration.${id}: ${left} of ${said.length} were never asked`] : []
      }),
      ...script.release.flatMap((gates, at) =>
        Object.keys(gates)
          .filter(gate => !isPlayed(`release ${at + 1} ${gate}`))
          .map(gate => `release, gate ${at + 1}: ${gate} was never asked`),
      ),
      ...Object.entries(script.decisions).flatMap(([key, said]) => {
        const left = said.length - (this.#answered.get(key) ?? 0)
        return left > 0 ? [`decisions.${key}: ${left} of ${said.length} had nothing to answer`] : []
      }),
      ...this.#refused,
    ]
  }

  #written(task: TaskId): readonly PlayedAttempt[] {
    return this.script.tasks[task] ?? this.script.default ?? []
  }
}

function commandsOf({ type, message: note }: PlayedDecision, task: TaskId | null): readonly Command[] {
  const by = 'the script'
  switch (type) {
    case 'stop':
      return [{ type: 'stop-run', by }]
    case 'accept-baseline':
      return [{ type: 'accept-baseline', by }, { type: 'resume-run' }]
    case 'approve':
    case 'revise':
    case 'reject':
    case 'pause':
    case 'waive':
    case 'retry':
    case 'skip':
      return task === null ? [] : [{ type: `${type}-task`, task, by, note }]
    default:
      return unreachable(type)
  }
}
