import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { findPublishRefusal } from '../../../adapters/git/repository/publish.ts'
import type { Plan } from '../../../core/plan/plan.ts'
import { finalReviewerOf } from '../../../core/release/final-reviewer.ts'
import type { AgentSpec, Config } from '../../../core/settings/config.ts'
import type { Ports } from '../../../ports.ts'
import { readScript } from '../../../rehearsal/read-script.ts'
import { Rehearsal } from '../../../rehearsal/rehearsal.ts'
import { rehearsedPorts } from '../../../rehearsal/rehearsed-ports.ts'
import { ALL_GOES_WELL, type RehearsalScript } from '../../../rehearsal/script.ts'
import type { Context } from '../context.ts'
import { findPlaces, type Places } from '../places/places.ts'
import { Problem } from '../problem.ts'
import { type PreparedRun, prepareRun } from '../run/prepare-run.ts'
import { rehearsalEnd } from '../run/rehearsal-end.ts'
import { scopeOf } from '../run/run-scope.ts'
import { inThrowAway } from '../run/throw-away.ts'
import { unwire, wire } from '../run/wiring.ts'
import { type RunOptions, runWith } from './run.ts'

export interface RehearseOptions extends RunOptions {
  /** The script's file; true when all goes well. */
  readonly rehearse: string | true
}

/** `run [PLAN] --rehearse [SCRIPT]`: the whole run with agents, checks, merges and humans played, in a copy that is thrown away. */
export async function rehearse(context: Context, options: RehearseOptions): Promise<number> {
  refuseNonsense(options)
  const { plan, scriptFile } = whatIsMeant(options)
  return inThrowAway('rehearsal', async root => {
    const places = await findPlaces(context, root)
    const real = await prepareRun(context, places, { ...options, plan, agentsArePlayed: true })
    const script = scriptFile === null ? ALL_GOES_WELL : readScriptFile(context, scriptFile, real.plan)
    const rehearsal = new Rehearsal(script, real.plan, path => existsSync(join(places.repository.top, path)))
    const agentsFile = join(root, 'agents.json')
    writeFileSync(agentsFile, JSON.stringify(rehearsal.agents(real.config.limits)))
    const prepared = preparedFor(real, agentsFile, script)
    const ports = await portsFor(context, { places, prepared, rehearsal, root })
    const play = {
      hear: rehearsal.hear.bind(rehearsal),
      answers: rehearsal.answers.bind(rehearsal),
      end: (state: Parameters<Rehearsal['hear']>[0]) =>
        rehearsalEnd(state, {
          unplayed: rehearsal.unplayed(),
          waited: rehearsal.waited,
          unpublishable: rehearsal.unpublishable,
          forReal: `pm-agent run ${relative(context.cwd, real.path) || real.path}${real.config.worker ? '' : ' --agent AGENT'}`,
        }),
    }
    try {
      return await runWith(context, ports, prepared, { ...options, scope: scopeOf(real.plan, options), places, play })
    } finally {
      await unwire(ports)
    }
  })
}

function refuseNonsense({ agent, judge, 'dry-run': dryRun }: RehearseOptions): void {
  if (agent !== undefined)
    throw new Problem('--rehearse and --agent cannot be used together: in a rehearsal every agent is played', [
      'without --rehearse the agent works for real; with --rehearse SCRIPT the script says what it does',
    ])
  if (judge !== undefined)
    throw new Problem('--rehearse and --judge cannot be used together: in a rehearsal the judge is played', [
      'the part `judge:` of a script says what it does',
    ])
  if (dryRun)
    throw new Problem('--rehearse and --dry-run cannot be used together: one plays the run, the other starts nothing', [
      'leave one of them out',
    ])
}

/** In `run --rehearse PLAN.md` it is the plan that is meant: scripts are YAML or JSON. */
function whatIsMeant({ rehearse: given, plan }: RehearseOptions): {
  readonly plan?: string | undefined
  readonly scriptFile: string | null
} {
  if (given === true) return { plan, scriptFile: null }
  if (/\.(ya?ml|json)$/i.test(given)) return { plan, scriptFile: given }
  if (plan === undefined) return { plan: given, scriptFile: null }
  throw new Problem(`--rehearse ${given}: a script is a file that ends in .yaml, .yml or .json`, [
    `without a script everything succeeds: pm-agent run ${plan} --rehearse`,
  ])
}

function readScriptFile(context: Context, file: string, plan: Plan): RehearsalScript {
  const path = resolve(context.cwd, file)
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    throw new Problem(`--rehearse: ${file} cannot be read (${(error as NodeJS.ErrnoException).code})`, [
      'without a script everything succeeds: leave it out',
    ])
  }
  const read = readScript(text, { name: file, plan })
  if (read.ok) return read.value
  const [first, ...others] = read.error
  throw new Problem(`${first!.where}: ${first!.message}`, [
    ...(first!.hint ? [first!.hint] : []),
    ...others.flatMap(({ where, message, hint }) => [`${where}: ${message}`, ...(hint ? [`  ${hint}`] : [])]),
  ])
}

/** The real plan and settings; only that every agent is the player of the script. */
function preparedFor(
  real: PreparedRun,
  script: string,
  plays: Pick<RehearsalScript, 'judge' | 'reviewer' | 'final_review'>,
): PreparedRun {
  const played = ({ name }: AgentSpec): AgentSpec => ({ is: 'scripted', name: `${name} (played)`, script })
  const { judge, reviewer, ...settings } = real.config
  const ofBranch = finalReviewerOf(real.config)
  const rolesWith = (role: string, agent: AgentSpec) => ({
    ...real.config.roles,
    [role]: { ...real.config.roles?.[role], agent },
  })
  const readers = {
    ...(plays.judge ? { judge: played(judge ?? { is: 'scripted', name: 'judge', script }) } : {}),
    ...(plays.reviewer ? { reviewer: played(reviewer ?? { is: 'scripted', name: 'reviewer', script }) } : {}),
    ...(plays.final_review || ofBranch
      ? { roles: rolesWith('final-reviewer', played(ofBranch ?? { is: 'scripted', name: 'reviewer', script })) }
      : {}),
  }
  const { worker, agents } = settings
  const config: Config = {
    ...settings,
    ...readers,
    // Results are scripted, so there is nothing to test.
    testing: 'never',
    worker: played(worker ?? { is: 'scripted', name: 'agent', script }),
    agents: Object.fromEntries(Object.entries(agents).map(([name, agent]) => [name, played(agent)])),
  }
  const missing = new Set(
    [...(worker ? [worker] : []), ...Object.values(agents)].flatMap(agent =>
      agent.is === 'scripted' && agent.script === '' ? [agent.name] : [],
    ),
  )
  const notes = [
    'REHEARSAL: agents, checks, merges and decisions are played; your repository is only read and nothing is kept',
    ...real.notesOnSettings(real.config),
    ...real.notes,
    ...[...missing].map(name => `the agent ${name} is not on this machine: a real run needs it`),
    ...(judge && !plays.judge ? ['the script plays no judge: criteria without a command stay unjudged here'] : []),
    ...(reviewer && !plays.reviewer
      ? ['the script plays no reviewer: critical work waits for your decision here']
      : []),
    ...(worker === null ? ['no agent is set: a real run needs one (--agent, or agents: in pm-agent.yaml)'] : []),
  ]
  return { ...real, config, notes, notesOnSettings: () => [], rehearsal: true }
}

async function portsFor(
  context: Context,
  {
    places,
    prepared,
    rehearsal,
    root,
  }: {
    readonly places: Places
    readonly prepared: PreparedRun
    readonly rehearsal: Rehearsal
    readonly root: string
  },
): Promise<Ports> {
  const { vaultDir, repository: userRepo, outputs } = places
  const ports = await wire(places, copyOfPlan(prepared, root), { env: context.env })
  return rehearsedPorts(ports, {
    rehearsal,
    outputsDir: outputs,
    publishRefusal: (branch, tip) => findPublishRefusal({ vaultDir, userRepo, branch, tip }),
  })
}

/** A plan that is ticked in place is ticked in a copy, with what earlier tasks left beside it. */
function copyOfPlan({ path, place, plan }: PreparedRun, root: string): string {
  const folder = join(root, 'plan')
  mkdirSync(folder)
  const copy = join(folder, basename(path))
  cpSync(path, copy, { dereference: true })
  for (const { path: sub, text } of plan.subPlans ?? [])
    if (text !== null) cpSync(join(dirname(path), sub), join(folder, sub), { dereference: true })
  const context = join(dirname(path), place.contextDir)
  if (place.contextKept === 'in-place' && existsSync(context))
    cpSync(context, join(folder, place.contextDir), { recursive: true, dereference: true })
  return copy
}
