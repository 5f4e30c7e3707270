import { existsSync } from 'node:fs'
import { thisHolder } from '../../../adapters/store/lease-holder.ts'
import type { TaskId } from '../../../core/plan/ids.ts'
import { type ProofStep, stepWords } from '../../../core/proof/proof-step.ts'
import type { Recorded } from '../../../core/run/event.ts'
import { evolve } from '../../../core/run/evolve.ts'
import type { Command } from '../../../core/run/input.ts'
import { findTask, fold, isSettled, type RunState, type TaskRun } from '../../../core/run/state.ts'
import { programsOf } from '../../../core/settings/programs.ts'
import { hasOtherSettings, settingsIn } from '../../../core/settings/run-settings.ts'
import { printedRecord } from '../../../core/shown/printed-record.ts'
import { jsonText } from '../../../core/text/json-text.ts'
import type { ReadDelta } from '../../../engine/context/landed-delta.ts'
import { drive, LeaseLost } from '../../../engine/engine.ts'
import { type OpenedRun, openRun } from '../../../engine/open.ts'
import type { Prover } from '../../../engine/proof/case.ts'
import type { Lease, Ports } from '../../../ports.ts'
import { canShowLive } from '../../live/capability.ts'
import type { Context } from '../context.ts'
import { decideShown } from '../decide/decide-shown.ts'
import { diskFullProblem, fullDisks } from '../places/full-disks.ts'
import { findPlaces, type Places } from '../places/places.ts'
import { EXIT, Problem, printProblem } from '../problem.ts'
import {
  type FollowedPullRequest,
  followed,
  type PullRequestEnd,
  pullRequestEnd,
} from '../pull-request/followed-pull-request.ts'
import { pullRequestTarget } from '../pull-request/pull-request-target.ts'
import { lastLines } from '../release/report-lines.ts'
import { writeCiFiles } from '../run/ci-files.ts'
import { dryRun } from '../run/dry-run.ts'
import { editNotes, lateNotes, tickNotes, unusedEdit } from '../run/edited-plan.ts'
import { onInterrupt } from '../run/interrupt.ts'
import { documentsInTheWay } from '../run/merge-command.ts'
import { hasMerged, standingLines, usersBranch } from '../run/merged.ts'
import { Notices } from '../run/notices.ts'
import { openProblem, overtaken, WRITTEN_BY_OTHERS } from '../run/open-problem.ts'
import { planSource } from '../run/plan-source.ts'
import { type PreparedRun, prepareRun } from '../run/prepare-run.ts'
import { ProgressReports } from '../run/progress-reports.ts'
import { changedBy, type WrittenRunFlags } from '../run/run-flags.ts'
import { isScopeDone, type RunScope, scopeOf } from '../run/run-scope.ts'
import { openProofThreads, sandboxFor, unwire, wire } from '../run/wiring.ts'
import { printEvent, printLines } from '../words/printed-lines.ts'
import { renderRecord } from '../words/record-line.ts'
import { renderEnd } from '../words/render.ts'
import { SlowSteps } from '../words/slow-steps.ts'

export interface RunOptions extends WrittenRunFlags {
  readonly plan?: string | undefined
  /** Shows the live view if the terminal supports it; lines otherwise. */
  readonly live?: boolean
  /** Printed where they stay visible, before the run begins. */
  readonly notes?: readonly string[]
  /** Omits the final advice about the branch: the repository is deleted. */
  readonly noAdvice?: boolean | undefined
}

/** Plays the outside world of a rehearsed run. */
export interface PlayedWorld {
  /** Called with every change. */
  hear(state: RunState): void
  /** The answers in place of humans when the run would wait for them. */
  answers(state: RunState): readonly Command[]
  /** The final lines, instead of those of a real run. */
  end(state: RunState): readonly string[]
}

/** `run [PLAN]`: drives a plan until only a human can continue it. Resuming is the same command. */
export async function run(context: Context, options: RunOptions): Promise<number> {
  const places = await findPlaces(context)
  try {
    return await runIn(context, places, options)
  } catch (error) {
    throw diskFullProblem(error, places) ?? error
  }
}

const NO_SANDBOX =
  'there is no sandbox: agents and checks can access everything that you can access (pm-agent doctor says how to get one)'

async function runIn(context: Context, places: Places, options: RunOptions): Promise<number> {
  // A reader of JSON cannot be asked.
  const asked = options.json ? { ...context, ask: undefined } : context
  const target = await pullRequestTarget(asked, places, options)
  const prepared = await prepareRun(asked, places, target ? { ...options, plan: target.plan } : options)
  const scope = scopeOf(prepared.plan, options)
  if (options['dry-run']) return dryRun(context, places, prepared, { scope, json: options.json })
  const ports = await wire(places, prepared.path, { env: context.env })
  const threads = openProofThreads()
  try {
    // Not the whole environment of rooms: if another process drives this plan, it should be named at once.
    const isProtected = (await sandboxFor(places, context.env).level()) !== 'none'
    const notes = isProtected ? prepared.notes : [...prepared.notes, NO_SANDBOX]
    const pull = await followed(context, ports, { places, target, planId: prepared.plan.id, options })
    const terms = { ...options, scope, places, pull, prover: threads.prove, readDelta: threads.readDelta }
    return await runWith(context, ports, { ...prepared, notes }, terms)
  } finally {
    await threads.close()
    await unwire(ports)
  }
}

/** The scope of a run, and the player of a rehearsal. */
export type RunTerms = RunOptions & {
  readonly scope: RunScope
  readonly places: Places
  readonly play?: PlayedWorld
  readonly prover?: Prover | undefined
  readonly readDelta?: ReadDelta | undefined
  /** The pull request that the run follows. */
  readonly pull?: FollowedPullRequest | null
}

/** Drives a prepared run with these ports; returns its exit code. */
export async function runWith(
  context: Context,
  ports: Ports,
  prepared: PreparedRun,
  options: RunTerms,
): Promise<number> {
  const opened = await opening(ports, prepared, options)
  const { lease, continued } = opened
  if (!lease) return alreadyFinished(context, opened, prepared, options)

  const records = await ports.store.read(lease.run)
  const notes = await firstNotes(context, opened, prepared)
  const programs = opened.state.opened.rehearsal ? [] : programsOf(opened.state.config)
  const shown = await showing(context, options, { records, notes, programs, continued })
  for (const note of options.notes ?? []) shown.note(note)
  const notices = noticesOf(context, ports, options, shown.note)
  const interrupt = onInterrupt(ports, () => latest, shown.note)
  let latest = opened.state
  options.play?.hear(latest)
  let commands = firstCommands(prepared, options)
  let told: PullRequestEnd | undefined
  try {
    const begun = await options.pull?.begin(ports, { lease, state: latest }, shown.note)
    if (begun) {
      latest = begun.state
      commands = [...commands, ...begun.commands]
    }
    do {
      latest = await drive(ports, {
        lease,
        state: latest,
        commands,
        only: options.scope.only,
        until: options.scope.until,
        stop: interrupt.signal,
        onStep: shown.step,
        prover: options.prover,
        readDelta: options.readDelta,
        plan: prepared.rehearsal ? undefined : planSource(prepared, context.cwd),
        onPlanProblem: problem => shown.note(unusedEdit(problem)),
        onRecorded: (record, now) => {
          latest = now
          options.play?.hear(now)
          shown.record(record, now)
          notices.record(record, now)
          options.pull?.record(record, now)
        },
      })
      commands = options.play?.answers(latest) ?? []
    } while (commands.length > 0)
    await notices.settle(latest)
    told = await options.pull?.settle(latest, { isScopeDone: isScopeDone(options.scope, latest) })
  } catch (error) {
    throw await lostLease(ports, lease, error)
  } finally {
    // First of all: an unhandled signal must not leave the terminal in raw mode.
    shown.close()
    interrupt.done()
    await notices.close()
    // The cause of the end matters more than a lease that could not be released: the next run takes it from a dead process.
    await ports.store.releaseLease(lease).catch(() => {})
  }
  const code = await ending(context, latest, { ...prepared, standing: await usersBranch(context, latest) }, options)
  return pullRequestEnd(context, told, code)
}

/** Opens the run, or throws what keeps it from being opened. */
async function opening(ports: Ports, prepared: PreparedRun, options: RunTerms): Promise<OpenedRun> {
  const opened = await openRun(ports, {
    ...prepared,
    notes: [...prepared.notesOnSettings(prepared.config), ...prepared.notes],
    holder: thisHolder(),
    anew: options.anew,
    takeOver: options['take-over'],
  })
  if (!opened.ok) throw openProblem(opened.error, prepared)
  return opened.value
}

/** The problem behind a lost lease, or the error as it is. */
async function lostLease({ store, clock }: Ports, { run }: Lease, error: unknown): Promise<unknown> {
  if (!(error instanceof LeaseLost)) return error
  if (error.why === 'version-conflict') return WRITTEN_BY_OTHERS
  return overtaken(await store.driver(run, thisHolder(), clock.now()))
}

/** The commands of this call. If the base is healthy after all, the engine refuses to accept it, which is not an error. */
const firstCommands = (prepared: PreparedRun, options: RunOptions): readonly Command[] => [
  ...chosen(prepared, options),
  { type: 'resume-run' },
  ...(options['accept-baseline'] ? [{ type: 'accept-baseline', by: 'the user (--accept-baseline)' } as const] : []),
]

const KEEPS_SETTINGS =
  'pm-agent.yaml has changed: this run keeps the settings that it started with (run --anew starts over with the new ones)'

/** Opening a run may produce messages too. */
const firstNotes = async (
  context: Context,
  { state, continued, lease, changes = [] }: OpenedRun,
  prepared: PreparedRun,
): Promise<readonly string[]> =>
  continued
    ? [
        ...(hasOtherSettings(state.config, prepared.config) ? [KEEPS_SETTINGS] : []),
        ...prepared.notesOnSettings(state.config, ({ id }) => isStillOpen(findTask(state, id))),
        ...prepared.notes,
        `continuing run ${lease!.run}`,
        ...editNotes(prepared.place, changes),
        ...tickNotes(state, prepared),
        ...(await branchNotes(context, state)),
      ]
    : state.opened.notes

/** Whether a note about a task of a run that goes on still holds: it has not ended, and nobody let its work pass. */
const isStillOpen = (run: TaskRun | null): boolean =>
  run === null || !(isSettled(run) || run.approved || run.waivers.length > 0)

const noticesOf = (context: Context, ports: Ports, { places, ci }: RunTerms, note: Shown['note']): Notices =>
  new Notices({
    cwd: places.repository.top,
    userEnv: context.env,
    tempRoot: places.temp,
    ring: ci ? undefined : context.terminal.ring,
    desktop: !ci,
    writeBeside: (path, text) => ports.planFile.writeBeside(path, text),
    note,
  })

/** A deleted or moved branch is reported before anything continues. */
const branchNotes = async (context: Context, state: RunState): Promise<readonly string[]> =>
  standingLines(context, state, await usersBranch(context, state)).map(line => line.trim())

/** The command line's differences from the settings of the run. */
function chosen({ config }: PreparedRun, options: RunOptions): readonly Command[] {
  const names = changedBy(options)
  return names.length === 0 ? [] : [{ type: 'use-settings', ...settingsIn(config, names) }]
}

/** The display of everything that happens, until it is closed. */
interface Shown {
  note(text: string): void
  record(record: Recorded, state: RunState): void
  step(task: TaskId, step: ProofStep): void
  close(): void
}

/** The live view or lines, after the initial messages. */
async function showing(
  context: Context,
  options: RunOptions,
  begun: {
    readonly records: readonly Recorded[]
    readonly notes: readonly string[]
    readonly programs: readonly string[]
    readonly continued: boolean
  },
): Promise<Shown> {
  const lines = showLines(context, options)
  // Printed outside the live view, so that they remain afterwards.
  for (const note of begun.notes) lines.note(note)
  // Before any of it runs: the settings may come from a foreign repository.
  for (const program of begun.programs) lines.note(`runs here: ${program}`)
  if (options.live && !options.json && canShowLive(context.env)) {
    const { showDrivenRun } = await import('../../live/driven-run.ts')
    const isPlayed = begun.records[0]?.event.type === 'run-opened' && begun.records[0].event.rehearsal
    const decide = isPlayed ? undefined : decideShown(context)
    const reports = (say: (lines: readonly string[]) => void) => new ProgressReports(say)
    return showDrivenRun(begun.records, { colour: context.terminal.colour, reports, decide })
  }
  if (!begun.continued) lines.record(begun.records[0]!, fold(begun.records.slice(0, 1), evolve)!)
  return lines
}

/** Lines of a rehearsal must not be taken for a real run later. */
const marked = (record: Recorded, state: RunState): object =>
  state.opened.rehearsal ? { rehearsal: true, ...record } : printedRecord(record)

function showLines(context: Context, options: RunOptions): Shown {
  const { terminal } = context
  const progress = new ProgressReports(lines => printLines(terminal, ...lines))
  const slow = new SlowSteps((task, step) => options.json || printLines(terminal, `task ${task}: ${stepWords(step)}`))
  return {
    close: () => {
      slow.close()
      progress.close()
    },
    step: (task, step) => slow.begin(task, step),
    note: text => (options.json ? terminal.warn(text) : printLines(terminal, `note: ${text}`)),
    record: (record, state) => {
      if ('task' in record.event) slow.end(record.event.task)
      if (options.json) terminal.print(jsonText(marked(record, state)))
      else printEvent(terminal, renderRecord(terminal, record, state))
      const { event } = record
      if (!options.json && event.type === 'baseline-recorded') {
        const commands = Object.entries(event.baseline.commands)
        if (commands.length > 0)
          printLines(terminal, `commands: ${commands.map(([name, command]) => `${name} = ${command}`).join('; ')}`)
      }
      if (!options.json) progress.record(record, state)
    },
  }
}

/** The user's side of the final lines. */
type EndTerms = Omit<Parameters<typeof renderEnd>[1], 'inTheWay'>

async function ending(context: Context, state: RunState, prepared: EndTerms, options: RunTerms): Promise<number> {
  const { terminal } = context
  if (!options.json) {
    const inTheWay = await documentsInTheWay(options.places.repository, state)
    const terms = { ...prepared, inTheWay, noAdvice: options.noAdvice }
    printLines(terminal, '', ...(options.play?.end(state) ?? lastLines(state, terms)))
  }
  await writeCiFiles(context, state, options)
  return exitCode(context, state, options)
}

/** Unpublished work is useless to the user: the final lines explain why it is unpublished. */
function publishedCode({ tip, published, unpublished }: RunState): number {
  if (tip === published || !unpublished || unpublished.reason === 'rehearsal') return EXIT.done
  return unpublished.reason === 'not-writable' ? EXIT.badInput : EXIT.needsHuman
}

function exitCode(context: Context, state: RunState, { scope, places }: RunTerms): number {
  if (state.finished) return publishedCode(state)
  if (state.paused) return EXIT.needsHuman
  if (state.stopped) return EXIT.interrupted
  if (state.tasks.some(run => run.stage.is === 'escalated')) return EXIT.needsHuman
  if (state.halted) {
    const { problem, hints } = state.halted
    printProblem(context.terminal, new Problem(problem, [...movedAway(places), ...fullDisks(places), ...hints]))
    return state.halted.reason === undefined ? EXIT.badInput : EXIT.needsHuman
  }
  return isScopeDone(scope, state) ? EXIT.done : EXIT.needsHuman
}

/** If the repository is moved during a run, everything that needs git fails, each with a different message. */
const movedAway = ({ repository: { top, commonDir } }: Places): readonly string[] =>
  existsSync(commonDir) ? [] : [`${top} is not there any more: cd to where it is now, and pm-agent run continues there`]

async function alreadyFinished(
  context: Context,
  { state, changes = [] }: OpenedRun,
  prepared: PreparedRun,
  options: RunTerms,
): Promise<number> {
  if (!options.json) {
    const notes = lateNotes(prepared.place, changes).map(note => `note: ${note}`)
    printLines(context.terminal, ...notes, 'Nothing to do: every task of this plan has ended.')
    const merged = await hasMerged(context, state)
    const standing = await usersBranch(context, state)
    const inTheWay = await documentsInTheWay(options.places.repository, state)
    const end = renderEnd(state, { ...prepared, merged, standing, inTheWay })
    printLines(context.terminal, ...end, 'Again:   pm-agent run --anew')
  }
  await writeCiFiles(context, state, options)
  return pullRequestEnd(context, await options.pull?.settle(state, { isScopeDone: true }), EXIT.done)
}
