import { evolve } from '../../core/run/evolve.ts'
import type { RunState } from '../../core/run/state.ts'
import { type RunOptions, run } from '../cli/commands/run.ts'
import type { Context } from '../cli/context.ts'
import { Problem } from '../cli/problem.ts'
import { readRun } from '../cli/reading.ts'
import { interruption, openDashboard } from './dashboard.ts'

/** Flags of a beginning: a run that goes on after a decision does not begin again. */
const ONCE = ['anew', 'take-over', 'accept-baseline'] as const

/** `run --dashboard`: drives a run beside its dashboard, and goes on after each decision until it is interrupted. */
export async function runBeside(context: Context, options: RunOptions): Promise<number> {
  for (const name of ['rehearse', 'dry-run', 'detach', 'ci'] as const)
    if (options[name] !== undefined)
      throw new Problem(`--dashboard and --${name} cannot be used together`, ['leave one out'])
  const interrupted = interruption()
  const served = await openDashboard(context, {})
  try {
    let rest: RunOptions = { ...options, notes: [`dashboard: ${served.url}`] }
    for (;;) {
      const code = await run(context, rest)
      if ((await decided(context, { url: served.url, interrupted: interrupted.promise })) === 'interrupted') return code
      rest = { ...rest, ...Object.fromEntries(ONCE.map(name => [name, undefined])) }
    }
  } finally {
    interrupted.done()
    await served.close()
  }
}

/** Waits for a decision about the newest run, which no process drives. A decision that stops the run does not continue it. */
async function decided(
  context: Context,
  { url, interrupted }: { readonly url: string; readonly interrupted: Promise<'interrupted'> },
): Promise<'decided' | 'interrupted'> {
  const { state, store } = await readRun(context)
  // Also where the output is for programs: this is none of it.
  const next = state.finished ? 'Ctrl-C ends it.' : 'The run continues after your decision; Ctrl-C ends both.'
  context.terminal.warn(`\nDashboard: ${url}\n${next}`)
  const { promise, resolve, reject } = Promise.withResolvers<'decided'>()
  const look = async () => {
    const records = await store.read(state.opened.runId, state.version)
    const now = records.reduce<RunState>(evolve, state)
    if (records.length > 0 && !now.stopped && !now.finished) resolve('decided')
  }
  const unwatch = store.watch(() => void look().catch(reject))
  try {
    await look()
    return await Promise.race([promise, interrupted])
  } finally {
    unwatch()
    store.close()
  }
}
