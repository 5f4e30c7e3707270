import type { Script, ScriptedAttempt, Step } from '../adapters/agents/scripted/script.ts'
import type { TaskId } from '../core/plan/ids.ts'
import type { Plan } from '../core/plan/plan.ts'
import { unreachable } from '../core/result.ts'
import { decide } from '../core/run/decide.ts'
import type { Command } from '../core/run/input.ts'
import { type RunState, taskRun } from '../core/run/state.ts'
import { defaultAttempt } from './default-attempt.ts'
import {
  ALL_GOES_WELL,
  type PlayedAttempt,
  type PlayedDecision,
  type PlayedMerge,
  type RehearsalScript,
} from './script.ts'

const MINUTE_MS = 60_000
/** A task that asks again and again is not played for ever. */
const ANSWERS_MAX = 10
const NOTHING_SAID: PlayedAttempt = { takesMs: 0, gates: {}, merge: null }

/** A script, the plan it is played for, how far the play has come, and what of the script was played. */
export class Rehearsal {
  readonly script: RehearsalScript
  /** What a human would have been asked, where nobody wrote down an answer. */
  readonly waited: string[] = []
  readonly #plan: Plan
  readonly #isThere: (path: string) => boolean
  readonly #allGoesWell: boolean
  readonly #played = new Set<string>()
  readonly #answered = new Map<string, number>()
  readonly #refused: string[] = []
  #listeners: (() => void)[] = []
  #state: RunState | null = null

  constructor(script: RehearsalScript, plan: Plan, isThere: (path: string) => boolean) {
    this.script = script
    this.#plan = plan
    this.#isThere = isThere
    this.#allGoesWell = script === ALL_GOES_WELL
  }

  /** What the journal holds now. */
  get state(): RunState {
    if (this.#state === null) throw new Error('nothing has been recorded yet')
    return this.#state
  }

  /** Told of every change, so that whoever plays knows which scene it is. */
  hear(state: RunState): void {
    this.#state = state
    for (const listener of this.#listeners.splice(0)) listener()
  }

  /** Resolves with the next fact, or when the signal aborts. */
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

  /** What is played for an attempt, counted from one; the last one that is written is played again. */
  attempt(task: TaskId, number: number): PlayedAttempt {
    const written = this.#written(task)
    const at = Math.min(number, written.length)
    this.#played.add(`attempt ${task} ${at}`)
    return written[at - 1] ?? NOTHING_SAID
  }

  /** What comes of merging an attempt. Never played twice: a conflict that comes again and again has no end. */
  merge(task: TaskId, number: number): PlayedMerge | null {
    return this.#written(task)[number - 1]?.merge ?? null
  }

  /** Notes that something of the script had its part. */
  played(task: TaskId | null, what: string): void {
    this.#played.add(`${task ?? 'baseline'} ${what}`)
  }

  /** How long a told duration takes here. */
  shortened = (ms: number): number => ms / this.script.speed

  /** The agents' part, for the player of scripts. */
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
    const { judge } = this.script
    // A task that is added on the way has no files that it is to make.
    const added: ScriptedAttempt = {
      steps: [
        { run: 'mkdir -p rehearsed && echo "rehearsed: task $PM_AGENT_TASK" > "rehearsed/task-$PM_AGENT_TASK.txt"' },
      ],
      report: { status: 'success', summary: 'rehearsed: an added task' },
    }
    return { tasks: Object.fromEntries(tasks), default: [added], ...(judge ? { judge } : {}) }
  }

  /** Sleeping is shortened; sleeping for longer than anybody waits is hanging. */
  #quick(step: Step, idleMs: number): Step {
    if (!('sleep' in step)) return step
    const { ms } = step.sleep
    return ms >= idleMs ? { hang: true } : { sleep: { ms: Math.round(this.shortened(ms)) } }
  }

  /** What the script lets humans say to all that waits for them now. */
  answers(state: RunState): readonly Command[] {
    if (state.stopped || state.finished) return []
    const waiting = state.tasks.flatMap(run => (run.stage.is === 'escalated' ? [run.task.id] : []))
    const commands = waiting.flatMap(task => this.#answer(state, task, task))
    // A run that stands still is asked for as a whole; what is wrong with the base is all that can be accepted.
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

  /** Without a script whoever is asked says yes: what waits for a human is shown, and the run goes on to its end. */
  #goodAnswer(state: RunState, task: TaskId, count: number): readonly Command[] {
    if (count >= ANSWERS_MAX) return []
    this.#answered.set(task, count + 1)
    const { stage } = taskRun(state, task)
    if (stage.is === 'escalated') this.waited.push(stage.escalation.problem)
    const by = 'the rehearsal'
    const note = 'played as if you had said yes'
    const yes: readonly Command[] = [
      { type: 'approve-task', task, by, note },
      { type: 'waive-task', task, by, note },
    ]
    return yes.filter(command => decide(state, command, state.lastAt).ok).slice(0, 1)
  }

  /** What the script says and was not played, one sentence each: nobody came to it, or it was refused. */
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
    case 'retry':
    case 'skip':
      return task === null ? [] : [{ type: `${type}-task`, task, by, note }]
    default:
      return unreachable(type)
  }
}
