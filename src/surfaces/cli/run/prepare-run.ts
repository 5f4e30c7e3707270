import { join } from 'node:path'
import { readConfig } from '../../../adapters/config/config.ts'
import { readPrompts } from '../../../adapters/config/prompts.ts'
import { findObstacle, type Obstacle } from '../../../adapters/git/repository/obstacle.ts'
import { currentBranch, uncommittedChanges } from '../../../adapters/git/repository/repository.ts'
import { ordinaryText } from '../../../adapters/work-tree/ordinary-file.ts'
import { ambiguityWords, plannedAmbiguities } from '../../../core/decisions/ambiguity.ts'
import { isWithoutEffect, type Plan, type Task } from '../../../core/plan/plan.ts'
import { subPlanPaths } from '../../../core/plan/plan-documents.ts'
import type { PlanPlace } from '../../../core/plan/plan-place.ts'
import { expectedFiles } from '../../../core/replanning/wish.ts'
import { unreachable } from '../../../core/result.ts'
import { judgeNote, plannedLookNotes } from '../../../core/review/planned-looks.ts'
import type { Config } from '../../../core/settings/config.ts'
import { missingGates } from '../../../core/settings/gate-assignment.ts'
import { judgeOf } from '../../../core/settings/judge.ts'
import { specialistOf } from '../../../core/settings/role.ts'
import type { ReadPlan } from '../../../engine/edited-plan.ts'
import { branchOf } from '../../../engine/open.ts'
import type { Context } from '../context.ts'
import { findPlan } from '../places/find-plan.ts'
import { isOnPath } from '../places/on-path.ts'
import { ownRoot } from '../places/own-root.ts'
import type { Places } from '../places/places.ts'
import { nameOf, placeOf } from '../places/plan-place.ts'
import {
  documentName,
  type PlanReader,
  planFromTexts,
  readPlanOnDisk,
  renderPlanProblems,
} from '../places/plan-reading.ts'
import { Problem } from '../problem.ts'
import { heldOutTexts, missingHeldOut, requireHeldOut } from '../project/held-out-files.ts'
import { ownCommands, type ProjectCommands, projectCommands } from '../project/project-commands.ts'
import { warnLines } from '../words/printed-lines.ts'
import { earlierRuns } from './earlier-runs.ts'
import { overridesIn, type WrittenRunFlags } from './run-flags.ts'

/** Everything a run is opened with, checked before anything is started. */
export interface PreparedRun {
  readonly path: string
  readonly plan: Plan
  readonly planText: string
  /** Reads another text as this plan. */
  readonly readPlan: ReadPlan
  /** Reads the documents again during the run. */
  readonly reader: PlanReader
  readonly env: NodeJS.ProcessEnv
  readonly place: PlanPlace
  readonly config: Config
  readonly notes: readonly string[]
  /** Notes on what these settings mean for tasks of the plan: an open run has settings of its own, and fewer tasks that are left. */
  readonly notesOnSettings: (config: Config, isLeft?: (task: Task) => boolean) => readonly string[]
  /** The file that makes git refuse to merge; null if there is none. */
  /** Uncommitted files in the user's checkout, without the plan and our settings. */
  readonly uncommitted: readonly string[]
  /** The texts of held-out files, by path. */
  readonly heldOut: Readonly<Record<string, string>>
  readonly rehearsal?: true
  /** The branch that is checked out; null on a detached HEAD. */
  readonly baseBranch: string | null
  /** Where to fetch the plan branch while it is unpublished. */
  readonly vaultDir: string
}

/** Options of the command line for a run. */
export interface RunChoices extends WrittenRunFlags {
  readonly plan?: string | undefined
  /** No agent is started, so none has to be installed. */
  readonly agentsArePlayed?: true
}

export async function prepareRun(context: Context, places: Places, options: RunChoices): Promise<PreparedRun> {
  const { repository } = places
  const written = settings(repository.top, options)
  const project = await projectCommands(repository.top, written)
  const baseBranch = await currentBranch(repository)
  const path = await findPlan(context, {
    top: repository.top,
    branch: baseBranch,
    named: options.plan,
    earlier: options.plan === undefined ? await earlierRuns(repository.commonDir) : undefined,
    test: project.commands.test,
  })
  const reader = { top: repository.top, path, limits: written.limits }
  const { plan, planText, unread } = readPlan(context, reader)
  const prompts = promptsFor(repository.top, plan, written)
  const areas = project.areas.length > 0 ? { areas: project.areas } : {}
  const config = { ...written, ...areas, prompts }
  requireNamedAgents(plan, config)
  requireTools(context, plan)
  requireHeldOut(repository.top, config)
  const [missing] = missingHeldOut(repository.top, plan)
  if (missing) throw new Problem(`${path}:${missing.span.line}: ${missing.message}`, [missing.hint!])
  const obstacle = await findObstacle({ vaultDir: places.vaultDir, userRepo: repository }, branchOf(plan.id))
  if (obstacle) throw obstacleProblem(obstacle, branchOf(plan.id))
  const changes = await uncommittedChanges(repository)
  const place = await placeOf(repository, path, plan, config)
  const ours = [nameOf(repository.top, path), ...subPlanPaths(plan, place), 'pm-agent.yaml', 'pm-agent.yml']
  const heldOut = heldOutTexts(repository.top, plan, config)
  const uncommitted = changes.filter(name => !ours.includes(name) && !Object.hasOwn(heldOut, name))
  return {
    path,
    plan,
    planText,
    readPlan: (text, subPlans) => planFromTexts(reader, text, subPlans),
    reader,
    env: context.env,
    config,
    place,
    notes: [
      ...notesOn(places, uncommitted.length),
      ...unread,
      ...unknownRoles(plan, config),
      ...(await commandNotes(plan, project)),
      ...(await gateNotes(plan, project)),
    ],
    notesOnSettings: (ofRun, isLeft = () => true) => {
      const left = plan.tasks.filter(task => !task.ticked && isLeft(task))
      return [
        ...unjudged(left, ofRun),
        ...[judgeNote(ofRun, left)].flatMap(note => note ?? []),
        ...plannedLookNotes(left, ofRun),
        ...largeTasks(left, ofRun),
      ]
    },
    baseBranch,
    uncommitted,
    heldOut,
    vaultDir: places.vaultDir,
  }
}

/** The settings of a repository with the command line's options, or their problems. */
export function settings(top: string, choices: RunChoices): Config {
  const overrides = { ...overridesIn(choices), agentsArePlayed: choices.agentsArePlayed }
  const read = readConfig({ repositoryTop: top, overrides })
  if (read.ok) return read.value
  const [first, ...rest] = read.error
  const more = rest.flatMap(problem => [
    `${problem.where}: ${problem.message}`,
    ...(problem.hint ? [`  ${problem.hint}`] : []),
  ])
  throw new Problem(`${first!.where}: ${first!.message}`, [...(first!.hint ? [first!.hint] : []), ...more])
}

/** The plan, or all of its problems with their locations. */
function readPlan(
  context: Context,
  reader: PlanReader,
): { readonly plan: Plan; readonly planText: string; readonly unread: readonly string[] } {
  const read = readPlanOnDisk(reader)
  const { plan, planText, diagnostics } = read
  const { path } = reader
  const errors = diagnostics.filter(diagnostic => diagnostic.severity === 'error')
  const shown = documentName(context.cwd, path)
  const unread = diagnostics
    .filter(diagnostic => isWithoutEffect(diagnostic) || diagnostic.code.startsWith('sub-plan-'))
    .map(
      ({ span, message, hint, document }) =>
        `${documentName(context.cwd, path, document)}:${span.line}: ${message}${hint === null ? '' : ` ${hint}`}`,
    )
  if (plan && errors.length === 0) return { plan, planText, unread }
  warnLines(context.terminal, renderPlanProblems(context, path, { ...read, diagnostics: errors }))
  throw new Problem(`${shown} has errors and cannot be run`, [`pm-agent check ${shown} shows all of its problems`])
}

/** The settings with the prompts of an edited plan, or its first problem. */
export function configFor({ config, reader, env }: PreparedRun, plan: Plan): Config {
  requireNamedAgents(plan, config)
  requireTools({ env }, plan)
  return { ...config, prompts: promptsFor(reader.top, plan, config) }
}

function requireNamedAgents(plan: Plan, config: Config): void {
  for (const task of plan.tasks)
    if (task.agent !== null && !config.agents[task.agent])
      throw new Problem(`task ${task.id} asks for the agent "${task.agent}", which pm-agent.yaml does not name`, [
        `named there: ${Object.keys(config.agents).join(', ') || 'none'}`,
      ])
}

/** The role prompts, frozen with the run. */
function promptsFor(top: string, plan: Plan, { roles = {} }: Config): Readonly<Record<string, string>> {
  const specialists = plan.tasks.flatMap(task => specialistOf(task) ?? [])
  const names = [
    ...new Set(['worker', 'fixer', 'tester', 'verifier', 'task-reviewer', 'final-reviewer', 'planner', ...specialists]),
  ]
  const read = readPrompts(names, { repositoryTop: top, shipped: join(ownRoot(), 'prompts'), roles })
  if (read.ok) return read.value
  throw new Problem(`${read.error.path}: ${read.error.message}`, ['correct roles: in pm-agent.yaml, or the file'])
}

/** A role without a description only selects gates. */
function unknownRoles(plan: Plan, { prompts = {}, roles = {} }: Config): readonly string[] {
  const unknown = plan.tasks.flatMap(task => {
    const role = task.ticked ? null : specialistOf(task)
    return role === null || Object.hasOwn(prompts, role) || Object.hasOwn(roles, role) ? [] : [role]
  })
  return [...new Set(unknown)].map(
    role => `the role "${role}" is unknown: .pm-agent/prompts/${role}.md can define its prompt`,
  )
}

function requireTools(context: Pick<Context, 'env'>, plan: Plan): void {
  const missing = plan.tasks.flatMap(task =>
    task.tools
      .filter(tool => /^[\w.+-]+$/.test(tool) && !isOnPath(context, tool))
      .map(tool => `${tool} (task ${task.id})`),
  )
  if (missing.length > 0)
    throw new Problem(`tools that the plan requires are not here: ${missing.join(', ')}`, [
      'install them, or correct Required Tools in the plan',
    ])
}

/** Obstacles for the plan branch, and the remedy. */
function obstacleProblem(obstacle: Obstacle, branch: string): Problem {
  const otherName = 'or give the plan another name: Plan-ID: NAME in a front matter at its top'
  switch (obstacle.is) {
    case 'not-writable':
      return new Problem(`${obstacle.path} cannot be written`, [
        'pm-agent keeps its journal and puts the plan branch there: make it writable, or work in a clone of your own',
      ])
    case 'branch-in-the-way':
      return new Problem(`the branch ${obstacle.branch} is in the way: git cannot store it together with ${branch}`, [
        `give it another name: git branch -m ${obstacle.branch} ${obstacle.branch.replaceAll('/', '-')}-old`,
        ...(obstacle.branch.startsWith(branch) ? [otherName] : []),
      ])
    case 'symbolic-branch':
      return new Problem(`${branch} is a symbolic ref to ${obstacle.target}: publishing it would move that branch`, [
        `remove it: git symbolic-ref -d refs/heads/${branch}`,
        otherName,
      ])
    case 'tag-of-the-same-name':
      return new Problem(`there is a tag ${branch}: git merge ${branch} would use it instead of the branch`, [
        `give the tag another name: git tag ${branch}-old ${branch}^{} && git tag -d ${branch}`,
        otherName,
      ])
    case 'incomplete':
      return incompleteProblem(obstacle)
    default:
      return unreachable(obstacle)
  }
}

function incompleteProblem({ promisor, detail }: Extract<Obstacle, { is: 'incomplete' }>): Problem {
  if (promisor !== null)
    return new Problem(`this partial clone does not contain all files of the commit to start from (${detail})`, [
      `complete it: git fetch --refetch --no-filter ${promisor}`,
      'a sparse checkout is completed by git sparse-checkout disable as well',
    ])
  return new Problem(`this repository does not contain all objects of the commit to start from: ${detail}`, [
    'git fsck --full names what is missing; clone it again, or fetch the missing objects: git fetch --refetch',
  ])
}

/** Reports criteria without any check before anything runs. */
function unjudged(tasks: readonly Task[], config: Config): readonly string[] {
  const { judging, quick, tests } = config
  const alone = tasks.filter(task => judgeOf(config, task) === null)
  const notes =
    tests === 'judge' && judging !== 'never' && alone.length > 0
      ? ['pm-agent.yaml: tests: judge has no effect without a judge (agents.judge)']
      : []
  if (quick) return notes
  const spoken = alone.flatMap(task => task.criteria.filter(({ check }) => check === null))
  if (spoken.length === 0) return notes
  const count = spoken.length === 1 ? '1 criterion has' : `${spoken.length} criteria have`
  const why = judging === 'never' ? 'the judge is never asked (judge: never)' : 'no judge is set (--judge AGENT)'
  return [...notes, `${count} no command and ${why}: ${spoken.length === 1 ? 'it stays' : 'they stay'} unjudged`]
}

/** A task that names very many files is hard to do and harder to review. */
function largeTasks(tasks: readonly Task[], { limits: { patchFiles } }: Config): readonly string[] {
  return tasks.flatMap(task => {
    const count = expectedFiles(task)
    return count <= patchFiles
      ? []
      : [`task ${task.id} names ${count} files, more than patch_files (${patchFiles}): better split it`]
  })
}

/** Contracts that cannot be kept, and required gates that cannot run, are reported before any agent is paid. */
async function gateNotes(plan: Plan, project: ProjectCommands): Promise<readonly string[]> {
  const notes: string[] = []
  const open = plan.tasks.filter(({ ticked }) => !ticked)
  for (const task of open)
    for (const ambiguity of plannedAmbiguities(task, { tasks: plan.tasks, gates: project.gates }))
      if (ambiguity.is !== 'gate')
        notes.push(`task ${task.id} will wait for you before it begins: ${ambiguityWords(ambiguity)}`)
  for (const task of open)
    for (const { notRun } of missingGates(project.gatesFor(task, await project.forTask(task))))
      notes.push(`task ${task.id} will wait for you: ${notRun}`)
  return notes
}

/** Tasks with other checks than the rest: by the commands of their area, or by their own test. */
async function commandNotes(plan: Plan, project: ProjectCommands): Promise<readonly string[]> {
  const open = plan.tasks.filter(task => !task.ticked && Object.keys(task.commands).length === 0)
  const own = await Promise.all(
    open.map(async task => ({ task, words: ownCommands(await project.forTask(task), project.commands) })),
  )
  return own.flatMap(({ task, words }) => (words === null ? [] : [`task ${task.id} uses ${words}`]))
}

function notesOn({ repository }: Places, uncommitted: number): readonly string[] {
  const notes: string[] = []
  if (uncommitted > 0)
    notes.push(
      `${uncommitted} uncommitted change${uncommitted === 1 ? ' is' : 's are'} not part of this run: it starts from your last commit`,
    )
  if (textAt(repository.top, '.gitmodules') !== '')
    notes.push('submodules are kept at their commits, and their folders are empty for agents and checks')
  if (/\bfilter=lfs\b/.test(textAt(repository.top, '.gitattributes')))
    notes.push('files kept by Git LFS are pointers for agents and checks: no filter is started')
  return notes
}

const textAt = (top: string, name: string): string => ordinaryText(join(top, name)) ?? ''
