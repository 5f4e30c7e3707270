import { type TaskId, taskId } from '../src/core/plan/ids.ts'
import type { Task } from '../src/core/plan/plan.ts'
import { evolve } from '../src/core/run/evolve.ts'
import { readyInOrder } from '../src/core/run/order.ts'
import type { RunState } from '../src/core/run/state.ts'
import { config, opened } from '../test/rig/core/facts.ts'
import { plan, task } from '../test/rig/core/plan.ts'
import { Random } from '../test/simulation/random.ts'
import { type Figure, median } from './figure.ts'

const PLANS = 200
const TASKS = 100
const WORKERS = 3

interface Shape {
  readonly tasks: readonly Task[]
  readonly minutes: ReadonlyMap<TaskId, number>
}

/** The makespan of plans under our order, compared with the lower bound for any order. */
export async function makespanCost(): Promise<readonly Figure[]> {
  const ratios = { fastest: [] as number[], tier: [] as number[] }
  for (let seed = 1; seed <= PLANS; seed++) {
    const shape = shapeOf(seed)
    for (const order of ['fastest', 'tier'] as const) ratios[order].push(makespan(shape, order) / bound(shape))
  }
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const fastest = mean(ratios.fastest)
  return [
    {
      name: `makespan, order: fastest, ${PLANS} plans of ${TASKS} tasks, ${WORKERS} workers`,
      measured: `${fastest.toFixed(3)}× the bound (median ${median(ratios.fastest).toFixed(3)})`,
      goal: '≤ 1.05×',
      holds: fastest <= 1.05,
    },
    {
      name: 'makespan, order: tier (the default)',
      measured: `${mean(ratios.tier).toFixed(3)}× the bound`,
      goal: 'reported',
      holds: true,
    },
  ]
}

/** A random plan: heavy-tailed durations, and estimates that are wrong by up to a factor of four. */
function shapeOf(seed: number): Shape {
  const random = new Random(seed)
  const minutes = new Map<TaskId, number>()
  const tasks = Array.from({ length: TASKS }, (_, at) => {
    const id = String(at + 1)
    const truth = Math.min(60, (1 - random.next()) ** (-1 / 1.5))
    minutes.set(taskId(id), truth)
    const needs = Array.from({ length: at }, (_, before) => String(before + 1)).filter(() =>
      random.chance(Math.min(0.5, 2 / at)),
    )
    const noise = Math.exp(0.7 * gaussian(random))
    const tier = random.pick(['critical', 'normal', 'normal', 'low'] as const)
    return task(id, { needs, tier, estimate: `${(truth * noise).toFixed(3)} min` })
  })
  return { tasks, minutes }
}

const gaussian = (random: Random): number =>
  Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next())

function bound({ tasks, minutes }: Shape): number {
  const ends = new Map<TaskId, number>()
  for (const { id, needs } of tasks) ends.set(id, minutes.get(id)! + Math.max(0, ...needs.map(need => ends.get(need)!)))
  const work = [...minutes.values()].reduce((sum, value) => sum + value, 0)
  return Math.max(work / WORKERS, ...ends.values())
}

/** List scheduling by the product's own order, without locks: one task per worker. */
function makespan({ tasks, minutes }: Shape, order: 'fastest' | 'tier'): number {
  let state = begun(tasks, order)
  let version = 1
  const apply = (event: Parameters<typeof evolve>[1]['event']) => {
    state = evolve(state, { version: ++version, at: 0, event })
  }
  const running: { readonly id: TaskId; readonly end: number }[] = []
  let now = 0
  for (;;) {
    for (const { task: next } of readyInOrder(state)) {
      if (running.length === WORKERS) break
      if (running.some(other => other.id === next.id)) continue
      running.push({ id: next.id, end: now + minutes.get(next.id)! })
      apply({ type: 'task-retried', task: next.id, by: '', note: '' })
    }
    if (running.length === 0) return now
    running.sort((a, b) => a.end - b.end)
    const done = running.shift()!
    now = done.end
    apply({ type: 'task-skipped', task: done.id, by: '', note: '' })
  }
}

function begun(tasks: readonly Task[], order: 'fastest' | 'tier'): RunState {
  return evolve(null, { version: 1, at: 0, event: opened(plan(tasks), { config: config({}, { order }) }) })
}
