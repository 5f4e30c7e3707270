import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, watch } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { type DetachedChild, startDetached } from '../../../adapters/process/child.ts'
import { openSqliteStore } from '../../../adapters/store/sqlite.ts'
import type { RunId } from '../../../core/plan/ids.ts'
import { unreachable } from '../../../core/result.ts'
import { jsonText } from '../../../core/text/json-text.ts'
import type { Context } from '../context.ts'
import { findPlaces } from '../places/places.ts'
import { EXIT, Problem } from '../problem.ts'
import { flagWords, type WrittenRunFlags } from './run-flags.ts'

/** Reading a large plan and opening a run takes seconds on a busy machine. */
const UNDER_WAY_WITHIN_MS = 40_000

interface DetachedOptions extends WrittenRunFlags {
  readonly plan?: string | undefined
}

/** A run in the background: under way, still starting, or at its end before it was under way. */
export type DetachedRun =
  | { readonly is: 'under-way'; readonly run: RunId; readonly pid: number; readonly log: string }
  | { readonly is: 'starting'; readonly pid: number; readonly log: string }
  | { readonly is: 'ended'; readonly code: number; readonly output: string }

/** `run --detach`: starts the run in the background and prints its handle. */
export async function runDetached(context: Context, options: DetachedOptions): Promise<number> {
  const { terminal } = context
  const started = await startRun(context, options)
  if (options.json && started.is !== 'ended') {
    terminal.print(
      jsonText({ run: started.is === 'under-way' ? started.run : null, pid: started.pid, log: started.log }),
    )
    return EXIT.done
  }
  switch (started.is) {
    case 'under-way':
      terminal.print(`Run ${started.run} is under way in the background, as process ${started.pid}.`)
      terminal.print('pm-agent status --watch shows it, pm-agent stop stops it.')
      return EXIT.done
    case 'starting':
      terminal.print(`Process ${started.pid} is still starting the run; its output: ${started.log}`)
      return EXIT.done
    case 'ended':
      if (started.code === EXIT.done) terminal.print(started.output)
      else terminal.warn(started.output)
      return started.code
    default:
      return unreachable(started)
  }
}

/** Starts `run` as a process of its own and waits until it drives a run, or has ended. */
export async function startRun(context: Context, options: DetachedOptions): Promise<DetachedRun> {
  for (const name of ['rehearse', 'dry-run'] as const)
    if (options[name] !== undefined)
      throw new Problem(`--detach and --${name} cannot be used together`, ['leave one out'])
  const { outputs, journalFile } = await findPlaces(context)
  const log = join(outputs, `background-${randomBytes(6).toString('hex')}.log`)
  const plan = options.plan === undefined ? [] : ['--', options.plan]
  const started = await startDetached({
    file: process.execPath,
    args: [...process.execArgv, process.argv[1]!, 'run', ...flagWords(options, ['detach', 'json']), ...plan],
    cwd: context.cwd,
    env: context.env,
    outputFile: log,
  })
  if (!started.ok) throw new Problem(`the run could not be started: ${started.error}`)
  return underWay(started.value, journalFile, log)
}

/** Its first output follows the lease, so every output is a reason to look. */
async function underWay(child: DetachedChild, journalFile: string, log: string): Promise<DetachedRun> {
  const { pid } = child
  const { promise, resolve } = Promise.withResolvers<DetachedRun>()
  const look = async () => {
    const run = await runDrivenBy(pid, journalFile)
    if (run !== null) resolve({ is: 'under-way', run, pid, log })
  }
  const watcher = watch(log, () => void look())
  const timer = setTimeout(() => resolve({ is: 'starting', pid, log }), UNDER_WAY_WITHIN_MS)
  void child.ended.then(code =>
    resolve({ is: 'ended', code: code ?? EXIT.interrupted, output: readFileSync(log, 'utf8').trim() }),
  )
  await look()
  try {
    return await promise
  } finally {
    clearTimeout(timer)
    watcher.close()
  }
}

async function runDrivenBy(pid: number, journalFile: string): Promise<RunId | null> {
  if (!existsSync(journalFile)) return null
  const opened = openSqliteStore(journalFile, { readOnly: true })
  // Another process may be creating it at this moment; the next output is the next look.
  if (!opened.ok) return null
  const store = opened.value
  try {
    for (const { id } of (await store.runs()).toReversed()) {
      const driver = await store.driver(id, { host: hostname() }, Date.now())
      if (driver.is === 'driving' && driver.holder.pid === pid) return id
    }
    return null
  } finally {
    store.close()
  }
}
