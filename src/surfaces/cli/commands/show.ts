import { launchCosts, moneyWords, together } from '../../../core/cost.ts'
import { explain, type Seen } from '../../../core/explain.ts'
import { duration } from '../../../core/moment.ts'
import { lastAttempt, type RunState, type TaskRun } from '../../../core/state.ts'
import { viewTaskInFull } from '../../../core/view.ts'
import type { Context } from '../context.ts'
import { EXIT, Problem } from '../problem.ts'
import { pickTask, readRun } from '../reading.ts'
import { escalationLines } from '../words.ts'

export interface ShowOptions {
  readonly run?: string
  readonly json?: boolean
  readonly prompt?: boolean
  /** Of which attempt; the last one by default. */
  readonly attempt?: string
  readonly diff?: boolean
}

/** `show TASK`: everything about one task. */
export async function show(context: Context, task: string, options: ShowOptions): Promise<number> {
  const { state, driver, store } = await readRun(context, options)
  store.close()
  const run = pickTask(state, task)
  if (options.prompt) return showPrompt(context, run, options.attempt)
  if (options.diff) return showDiff(context, run)
  if (options.json) context.terminal.print(JSON.stringify(viewTaskInFull(state, run), null, 2))
  else
    for (const line of lines(state, run, { now: Date.now(), isDriven: driver.is === 'driving' }))
      context.terminal.print(line)
  return EXIT.done
}

function showPrompt(context: Context, run: TaskRun, named: string | undefined): number {
  const { id } = run.task
  if (run.attempts.length === 0)
    throw new Problem(`no agent has been asked about task ${id} yet`, [`pm-agent why ${id} says why`])
  const attempt = named === undefined ? lastAttempt(run) : run.attempts.find(({ number }) => String(number) === named)
  if (!attempt)
    throw new Problem(`task ${id} has no attempt ${named}`, [`its attempts are 1 to ${run.attempts.length}`])
  context.terminal.print(attempt.prompt)
  return EXIT.done
}

async function showDiff(context: Context, run: TaskRun): Promise<number> {
  const draft = lastAttempt(run)?.ended?.draft
  if (!draft) throw new Problem(`there are no files of task ${run.task.id} yet`, [`pm-agent why ${run.task.id}`])
  const [{ findPlaces }, { openVault }] = await Promise.all([
    import('../places.ts'),
    import('../../../adapters/git/vault.ts'),
  ])
  const places = await findPlaces(context)
  const vault = await openVault({ vaultDir: places.vaultDir, userRepo: places.repository })
  context.terminal.print(await vault.patch(await vault.treeOf(draft.base), draft.tree))
  return EXIT.done
}

function lines(state: RunState, run: TaskRun, seen: Seen): readonly string[] {
  const full = viewTaskInFull(state, run)
  const gates = (lastAttempt(run)?.receipt?.gates ?? []).map(gate => {
    const took = gate.cached ? 'remembered' : gate.durationMs > 0 ? duration(gate.durationMs) : ''
    const command = gate.command ? `  ${gate.command}` : ''
    return `  ${gate.gate.padEnd(16)} ${gate.verdict.padEnd(14)}${took.padStart(10)}${command}`
  })
  return [
    `Task ${full.id}: ${full.title}`,
    `${full.state}${full.outcome ? ` (${full.outcome})` : ''}  tier ${full.tier}  kind ${full.kind}${full.commit ? `  commit ${full.commit.slice(0, 10)}` : ''}`,
    ...(full.cost_usd === null ? [] : [`cost ${moneyWords(together(launchCosts(run)))}`]),
    '',
    ...explain(state, run, seen),
    ...(full.criteria.length > 0
      ? ['', 'Criteria:', ...full.criteria.map(criterion => `  ${criterion.verdict.padEnd(8)} ${criterion.text}`)]
      : []),
    ...(gates.length > 0 ? ['', 'Gates:', ...gates] : []),
    ...(full.artifacts.length > 0 ? ['', 'Files:', ...full.artifacts.map(path => `  ${path}`)] : []),
    ...(full.claimed ? ['', `Claimed: ${full.claimed.status}; ${full.claimed.summary || 'no summary'}`] : []),
    ...(full.escalation ? ['', ...escalationLines(full.id, full.escalation)] : []),
    '',
    `pm-agent show ${full.id} --diff | --prompt | --json`,
  ]
}
