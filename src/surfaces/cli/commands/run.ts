import { thisHolder } from '../../../adapters/store/lease-holder.ts'
import type { Recorded } from '../../../core/event.ts'
import type { Command } from '../../../core/input.ts'
import { unreachable } from '../../../core/result.ts'
import type { RunState } from '../../../core/state.ts'
import { drive } from '../../../engine/engine.ts'
import { type OpenProblem, openRun } from '../../../engine/open.ts'
import type { Ports } from '../../../ports.ts'
import type { Context } from '../context.ts'
import { onInterrupt } from '../interrupt.ts'
import { findPlaces } from '../places.ts'
import { type PreparedRun, prepareRun } from '../prepare-run.ts'
import { EXIT, Problem } from '../problem.ts'
import { renderRecord } from '../record-line.ts'
import { renderEnd } from '../render.ts'
import { wire } from '../wiring.ts'
import { escalationLines } from '../words.ts'

export interface RunOptions {
  readonly plan?: string
  readonly agent?: string
  readonly acceptBaseline?: boolean
  readonly json?: boolean
}

/** `run [PLAN]`: drives a plan until nothing is left to do without a human. Resuming is the same command. */
export async function run(context: Context, options: RunOptions): Promise<number> {
  const places = await findPlaces(context)
  const prepared = await prepareRun(context, places, options)
  const ports = await wire(places, prepared.path, { env: context.env })
  try {
    return await runWith(context, ports, prepared, options)
  } finally {
    ports.store.close()
  }
}

async function runWith(context: Context, ports: Ports, prepared: PreparedRun, options: RunOptions): Promise<number> {
  const opened = await openRun(ports, { ...prepared, holder: thisHolder() })
  if (!opened.ok) throw openProblem(opened.error)
  const { lease, continued } = opened.value
  if (!lease) return alreadyFinished(context, opened.value.state, prepared, options)

  const shown = showing(context, options)
  for (const note of prepared.notes) shown.note(note)
  if (continued) shown.note(`going on with run ${opened.value.state.opened.runId}`)
  else shown.record((await ports.store.read(lease.run))[0]!, opened.value.state)
  // Accepting a base that is healthy after all is refused by the engine, and no error.
  const accept: readonly Command[] = options.acceptBaseline
    ? [{ type: 'accept-baseline', by: 'the user (--accept-baseline)' }]
    : []
  const interrupt = onInterrupt(ports, () => latest, shown.note)
  let latest = opened.value.state
  try {
    latest = await drive(ports, {
      lease,
      state: opened.value.state,
      commands: [{ type: 'resume-run' }, ...accept],
      stop: interrupt.signal,
      by: 'Ctrl-C',
      onRecorded: (record, now) => {
        latest = now
        shown.record(record, now)
      },
    })
  } finally {
    interrupt.done()
    await ports.store.releaseLease(lease)
  }
  return ending(context, latest, prepared, options)
}

function showing(context: Context, options: RunOptions) {
  const { terminal } = context
  return {
    note: (text: string) => (options.json ? terminal.warn(text) : terminal.print(`note: ${text}`)),
    record: (record: Recorded, state: RunState) => {
      const line = options.json ? JSON.stringify(record) : renderRecord(terminal, record, state)
      if (line !== null) terminal.print(line)
      const { event } = record
      if (!options.json && event.type === 'baseline-recorded') {
        const commands = Object.entries(event.baseline.commands)
        if (commands.length > 0)
          terminal.print(`commands: ${commands.map(([name, command]) => `${name} = ${command}`).join('; ')}`)
      }
    },
  }
}

function ending(context: Context, state: RunState, prepared: PreparedRun, options: RunOptions): number {
  const { terminal } = context
  if (!options.json) {
    terminal.print('')
    for (const task of state.tasks)
      if (task.stage.is === 'escalated')
        for (const line of [...escalationLines(task.task.id, task.stage.escalation), '']) terminal.print(line)
    for (const line of renderEnd(state, prepared)) terminal.print(line)
  }
  return exitCode(context, state)
}

function exitCode(context: Context, state: RunState): number {
  if (state.finished) return EXIT.done
  if (state.stopped) return EXIT.interrupted
  if (state.halted) {
    context.terminal.warn(`pm-agent: ${state.halted.problem}`)
    for (const hint of state.halted.hints) context.terminal.warn(`  ${hint}`)
    return EXIT.badInput
  }
  return EXIT.needsHuman
}

function alreadyFinished(context: Context, state: RunState, prepared: PreparedRun, options: RunOptions): number {
  if (!options.json) {
    context.terminal.print('Nothing to do: every task of this plan has ended.')
    for (const line of renderEnd(state, prepared)) context.terminal.print(line)
  }
  return EXIT.done
}

function openProblem(problem: OpenProblem): Problem {
  switch (problem.reason) {
    case 'run-is-driven':
      return new Problem(`this plan is being run already, by process ${problem.holder.pid} on ${problem.holder.host}`, [
        'pm-agent status looks at it, pm-agent stop stops it',
      ])
    case 'branch-diverged':
      return new Problem(`${problem.branch} and your HEAD have both moved on since they parted`, [
        `merge one into the other (git merge ${problem.branch}), or move the old branch away: git branch -m ${problem.branch} ${problem.branch}-old`,
      ])
    default:
      return unreachable(problem)
  }
}
