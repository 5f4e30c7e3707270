import { thisHolder } from '../src/adapters/store/lease-holder.ts'
import { drive } from '../src/engine/engine.ts'
import { openRun } from '../src/engine/open.ts'
import type { Ports } from '../src/ports.ts'
import { findPlaces } from '../src/surfaces/cli/places/places.ts'
import { prepareRun } from '../src/surfaces/cli/run/prepare-run.ts'
import { wire } from '../src/surfaces/cli/run/wiring.ts'
import type { Project } from '../test/rig/projects/project.ts'

export interface MeasuredRun {
  /** Per task except the first (warm-up): from the previous landing to its own, without agent and gate processes. */
  readonly overheadMs: readonly number[]
  /** From one task's durable landing to the request for the next one's workspace. */
  readonly gapMs: readonly number[]
}

/** Runs a plan of consecutive tasks with the real parts, and measures their cost without the programs they start. */
export async function measuredRun(project: Project, agent: string): Promise<MeasuredRun> {
  const terminal = { print: () => {}, warn: () => {}, colour: false }
  const context = { cwd: project.dir, env: project.env(), terminal }
  const places = await findPlaces(context)
  const prepared = await prepareRun(context, places, { plan: 'PLAN.md', agent })
  const programs: [from: number, to: number][] = []
  const asked: number[] = []
  const landed: number[] = []
  const ports = timed(await wire(places, prepared.path, { env: context.env }), programs, asked)
  try {
    const opened = await openRun(ports, { ...prepared, holder: thisHolder() })
    if (!opened.ok) throw new Error(opened.error.reason)
    const state = await drive(ports, {
      lease: opened.value.lease!,
      state: opened.value.state,
      onRecorded: ({ event }) => {
        if (event.type === 'task-landed') landed.push(performance.now())
      },
    })
    if (landed.length !== state.plan.tasks.length) throw new Error('a task of the bench did not land')
  } finally {
    ports.store.close()
  }
  const spans = landed.slice(1).map((end, at) => [landed[at]!, end] as const)
  return {
    overheadMs: spans.map(([from, to]) => to - from - within(programs, from, to)),
    gapMs: landed.slice(0, -1).map(end => asked.find(time => time >= end)! - end),
  }
}

const within = (programs: readonly (readonly [number, number])[], from: number, to: number): number =>
  programs.filter(([start]) => start >= from && start < to).reduce((sum, [start, end]) => sum + end - start, 0)

function timed(ports: Ports, programs: [number, number][], asked: number[]): Ports {
  const during = async <T>(work: Promise<T>): Promise<T> => {
    const start = performance.now()
    try {
      return await work
    } finally {
      programs.push([start, performance.now()])
    }
  }
  const { agents, rooms, workspaces } = ports
  return {
    ...ports,
    agents: {
      launch: (...on) => during(agents.launch(...on)),
      reap: (...on) => agents.reap(...on),
      sessionIn: file => agents.sessionIn(file),
    },
    rooms: {
      open: (...on) => rooms.open(...on),
      run: (...on) => during(rooms.run(...on)),
      rewrite: (...on) => during(rooms.rewrite(...on)),
      close: room => rooms.close(room),
      furnish: (...on) => rooms.furnish(...on),
      altered: () => rooms.altered(),
      environment: fittings => rooms.environment(fittings),
    },
    workspaces: {
      ...workspaces,
      prepare: (...on) => {
        asked.push(performance.now())
        return workspaces.prepare(...on)
      },
    },
  }
}
