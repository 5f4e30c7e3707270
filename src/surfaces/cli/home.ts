import { findGitCommonDir } from '../../adapters/git/repository/locate.ts'
import { finalReport } from '../../core/shown/final-report.ts'
import { viewRun } from '../../core/shown/view.ts'
import type { Context } from './context.ts'
import { planHere } from './places/plan-here.ts'
import { EXIT } from './problem.ts'
import { readRun } from './reading.ts'
import { hasMerged, standingLines, usersBranch } from './run/merged.ts'
import { driverLines } from './words/driver-words.ts'
import { printLines } from './words/printed-lines.ts'

/** `pm-agent` alone: where you are and what next. */
export async function home(context: Context): Promise<number> {
  printLines(context.terminal, ...(await whereAndNext(context)), 'pm-agent --help lists everything.')
  return EXIT.done
}

async function whereAndNext(context: Context): Promise<readonly string[]> {
  const commonDir = findGitCommonDir(context.cwd)
  if (!commonDir) return ['You are not in a git repository.', 'Next: cd into one, or watch pm-agent demo.']
  const run = await readRun(context).catch(() => null)
  if (run) {
    run.store.close()
    const view = viewRun(run.state)
    const merged = await hasMerged(context, run.state)
    const standing = await usersBranch(context, run.state)
    const counts = new Map<string, number>()
    for (const task of view.tasks) counts.set(task.state, (counts.get(task.state) ?? 0) + 1)
    return [
      `Plan "${view.run.title}" (${view.run.plan}): ${[...counts].map(([word, count]) => `${count} ${word}`).join(', ')}.`,
      ...(view.run.halted ? [`It is halted: ${view.run.halted.problem}`] : []),
      ...driverLines(run.driver, view).slice(0, 1),
      ...standingLines(context, run.state, standing).slice(0, 1),
      `Next: ${run.driver.is === 'driving' ? 'pm-agent status --watch looks on' : finalReport(run.state, { merged, standing }).next}`,
    ]
  }
  const plan = await planHere(context)
  return plan
    ? [
        `Nothing has been run here yet; there is a plan: ${plan}.`,
        `Next: pm-agent check ${plan}, then pm-agent run ${plan} --agent …`,
      ]
    : [
        'Nothing has been run here yet, and there is no plan.',
        'Next: pm-agent init, then pm-agent plan "your goal", or write PLAN.md and pm-agent check.',
      ]
}
