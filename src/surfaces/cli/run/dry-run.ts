import { topological } from '../../../core/plan/graph.ts'
import type { Task } from '../../../core/plan/plan.ts'
import { plannedProof } from '../../../core/proof/plan-proof.ts'
import { finalReviewerOf } from '../../../core/release/final-reviewer.ts'
import { lookWords, plannedLook } from '../../../core/review/planned-looks.ts'
import { reasonWords, tierWords } from '../../../core/risk/tier-words.ts'
import { authorOf } from '../../../core/settings/assignment.ts'
import type { Commands } from '../../../core/settings/commands.ts'
import type { Config } from '../../../core/settings/config.ts'
import { gateWords, missingGates } from '../../../core/settings/gate-assignment.ts'
import { minutesFor, specialistOf } from '../../../core/settings/role.ts'
import { jsonText } from '../../../core/text/json-text.ts'
import { plural } from '../../../core/text/lists.ts'
import type { Context } from '../context.ts'
import type { Places } from '../places/places.ts'
import { EXIT } from '../problem.ts'
import { commandWords, gateJson, type ProjectCommands, projectCommands } from '../project/project-commands.ts'
import { printLines } from '../words/printed-lines.ts'
import type { PreparedRun } from './prepare-run.ts'
import type { RunScope } from './run-scope.ts'

/** `run --dry-run`: order, contracts, commands, and expected questions. Starts nothing, writes nothing. */
export async function dryRun(
  context: Context,
  places: Places,
  prepared: PreparedRun,
  options: { readonly scope: RunScope; readonly json?: boolean | undefined },
): Promise<number> {
  const { plan, config } = prepared
  const project = await projectCommands(places.repository.top, config)
  const { commands } = project
  const byId = new Map(plan.tasks.map(task => [task.id, task]))
  const open = topological(plan.tasks).filter(
    id => !byId.get(id)!.ticked && (options.scope.only === null || options.scope.only.has(id)),
  )
  const tasks = await Promise.all(
    open.map(async id =>
      describe(byId.get(id)!, await project.forTask(byId.get(id)!), {
        project,
        config,
        ownTest: await project.ownTestOf(byId.get(id)!),
      }),
    ),
  )
  if (options.json) {
    context.terminal.print(
      jsonText(
        {
          plan: plan.id,
          branch: `pm/${plan.id}`,
          commands,
          limits: config.limits,
          final_reviewer: reviewerIn(config),
          tasks,
        },
        2,
      ),
    )
    return EXIT.done
  }
  const say = (line: string) => printLines(context.terminal, line)
  say(
    `DRY RUN: ${plan.title}, ${tasks.length} of ${plan.tasks.length} tasks, branch pm/${plan.id}, up to ${config.limits.parallel} at once`,
  )
  say(`commands: ${commandWords(commands) || 'none found'}`)
  for (const note of [...prepared.notesOnSettings(prepared.config), ...prepared.notes]) say(`note: ${note}`)
  for (const task of tasks) {
    say(
      `  ${task.id}  ${task.title}  (${task.tier}, ${task.agent === 'none' ? 'no agent is set' : task.agent}, ${task.minutes} min at most)${task.needs.length > 0 ? `  after ${task.needs.join(', ')}` : ''}`,
    )
    const gates = project.gatesFor(byId.get(task.id)!, task.commands)
    if (task.tier_reasons.length > 0) say(`      tier: ${tierWords(project.tieringOf(byId.get(task.id)!))}`)
    if (gates.length > 0) say(`      gates: ${gateWords(gates)}`)
    say(`      ${task.unproven ? 'WILL WAIT FOR YOU: ' : 'proof: '}${task.proof}`)
    if (task.look !== null) say(`      look: it waits for you before it lands: ${lookWords(task.look)}`)
  }
  const waiting = tasks.filter(task => task.waits_for_human).length
  say(
    waiting > 0
      ? `${plural(waiting, 'task')} will wait for you.`
      : 'Nothing in it waits for you unless something fails.',
  )
  say(`final review: ${reviewerIn(config) ?? NO_REVIEWER}`)
  say(
    `cost: unknown before it runs; at most ${config.limits.launchesPerTask} launches of ${config.limits.attemptMinutes} minutes per task, and no launch beyond $${config.limits.usdPerRun} where money is metered`,
  )
  return EXIT.done
}

const NO_REVIEWER = 'none (agents.reviewer in pm-agent.yaml names an agent that reviews the whole branch at the end)'

/** The agent that reviews the whole branch at the end; null if there is none, as in quick mode. */
const reviewerIn = (config: Config): string | null => (config.quick ? null : (finalReviewerOf(config)?.name ?? null))

function describe(
  task: Task,
  commands: Commands,
  {
    project,
    config,
    ownTest,
  }: { readonly project: ProjectCommands; readonly config: Config; readonly ownTest: string | null },
) {
  const gates = project.gatesFor(task, commands)
  const tiering = project.tieringOf(task)
  const missing = missingGates(gates).map(({ gate }) => gate)
  const proof = plannedProof(task, commands, { missing, ownTest })
  return {
    id: task.id,
    title: task.title,
    tier: tiering.tier,
    tier_reasons: tiering.reasons.map(reasonWords),
    needs: task.needs,
    agent: authorOf(config, task)?.name ?? 'none',
    role: specialistOf(task) ?? 'worker',
    minutes: minutesFor(config, task, 'worker'),
    criteria: task.criteria.map(criterion => criterion.text),
    must_not: task.mustNot,
    commands,
    gates: gates.map(gateJson),
    proof: proof.words,
    /** Nothing that can be run will show it. */
    unproven: proof.waitsForHuman,
    look: plannedLook(task, config),
    waits_for_human: proof.waitsForHuman || plannedLook(task, config) !== null,
  }
}
