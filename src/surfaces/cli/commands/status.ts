import type { RunState } from '../../../core/run/state.ts'
import { taskRecord } from '../../../core/shown/task-record.ts'
import { outlineTask, viewHead, viewRun, viewTask } from '../../../core/shown/view.ts'
import { jsonText } from '../../../core/text/json-text.ts'
import { sharedContextText } from '../../../core/told/shared-context.ts'
import type { Context } from '../context.ts'
import { EXIT, Problem } from '../problem.ts'
import { pickTask, type RunReading, readRun } from '../reading.ts'
import { standingLines, usersBranch } from '../run/merged.ts'
import { printLines } from '../words/printed-lines.ts'
import { renderStatus } from '../words/render.ts'
import { treeRows } from '../words/task-tree.ts'

export interface StatusOptions {
  readonly task?: string | undefined
  readonly run?: string
  readonly json?: boolean
  readonly watch?: boolean
  readonly depth?: string
  readonly list?: boolean
  /** How long to wait first, in seconds, and for questions after which version. */
  readonly wait?: string
  readonly after?: string
  /** Only what every agent is told about the repository. */
  readonly context?: boolean
}

/** `status [TASK]`: the state of the run; `--watch` keeps showing it. */
export async function status(context: Context, options: StatusOptions): Promise<number> {
  if (options.wait !== undefined) await wait(context, options.wait, options)
  const reading = await readRun(context, options)
  try {
    if (options.context) return showContext(context, reading.state, options)
    return options.watch ? await watch(context, reading, options) : await show(context, reading, options)
  } finally {
    reading.store.close()
  }
}

const WAIT_S_MAX_HERE = 3600

async function wait(context: Context, seconds: string, { run, after }: StatusOptions): Promise<void> {
  const { waitForRun } = await import('../run/wait.ts')
  await waitForRun(context, {
    run,
    seconds: wholeNumber('--wait', seconds, { min: 1, max: WAIT_S_MAX_HERE }),
    after: after === undefined ? undefined : wholeNumber('--after', after, { min: 0, max: Number.MAX_SAFE_INTEGER }),
    signal: new AbortController().signal,
    onWords: () => {},
  })
}

function wholeNumber(name: string, text: string, { min, max }: { readonly min: number; readonly max: number }): number {
  const number = Number(text)
  if (text !== '' && Number.isInteger(number) && number >= min && number <= max) return number
  throw new Problem(`${name} ${text} is not a whole number from ${min} to ${max}`)
}

/** Ends with the run, or as soon as the user leaves: that ends the view, never the run. */
async function watch(context: Context, reading: RunReading, options: StatusOptions): Promise<number> {
  const { state } = reading
  const task = options.task === undefined ? undefined : pickTask(state, options.task).task.id
  if (state.finished && !options.json) return show(context, reading, options)
  const { canShowLive } = await import('../../live/capability.ts')
  if (options.json || !canShowLive(context.env))
    throw new Problem(`--watch needs a terminal${options.json ? ' and no --json' : ''}`, [
      `pm-agent log --follow${options.json ? ' --json' : ''} prints what happens, line by line`,
    ])
  const { watchRun } = await import('../../live/watched-run.ts')
  const { decideShown } = await import('../decide/decide-shown.ts')
  const onDecide = decideShown(context)
  const watched = await watchRun(reading, { colour: context.terminal.colour, task, onDecide })
  if (watched.end === 'finished') await show(context, watched, options)
  return watched.end === 'ended' ? EXIT.interrupted : EXIT.done
}

/** The context exactly as it is in every prompt; as JSON with the facts that it is made of. */
function showContext(context: Context, { opened }: RunState, { json }: StatusOptions): number {
  const { shared, base } = opened
  if (!shared)
    throw new Problem('this run was started by an earlier version, which told agents nothing about the repository', [
      'pm-agent show TASK --prompt prints what an agent was told',
    ])
  const text = sharedContextText(shared)
  context.terminal.print(json ? jsonText({ base, text, facts: shared }, 2) : text)
  return EXIT.done
}

async function show(
  context: Context,
  { state, driver }: Pick<RunReading, 'state' | 'driver'>,
  options: StatusOptions,
): Promise<number> {
  const standing = await usersBranch(context, state)
  const root = options.task === undefined ? undefined : pickTask(state, options.task).task.id
  const tree = { root, depth: depthOf(options), list: options.list }
  if (options.json) {
    const whole = viewRun(state)
    const rows = treeRows(whole.tasks, tree.depth === undefined ? { root, list: true } : tree)
    const holder = driver.is === 'driving' ? { pid: driver.holder.pid, host: driver.holder.host } : null
    const { shared } = state.opened
    const run = {
      ...whole.run,
      branch_standing: standing.is,
      driver: holder,
      cursor: state.version,
      shared_context_block: shared ? sharedContextText(shared) : null,
    }
    const tasks = rows.map(({ task }) => ({ ...task, ...taskRecord(state, pickTask(state, task.id)) }))
    context.terminal.print(jsonText({ ...whole, run, tasks }, 2))
  } else {
    const branchLines = standingLines(context, state, standing)
    const outline = treeRows(
      state.tasks.map(run => ({ ...outlineTask(state, run), run })),
      tree,
    )
    const rows = outline.map(({ task, ...row }) => ({ ...row, task: viewTask(state, task.run) }))
    printLines(context.terminal, ...renderStatus(context.terminal, viewHead(state), driver, { branchLines, rows }))
  }
  return EXIT.done
}

function depthOf({ depth }: StatusOptions): number | undefined {
  if (depth === undefined) return undefined
  if (/^[1-9]\d*$/.test(depth)) return Number(depth)
  throw new Problem(`--depth ${depth}: expected a number of levels from 1 on`, ['pm-agent status --depth 1'])
}
