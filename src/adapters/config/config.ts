import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { LineCounter, parseDocument } from 'yaml'
import { RELEASES_DIR } from '../../core/handover/release-paths.ts'
import { heldOut } from '../../core/plan/test-spec.ts'
import { present } from '../../core/present.ts'
import { err, ok, type Result } from '../../core/result.ts'
import { COMMAND_NAMES, type Commands } from '../../core/settings/commands.ts'
import {
  type AgentSpec,
  type Area,
  type Config,
  DEFAULT_PROGRESS,
  type Fittings,
  type HumanReview,
  type Limits,
} from '../../core/settings/config.ts'
import { readOrdinaryFile, wayOut } from '../work-tree/ordinary-file.ts'
import { type AgentDescription, type AgentNameProblem, describedAgent, parseAgentName } from './agent-name.ts'
import { gateProblems } from './gate-problems.ts'
import { gatesIn } from './gates.ts'
import { limitsOf } from './limits.ts'
import {
  type ConfigProblem,
  type Path,
  placeAt,
  placeOfKey,
  placeOfValue,
  problemsFrom,
  type Source,
} from './problem.ts'
import { calledAfter, HELPERS, readRoles } from './roles.ts'
import { type EarlierName, settingsSchema, soundSections, type WrittenSettings } from './schema.ts'

/** YAML of this size takes seconds. */
const MEGABYTES_MAX = 0.5
const FILE_NAMES = ['pm-agent.yaml', 'pm-agent.yml']

/** Options of the command line; they override the file. */
export interface ConfigOverrides {
  /** As in `--agent`: a name from the file, `claude`, `command:PROGRAM` or `scripted:FILE`, relative to the current folder. */
  readonly agent?: string
  /** As in `--judge`, with the same syntax. */
  readonly judge?: string
  readonly review?: HumanReview
  readonly limits?: Partial<Limits>
  readonly quick?: boolean
  /** No agent of the file is started, so none has to be installed. */
  readonly agentsArePlayed?: boolean | undefined
}

/** The settings of a run: defaults, then pm-agent.yaml at the repository's top, then the command line; or all problems. */
export function readConfig(place: {
  readonly repositoryTop: string
  readonly overrides?: ConfigOverrides
  /** Where the programs of agents are searched; the PATH of this process by default. */
  readonly searchPath?: string
}): Result<Config, readonly ConfigProblem[]> {
  const { repositoryTop, overrides = {}, searchPath } = place
  const names = FILE_NAMES.filter(name => existsSync(join(repositoryTop, name)))
  const [name, second] = names
  if (second !== undefined) return err([twoFiles(second)])
  if (name === undefined) return assemble({}, { source: null, repositoryTop, overrides, searchPath })
  const text = readText(repositoryTop, name)
  if (!text.ok) return err([text.error])
  const document = parseYaml(text.value, name)
  if (!document.ok) return document
  const { source, value } = document.value
  const parsed = settingsSchema.safeParse(value)
  if (parsed.success) return assemble(parsed.data, { source, repositoryTop, overrides, searchPath })
  // Reports all problems at once, including those that only show when the parts are combined.
  const rest = assemble(soundSections(value), { source, repositoryTop, overrides, searchPath })
  return err(inOrder([...problemsFrom(source, value, parsed.error.issues), ...(rest.ok ? [] : rest.error)]))
}

const twoFiles = (second: string): ConfigProblem => ({
  reason: 'two-files',
  where: second,
  message: `there are both ${FILE_NAMES.join(' and ')}`,
  hint: 'keep one of them',
})

function readText(top: string, name: string): Result<string, ConfigProblem> {
  const path = join(top, name)
  const outside = wayOut(top, path)
  if (outside !== null) {
    const message = `it leads to ${outside}, which is no file of the repository`
    return err({
      reason: 'unreadable',
      where: name,
      message,
      hint: 'settings are a file of the repository: copy it here',
    })
  }
  const read = readOrdinaryFile(path, MEGABYTES_MAX)
  if (read.ok) return ok(read.value.toString('utf8'))
  const message = `it cannot be read: ${read.error.words}`
  return err({ reason: 'unreadable', where: name, message, hint: 'check its kind and permissions' })
}

const YAML_HINTS: Readonly<Record<string, string>> = {
  // A command like `npm run test: unit` causes this.
  BLOCK_AS_IMPLICIT_KEY: 'quote text that contains a colon',
}

function parseYaml(
  text: string,
  name: string,
): Result<{ readonly value: unknown; readonly source: Source }, readonly ConfigProblem[]> {
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false })
  const source: Source = { name, document, lines }
  const notYaml = (message: string, offset: number, hint: string | null = null): ConfigProblem => ({
    reason: 'not-yaml',
    where: placeAt(source, offset),
    message,
    hint,
  })
  if (document.errors.length > 0) {
    return err(document.errors.map(({ code, message, pos }) => notYaml(message, pos[0], YAML_HINTS[code] ?? null)))
  }
  try {
    return ok({ source, value: document.toJS() ?? {} })
  } catch (error) {
    // Aliases can refer to nothing, or expand without limit.
    return err([notYaml((error as Error).message, 0)])
  }
}

interface Circumstances {
  /** Null if there is no file and so no problem in it. */
  readonly source: Source | null
  readonly repositoryTop: string
  readonly overrides: ConfigOverrides
  readonly searchPath: string | undefined
}

function assemble(settings: WrittenSettings, around: Circumstances): Result<Config, readonly ConfigProblem[]> {
  const { source, overrides } = around
  const problems: ConfigProblem[] = []
  const agents = readAgents(settings, around, problems)
  const pick = <T>(ours: readonly [Path, T | null | undefined], earlier: EarlierName): T | undefined => {
    const written = [
      ours,
      [[earlier], settings[earlier]],
      [['pm_config', earlier], settings.pm_config?.[earlier]],
    ] as const
    const said = written.filter(([, value]) => value !== null && value !== undefined)
    const [first, second] = said
    if (first && second && source) problems.push(saidTwice(source, first[0], second[0]))
    return first?.[1] as T | undefined
  }
  const limits = settings.limits ?? {}
  const parallel = pick([['limits', 'parallel'], limits.parallel], 'max_parallel_agents')
  const fixes = pick([['limits', 'fixes'], limits.fixes], 'retry_budget')
  const patchFiles = pick([['limits', 'patch_files'], limits.patch_files], 'patch_size_limit_files')
  const lowAfter = pick<number>([[], null], 'anti_starvation_interval')
  const progressTasks = pick<number>([[], null], 'progress_report_task_interval')
  const progressMinutes = pick<number>([[], null], 'progress_report_time_interval_min')
  const checkpointTags = pick<boolean>([[], null], 'checkpoint_tags')
  const reviewsDir = pick<string>([[], null], 'review_artifacts_dir')
  const releasesDir = pick<string>([[], null], 'release_manifest_dir')
  problems.push(...gateProblems(settings, source))
  if (problems.length > 0) return err(inOrder(problems))
  return ok({
    ...agents,
    commands: commandsOf(settings),
    ...gatesIn(settings.gates),
    protect: settings.protect ?? [],
    ...hiddenIn(settings),
    ...sensitiveIn(settings),
    areas: Object.entries(settings.areas ?? {}).map(([glob, area]) => areaOf(glob, area)),
    order: settings.order ?? 'tier',
    ...present({
      generated: settings.generated,
      judging: settings.judge,
      testing: settings.tester,
      tests: settings.tests,
      strength: settings.strength,
      bookkeeping: settings.bookkeeping,
      notify: settings.notify,
      lowAfter,
    }),
    ...humanReviewIn(overrides.review ?? settings.review),
    quick: overrides.quick ?? false,
    limits: { ...limitsOf(limits, { parallel, fixes, patchFiles }), ...overrides.limits },
    checkpointTags: checkpointTags ?? true,
    reviewsDir: withoutSlashes(reviewsDir ?? 'docs/reviews'),
    ...(releasesDir === undefined || withoutSlashes(releasesDir) === RELEASES_DIR
      ? {}
      : { releasesDir: withoutSlashes(releasesDir) }),
    ...(progressTasks === undefined && progressMinutes === undefined
      ? {}
      : {
          progress: {
            tasks: progressTasks ?? DEFAULT_PROGRESS.tasks,
            minutes: progressMinutes ?? DEFAULT_PROGRESS.minutes,
          },
        }),
    ...fittingsIn(settings),
  })
}

const hiddenIn = ({ hidden }: WrittenSettings): Pick<Config, 'hidden'> =>
  hidden && hidden.length > 0 ? { hidden: hidden.map(heldOut) } : {}

const humanReviewIn = (review: HumanReview | null | undefined): Pick<Config, 'review'> => (review ? { review } : {})

const saidTwice = (source: Source, first: Path, second: Path): ConfigProblem => ({
  reason: 'said-twice',
  where: placeOfKey(source, second),
  message: `"${second.join('.')}" and "${first.join('.')}" are the same setting`,
  hint: `keep "${first.join('.')}"`,
})

/** Roles with a predefined use; every other name in `agents` is an agent that tasks may request. */
const ROLES = ['worker', 'judge', 'reviewer', ...HELPERS]

function readAgents(
  settings: WrittenSettings,
  { source, repositoryTop, overrides, searchPath }: Circumstances,
  problems: ConfigProblem[],
): Pick<Config, 'worker' | 'judge' | 'reviewer' | 'agents' | 'roles'> {
  const written = Object.entries(settings.agents ?? {}).filter(([, value]) => value !== null && value !== undefined)
  const isRole = (name: string): boolean => ROLES.includes(name)
  const named: Record<string, AgentSpec> = {}
  const read = (name: string, value: unknown): Result<AgentSpec, AgentNameProblem> =>
    typeof value === 'string'
      ? orPlayed(value, parseAgentName(value, isRole(name) ? named : {}, { folder: repositoryTop, searchPath }))
      : orPlayed(
          (value as AgentDescription).kind ?? '',
          describedAgent(value as AgentDescription, { folder: repositoryTop, searchPath }),
        )
  // An agent that is only rehearsed need not be installed.
  const orPlayed = (value: string, spec: Result<AgentSpec, AgentNameProblem>): Result<AgentSpec, AgentNameProblem> =>
    !spec.ok && spec.error.reason === 'agent-not-available' && overrides.agentsArePlayed
      ? ok({ is: 'scripted', name: value.trim(), script: '' })
      : spec
  const report = (where: string, { reason, message, hint }: AgentNameProblem): void =>
    void problems.push({ reason, where, message, hint })

  let worker: AgentSpec | null = null
  let judge: AgentSpec | null = null
  let reviewer: AgentSpec | null = null
  const helpers: Record<string, AgentSpec> = {}
  // Names first, because roles may use them.
  for (const [name, value] of [...written].sort(([one], [other]) => Number(isRole(one)) - Number(isRole(other)))) {
    const spec = read(name, value)
    if (!spec.ok) report(source ? placeOfValue(source, ['agents', name]) : 'agents', spec.error)
    else if (name === 'worker') worker = spec.value
    else if (name === 'judge') judge = spec.value
    else if (name === 'reviewer') reviewer = calledAfter(name, spec.value)
    else if (HELPERS.includes(name)) helpers[name] = spec.value
    else if (!isRole(name)) named[name] = { ...spec.value, name }
  }
  const chosen = (flag: '--agent' | '--judge', text: string | undefined): AgentSpec | null => {
    if (text === undefined) return null
    const spec = parseAgentName(text, named, { folder: process.cwd(), searchPath })
    if (spec.ok) return spec.value
    report(flag, spec.error)
    return null
  }
  const parse = (text: string) => orPlayed(text, parseAgentName(text, named, { folder: repositoryTop, searchPath }))
  const filled = readRoles(settings, { source, helpers, parse, problems })
  worker = chosen('--agent', overrides.agent) ?? worker ?? filled.roles?.worker?.agent ?? null
  judge = chosen('--judge', overrides.judge) ?? judge ?? filled.roles?.verifier?.agent ?? null
  reviewer ??= filled.roles?.reviewer?.agent ?? null
  return { worker, agents: named, ...present({ judge, reviewer }), ...filled }
}

function areaOf(glob: string, written: NonNullable<WrittenSettings['areas']>[string]): Area {
  const commands = commandsOf(written)
  return { glob, owner: written.owner ?? null, ...(Object.keys(commands).length > 0 ? { commands } : {}) }
}

function sensitiveIn({ sensitive }: WrittenSettings): Pick<Config, 'sensitive'> {
  const written = Object.entries(sensitive ?? {})
  if (written.length === 0) return {}
  return {
    sensitive: written.map(([glob, value]) => {
      if (value === false) return { glob, reason: null, hold: false }
      return typeof value === 'string'
        ? { glob, reason: value, hold: false }
        : { glob, reason: value.reason, hold: value.hold ?? false }
    }),
  }
}

function commandsOf({ commands }: Pick<WrittenSettings, 'commands'>): Commands {
  const entries = COMMAND_NAMES.map(name => [name, commands?.[name]] as const)
  return Object.fromEntries(entries.filter(([, command]) => typeof command === 'string'))
}

/** Only the configured parts; the rest is as in a checkout. */
function fittingsIn({ copy, services, env, network }: WrittenSettings): Partial<Fittings> {
  const values = Object.entries(env?.set ?? {}).map(([name, value]) => [name, String(value)])
  return present({
    copy: copy && copy.length > 0 ? copy.map(withoutSlashes) : null,
    services: services && servicesOf(services),
    env: env && { pass: env.pass ?? [], set: Object.fromEntries(values) },
    network,
  })
}

const servicesOf = (written: NonNullable<WrittenSettings['services']>): NonNullable<Fittings['services']> => ({
  up: written.up ?? null,
  ready: written.ready ?? null,
  down: written.down ?? null,
  exclusive: written.exclusive ?? false,
})

const withoutSlashes = (folder: string): string => folder.replace(/^(\.\/)+/, '').replace(/\/+$/, '')

/** In file order; problems without a line come last. */
function inOrder(problems: readonly ConfigProblem[]): readonly ConfigProblem[] {
  const rank = ({ where }: ConfigProblem): number => {
    const [, line, column] = /:(\d+):(\d+)$/.exec(where) ?? []
    return line === undefined ? Number.POSITIVE_INFINITY : Number(line) * 100_000 + Number(column)
  }
  return distinct(problems).sort((one, other) => (rank(one) < rank(other) ? -1 : rank(one) > rank(other) ? 1 : 0))
}

/** A value can break two rules that have the same message. */
const distinct = (problems: readonly ConfigProblem[]): ConfigProblem[] => [
  ...new Map(problems.map(problem => [`${problem.where} ${problem.message}`, problem])).values(),
]
