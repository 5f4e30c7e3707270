import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { parsePlan } from '../../../adapters/plan-file/read.ts'
import { moneyView, moneyWords, together } from '../../../core/money/cost.ts'
import { isParent } from '../../../core/plan/hierarchy.ts'
import type { Plan, Task } from '../../../core/plan/plan.ts'
import { depthMax } from '../../../core/settings/config.ts'
import { jsonText } from '../../../core/text/json-text.ts'
import { plural } from '../../../core/text/lists.ts'
import { MAIN, type PlannedDocuments, planSketch } from '../../../engine/planning/plan-goal.ts'
import { sketchOf } from '../../../engine/planning/sketch.ts'
import type { Context } from '../context.ts'
import { findPlan } from '../places/find-plan.ts'
import { readPlanOnDisk } from '../places/plan-reading.ts'
import { workTreeAt } from '../places/working-tree.ts'
import { EXIT, Problem } from '../problem.ts'
import { settings } from '../run/prepare-run.ts'
import { printLines } from '../words/printed-lines.ts'
import { atDesk, type DeskOptions, newestRun, type PlanningDesk, plannerOf } from './planning-desk.ts'

/** `plan --phase TASK [PLAN]`: writes the sub-plan of a sketch, from the code on the plan branch and from what was learned. */
export async function planPhase(
  context: Context,
  id: string,
  options: DeskOptions & { readonly plan?: string | undefined },
): Promise<number> {
  const { top, branch } = workTreeAt(context.cwd)
  const asking = options.json ? { ...context, ask: undefined } : context
  const path = await findPlan(asking, { top, branch, named: options.plan, command: `plan --phase ${id}` })
  const { limits } = settings(top, {})
  const { plan } = readPlanOnDisk({ top, path, limits })
  const task = sketchIn(plan, id)
  const file = join(dirname(path), task.subPlan!)
  const shown = relative(context.cwd, file)
  if (existsSync(file))
    throw new Problem(`${shown} is there already, and a plan is never overwritten`, [
      `pm-agent plan --improve ${shown} improves its criteria`,
    ])
  return atDesk(context, options, async desk => {
    const run = await newestRun(desk, plan!)
    const base = run?.tip ?? desk.planner.base
    const tree = await desk.ports.vault.treeOf(base)
    const agent = plannerOf(desk, options)
    const asked = await planSketch(
      desk.ports,
      { ...desk.planner, base, agent },
      {
        ...{ goal: plan!.title, document: null, design: null, depthMax: 0, repository: await desk.repository() },
        read: text => parsePlan(text, { path: MAIN, test: desk.commands.test }),
        holdNow: checks => desk.holdNow(checks, tree),
        choose: async () => ({ is: 'flat' }),
      },
      sketchOf(plan!, task, run, depthMax(limits)),
    )
    if (asked.is === 'unavailable')
      throw new Problem(`the planner cannot work: ${asked.problem}`, ['--agent names another one'])
    const taken = existsSync(file) ? [`${shown} was written meanwhile, and a plan is never overwritten`] : []
    const problems = [...(asked.is === 'refused' ? asked.problems : []), ...taken]
    return finish(context, desk, options, { file, planned: asked.value, problems })
  })
}

function sketchIn(plan: Plan | null, id: string): Task {
  const parents = plan?.tasks.filter(isParent) ?? []
  const found = parents.find(task => task.id.toLowerCase() === id.toLowerCase())
  if (found) return found
  const known = parents.map(task => task.id).join(', ')
  throw new Problem(`there is no task ${id} with a sub-plan`, [
    known === '' ? 'no task of this plan has a Sub-plan field' : `those with one are ${known}`,
  ])
}

function finish(
  context: Context,
  desk: PlanningDesk,
  { json }: DeskOptions,
  on: { readonly file: string; readonly planned: PlannedDocuments | null; readonly problems: readonly string[] },
): number {
  const { planned, problems } = on
  const isClean = planned !== null && problems.length === 0
  const file = isClean ? on.file : on.file.replace(/\.(\w+)$/, '.draft.$1')
  const shown = relative(context.cwd, file)
  if (planned) {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, planned.documents.get(MAIN)!)
  }
  const code = isClean ? EXIT.done : planned ? EXIT.needsHuman : EXIT.failed
  const document = planned ? shown : null
  if (json) {
    context.terminal.print(
      jsonText({ clean: isClean, document, tasks: planned?.tasks ?? 0, problems, cost: moneyView(desk.costs) }, 2),
    )
    return code
  }
  const lines = [
    ...(planned ? [`wrote ${shown}: ${plural(planned.tasks, 'task')}`] : ['No answer of the planner could be used.']),
    ...(isClean ? [] : ['This is still wrong with it:', ...problems.map(problem => `  - ${problem}`)]),
    `cost: ${moneyWords(together(desk.costs))} (${plural(desk.costs.length, 'launch', 'launches')})`,
    ...(isClean ? ['Next: read it, then pm-agent run'] : []),
  ]
  printLines(context.terminal, ...lines)
  return code
}
