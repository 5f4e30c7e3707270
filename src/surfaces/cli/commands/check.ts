import { readConfig } from '../../../adapters/config/config.ts'
import { findGitCommonDir } from '../../../adapters/git/repository/locate.ts'
import { ambiguityWords, plannedAmbiguities } from '../../../core/decisions/ambiguity.ts'
import { topological } from '../../../core/plan/graph.ts'
import { hasOwnWork } from '../../../core/plan/hierarchy.ts'
import type { TaskId } from '../../../core/plan/ids.ts'
import { intentOf } from '../../../core/plan/intent.ts'
import type { Diagnostic, Plan, Task } from '../../../core/plan/plan.ts'
import { requestsOf, requestWords } from '../../../core/plan/requests.ts'
import { criterionWords, plannedProof } from '../../../core/proof/plan-proof.ts'
import { isJudgeOff, judgeNote, lookWords, plannedLook } from '../../../core/review/planned-looks.ts'
import type { Tiering } from '../../../core/risk/tier.ts'
import { reasonWords, tierWords } from '../../../core/risk/tier-words.ts'
import type { Commands } from '../../../core/settings/commands.ts'
import type { Config } from '../../../core/settings/config.ts'
import { gateWords, missingGates, type PlannedGate } from '../../../core/settings/gate-assignment.ts'
import { type TimeEstimate, timeEstimate } from '../../../core/shown/time-estimate.ts'
import { saysOnlyYes } from '../../../core/text/empty-command.ts'
import { jsonText } from '../../../core/text/json-text.ts'
import { plural } from '../../../core/text/lists.ts'
import { duration } from '../../../core/text/time.ts'
import type { Context } from '../context.ts'
import { findPlan } from '../places/find-plan.ts'
import { readPlanOnDisk, renderPlanProblems } from '../places/plan-reading.ts'
import { workTreeAt } from '../places/working-tree.ts'
import { heldOutLines, trialJson, trialLines, tryHeldOut, tryPlan } from '../planning/trial.ts'
import { EXIT, Problem } from '../problem.ts'
import { missingHeldOut, requireHeldOut } from '../project/held-out-files.ts'
import {
  commandWords,
  gateJson,
  ownCommands,
  type ProjectCommands,
  projectCommands,
} from '../project/project-commands.ts'
import { earlierRuns } from '../run/earlier-runs.ts'
import { printLines } from '../words/printed-lines.ts'

/** `check [PLAN]`: everything there is to say about a plan, and how each task will be proven. Starts nothing, unless `--try` asks for it. */
export async function check(
  context: Context,
  options: { readonly plan?: string | undefined; readonly json?: boolean; readonly try?: boolean },
): Promise<number> {
  const { terminal } = context
  const { top, branch } = workTreeAt(context.cwd)
  const { project, config } = await projectAt(top)
  const { limits } = config
  const { test } = project.commands
  const earlier = await earlierRuns(findGitCommonDir(context.cwd))
  const path = await findPlan(options.json ? { ...context, ask: undefined } : context, {
    top,
    branch,
    named: options.plan,
    earlier: options.plan === undefined ? earlier : undefined,
    command: 'check',
    test,
  })
  const read = readPlanOnDisk({ top, path, limits, test })
  const { plan } = read
  requireHeldOut(top, config)
  const planned: Planned = plan ? await plannedCommands(plan, project) : new Map()
  const stated = plan ? withoutTested(read.diagnostics, plan, planned) : read.diagnostics
  const diagnostics = [...stated, ...(plan ? missingHeldOut(top, plan) : [])]
  const failed = diagnostics.some(diagnostic => diagnostic.severity === 'error')
  const estimate = plan ? timeEstimate(plan.tasks, earlier.times, limits.parallel) : null
  const tried = options.try && plan && !failed ? await tryPlan(context, plan) : null
  const idle = tried && plan ? await tryHeldOut(context, plan, top) : []
  if (options.json) {
    const tasks = plan ? tasksOf(plan, planned, config) : []
    const uncontrolled = idleCommands(project.commands)
    terminal.print(
      jsonText(
        {
          tasks,
          judge: isJudgeOff(config) ? 'off' : (config.judge?.name ?? null),
          uncontrolled,
          estimate: estimateJson(estimate),
          diagnostics,
          ...(tried === null ? {} : { tried: trialJson(tried), held_out_green: idle }),
        },
        2,
      ),
    )
  } else {
    if (diagnostics.length > 0) printLines(terminal, renderPlanProblems(context, path, { ...read, diagnostics }))
    if (plan && !failed) {
      printLines(terminal, ...proofLines(plan, planned, { commands: project.commands, config }))
      printLines(terminal, estimateWords(estimate))
      if (tried !== null) printLines(terminal, ...trialLines(tried))
      printLines(terminal, ...heldOutLines(idle))
    }
  }
  return failed ? EXIT.badInput : EXIT.done
}

/** In milliseconds; null where nothing is known yet. */
const estimateJson = (estimate: TimeEstimate | null) =>
  estimate && {
    task_agent_ms: estimate.agentMs,
    task_proof_ms: estimate.proofMs,
    run_ms: estimate.runMs,
    based_on_tasks: estimate.basedOn,
  }

const estimateWords = (estimate: TimeEstimate | null): string =>
  estimate === null
    ? 'time: unknown until the first run (no task has landed in this repository yet)'
    : `time: about ${duration(estimate.agentMs)} of agent and ${duration(estimate.proofMs)} of proof per task, ${duration(estimate.runMs)} in all (from ${plural(estimate.basedOn, 'task')} that landed here)`

async function projectAt(top: string): Promise<{ readonly project: ProjectCommands; readonly config: Config }> {
  const config = readConfig({ repositoryTop: top })
  if (!config.ok)
    throw new Problem(
      `${config.error[0]!.where}: ${config.error[0]!.message}`,
      config.error[0]!.hint ? [config.error[0]!.hint] : [],
    )
  return { project: await projectCommands(top, config.value), config: config.value }
}

interface PlannedTask {
  readonly commands: Commands
  readonly gates: readonly PlannedGate[]
  readonly ownTest: string | null
  readonly tiering: Tiering
}
type Planned = ReadonlyMap<TaskId, PlannedTask>

const plannedCommands = async (plan: Plan, project: ProjectCommands): Promise<Planned> =>
  new Map(
    await Promise.all(
      plan.tasks.map(async task => {
        const commands = await project.forTask(task)
        const gates = project.gatesFor(task, commands)
        const ownTest = await project.ownTestOf(task)
        return [task.id, { commands, gates, ownTest, tiering: project.tieringOf(task) }] as const
      }),
    ),
  )

/** A task without criteria is no problem where a test called after it shows that it is done. */
function withoutTested(diagnostics: readonly Diagnostic[], plan: Plan, planned: Planned): readonly Diagnostic[] {
  const documents = new Map(plan.subPlans?.map(({ task, path }) => [task, path]))
  const place = (document: string | undefined, { start }: Diagnostic['span']) => `${start} ${document ?? ''}`
  const tested = plan.tasks.filter(({ id }) => planned.get(id)!.ownTest !== null)
  const places = new Set(tested.map(({ parent, span }) => place(parent && documents.get(parent), span)))
  return diagnostics.filter(({ code, document, span }) => code !== 'no-criteria' || !places.has(place(document, span)))
}

const proofOf = (task: Task, planned: Planned) => {
  const { commands, gates, ownTest } = planned.get(task.id)!
  return plannedProof(task, commands, { missing: missingGates(gates).map(({ gate }) => gate), ownTest })
}

function tasksOf(plan: Plan, planned: Planned, config: Config) {
  return plan.tasks.map(task => ({
    id: task.id,
    title: task.title,
    phase: task.phase ?? null,
    type: task.type,
    kind: kindOf(task),
    tier: planned.get(task.id)!.tiering.tier,
    tier_reasons: planned.get(task.id)!.tiering.reasons.map(reasonWords),
    ticked: task.ticked,
    depends_on: task.needs,
    parent: task.parent ?? null,
    sub_plan: task.subPlan ?? null,
    line: task.span.line,
    criteria: task.criteria.map(({ id, text, check: command }) => ({ id, text, command: command?.command ?? null })),
    commands: planned.get(task.id)!.commands,
    own_test: planned.get(task.id)!.ownTest,
    proof: proofOf(task, planned),
    asks: requestsOf(task),
    waits_for_look: plannedLook(task, config),
    gates: planned.get(task.id)!.gates.map(gateJson),
    ambiguities: plannedAmbiguities(task, { tasks: plan.tasks, gates: config.gates }).map(ambiguityWords),
  }))
}

/** A task that asks for documentation is of that kind by itself. */
const kindOf = (task: Task) => (intentOf(task).is === 'docs' ? 'docs' : task.kind)

/** Checks that say yes whatever the code does, as far as can be said without running them. */
const idleCommands = (commands: Commands) =>
  (['typecheck', 'lint', 'test'] as const).filter(name => commands[name] && saysOnlyYes(commands[name]))

function proofLines(
  plan: Plan,
  planned: Planned,
  { commands, config }: { readonly commands: Commands; readonly config: Config },
): readonly string[] {
  const byId = new Map(plan.tasks.map(task => [task.id, task]))
  const width = Math.max(...plan.tasks.map(task => task.id.length))
  const inSubPlans = plan.subPlans ? ` in ${plural(plan.subPlans.length, 'sub-plan')}` : ''
  const lines = [`${plan.title}: ${plural(plan.tasks.filter(hasOwnWork).length, 'task')}${inSubPlans}`]
  if (Object.keys(commands).length > 0) lines.push(`commands: ${commandWords(commands)}`)
  for (const name of idleCommands(commands))
    lines.push(`  ${name} (${commands[name]}) is uncontrolled: it starts no program, and does not count as a check`)
  lines.push(...[judgeNote(config, plan.tasks)].flatMap(note => note ?? []))
  let phase: string | undefined
  for (const id of topological(plan.tasks)) {
    const task = byId.get(id)!
    if (task.phase !== undefined && task.phase !== phase) lines.push(` ${task.phase}`)
    phase = task.phase
    const { commands: own, gates, tiering, ownTest } = planned.get(id)!
    const proof = proofOf(task, planned)
    const different = ownCommands(own, commands)
    const look = plannedLook(task, config)
    const needs = task.needs.length > 0 ? `  after ${task.needs.join(', ')}` : ''
    lines.push(
      `  ${task.ticked ? '[x]' : '[ ]'} ${id.padEnd(width)}  ${task.title}${needs}`,
      ...(tiering.reasons.length === 0 ? [] : [`      ${' '.repeat(width)}tier: ${tierWords(tiering)}`]),
      `      ${' '.repeat(width)}${proof.waitsForHuman ? 'WILL WAIT FOR YOU: ' : 'proof: '}${proof.words}`,
      ...requestWords(requestsOf(task)).map(words => `      ${' '.repeat(width)}read from its words: ${words}`),
      ...plannedAmbiguities(task, { tasks: plan.tasks, gates: config.gates })
        // A gate that cannot run is in the line about the proof.
        .filter(({ is }) => is !== 'gate')
        .map(found => `      ${' '.repeat(width)}WILL WAIT FOR YOU BEFORE IT BEGINS: ${ambiguityWords(found)}`),
      ...(look === null
        ? []
        : [`      ${' '.repeat(width)}look: it waits for you before it lands: ${lookWords(look)}`]),
      ...(ownTest === null ? [] : [`      ${' '.repeat(width)}tests: runs \`${ownTest}\` in addition to the suite`]),
      ...task.criteria.map(criterion => `      ${' '.repeat(width)}${criterion.id}: ${criterionWords(criterion)}`),
      ...(gates.length === 0 ? [] : [`      ${' '.repeat(width)}gates: ${gateWords(gates)}`]),
      ...missingGates(gates).map(({ gate, notRun }) => `      ${' '.repeat(width)}${gate}: ${notRun}`),
      ...(different === null ? [] : [`      ${' '.repeat(width)}uses ${different}`]),
    )
  }
  return lines
}
