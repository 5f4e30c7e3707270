import { z } from 'zod'
import type { Kind, Tier } from '../../core/plan/plan.ts'
import { AGENT_CLIS, type AgentCliName } from '../../core/settings/agent-clis.ts'
import { PARALLEL_MAX } from '../../core/settings/config.ts'
import { isEmptyGlob } from '../../core/text/glob.ts'
import { isInsideTree } from '../../core/text/inside-path.ts'

/** The expected value in the wording of our messages; the editor's schema has its own. */
const expectations = z.registry<{ readonly expects: string }>()

/** The expected value of the setting at this schema. */
export const expectationOf = (schema: z.ZodType): string =>
  expectations.get(unwrapped(schema))?.expects ?? 'something else'

const text = () => z.string().min(1).register(expectations, { expects: 'text' })
const flag = () => z.boolean().register(expectations, { expects: 'true or false' })
const texts = () => z.array(text()).register(expectations, { expects: 'a list of texts' })
const choice = <const T extends readonly [string, ...string[]]>(words: T) =>
  z.enum(words).register(expectations, { expects: `one of ${words.join(', ')}` })
/** What a glob looks like: `.` could mean the folder or everything in it, and a negation nearly everything. */
export const GLOB = 'a glob such as src/**, or ** for everything'
const count = (min: number, max: number) =>
  z
    .int()
    .min(min)
    .max(max)
    .register(expectations, { expects: `a whole number from ${min} to ${max}` })
const amount = (max: number) =>
  z
    .number()
    .gt(0)
    .max(max)
    .register(expectations, { expects: `a number above 0 and at most ${max}` })
/** YAML reads a port as a number; as a variable it is still text. */
const value = () => z.union([z.string(), z.number(), z.boolean()]).register(expectations, { expects: 'text' })
const inside = () =>
  z
    .string()
    .refine(path => isInsideTree(path) && !path.split('/').includes('.pm-agent'))
    .register(expectations, { expects: 'a path inside the repository' })
const folder = () =>
  z
    .string()
    .refine(isInsideTree)
    .register(expectations, { expects: 'a folder inside the repository and outside of .git' })

const glob = () =>
  z
    .string()
    .refine(pattern => !isEmptyGlob(pattern))
    .register(expectations, { expects: GLOB })
const globs = () => z.array(glob()).register(expectations, { expects: 'a list of globs' })

/** Settings without a value count as absent: `limits:` above a commented list. */
type Settings<T extends Readonly<Record<string, z.ZodType>>> = { [K in keyof T]: z.ZodOptional<z.ZodNullable<T[K]>> }
function optional<T extends Readonly<Record<string, z.ZodType>>>(shape: T): Settings<T> {
  const entries = Object.entries(shape).map(([name, schema]) => [name, schema.nullish()])
  return Object.fromEntries(entries) as Settings<T>
}
const mapping = <T extends Readonly<Record<string, z.ZodType>>>(shape: T) =>
  z.strictObject(optional(shape)).register(expectations, { expects: 'a mapping of settings' })
const named = <T extends z.ZodType>(schema: T) =>
  z.record(z.string(), schema).register(expectations, { expects: 'a mapping' })

const MINUTES_MAX = 10_080
const COUNT_MAX = 1_000
const MEGABYTES_MAX = 100_000

const KINDS_OF_AGENT = ['acp', 'command', ...(Object.keys(AGENT_CLIS) as AgentCliName[])] as const
const agent = z
  .union([
    text(),
    mapping({
      kind: choice(KINDS_OF_AGENT).describe('Default: a command'),
      command: text().describe('For your own command, or one that supports the Agent Client Protocol'),
      model: text().describe('For a CLI known by name'),
      path: text().describe('Path of such a CLI if it is not the one on the PATH'),
    }),
  ])
  .register(expectations, {
    expects: 'the name of an agent, command:PROGRAM, acp:PROGRAM, scripted:FILE or { kind: …, model: …, command: … }',
  })

const commands = mapping({
  setup: text(),
  test: text(),
  test_all: text(),
  lint: text(),
  typecheck: text(),
  build: text(),
  format: text().describe(
    'Formats the files that a task changed before they are proven; the files are appended, or replace {files}',
  ),
})

const limits = mapping({
  parallel: count(1, PARALLEL_MAX).describe('Agents working at the same time'),
  fixes: count(0, COUNT_MAX).describe('How often a failed proof goes back to an agent'),
  revisions: count(0, COUNT_MAX),
  relaunches: count(0, COUNT_MAX).describe('Launches repeated because the agent failed, not the work'),
  integrations: count(0, COUNT_MAX),
  launches_per_task: count(1, COUNT_MAX).describe('All launches of any kind for one task'),
  attempt_minutes: amount(MINUTES_MAX).describe('Maximum duration of one attempt'),
  idle_minutes: amount(MINUTES_MAX).describe('Maximum time without output from an agent'),
  gate_minutes: amount(MINUTES_MAX).describe('Maximum duration of one command'),
  usd_per_run: amount(1_000_000).describe('Maximum total cost of the launches of a run, as far as it is metered'),
  patch_files: count(1, 100_000).describe(
    'Number of changed files, without tests and lock files, from which a change counts as large',
  ),
  added_tasks: count(0, 26).describe('Maximum number of tasks added for one task of the plan'),
  depth: count(0, 100),
  output_mb: amount(MEGABYTES_MAX).describe('Maximum output kept of one agent or command'),
  memory_mb: amount(MEGABYTES_MAX * 100).describe('Maximum memory of one command and its process tree'),
  agent_memory_mb: amount(MEGABYTES_MAX * 100).describe('Maximum memory of one agent and its process tree'),
  processes: count(1, 100_000).describe('Maximum number of processes of one agent or command'),
  file_mb: amount(MEGABYTES_MAX).describe('Maximum size of a file collected from a workspace'),
})

const KINDS = ['feature', 'fix', 'refactor', 'perf', 'docs', 'chore', 'release'] as const satisfies readonly Kind[]
const TIERS = ['critical', 'normal', 'low'] as const satisfies readonly Tier[]
/** One, or a list of them. */
function someOf<T extends z.ZodType>(one: T, expects: string): z.ZodUnion<readonly [T, z.ZodArray<T>]> {
  const schema = z.union([one, z.array(one)])
  expectations.add(schema as z.ZodType, { expects: `${expects}, or a list of such` })
  return schema
}

const forTasks = {
  when: mapping({
    files: someOf(glob(), GLOB).describe('Globs of changed files'),
    kind: someOf(choice(KINDS), `one of ${KINDS.join(', ')}`),
    layer: someOf(text(), 'the name of a layer'),
    tier: someOf(choice(TIERS), `one of ${TIERS.join(', ')}`),
  }).describe('Tasks that the gate applies to; every given condition must match'),
  blocking: flag().describe('Whether a failure keeps the work from landing; true by default'),
}
const tolerance = () =>
  z.number().min(0).max(Number.MAX_VALUE).register(expectations, { expects: 'a number that is not negative' })

const gates = z
  .object(
    optional({
      contract: mapping({
        command: text().describe('Prints the public signatures line by line, or fails when they broke'),
        reference: text().describe('A file with the signatures, or base for what the command prints there'),
        files: globs().describe('Globs of the files whose exports are public'),
        ...forTasks,
      }).describe('Reports removed or changed public signatures'),
      numeric: z
        .strictObject({
          ...optional({
            command: text(),
            file: inside().describe('File with the values; by default the output of the command'),
            format: choice(['json', 'csv', 'stdout']),
            absolute: tolerance(),
            relative: tolerance(),
            ...forTasks,
          }),
          reference: inside().describe('The file with the reference values'),
        })
        .register(expectations, { expects: 'a mapping of settings' })
        .describe('Compares values with a reference within a tolerance'),
    }),
  )
  .catchall(
    z
      .strictObject({ ...optional(forTasks), command: text() })
      .register(expectations, { expects: '{ command: …, when: …, blocking: … }' })
      .nullish(),
  )
  .register(expectations, { expects: 'a mapping of gates' })

/** Former names of settings, and some settings without a use yet. */
const earlier = {
  max_parallel_agents: count(1, PARALLEL_MAX),
  retry_budget: count(0, COUNT_MAX),
  patch_size_limit_files: count(1, 100_000),
  anti_starvation_interval: count(1, COUNT_MAX),
  progress_report_task_interval: count(1, COUNT_MAX),
  progress_report_time_interval_min: amount(MINUTES_MAX),
  checkpoint_tags: flag().describe('Tag the plan branch after critical tasks'),
  review_artifacts_dir: folder().describe('Folder for review artifacts'),
  release_manifest_dir: folder(),
}

/** Everything allowed in pm-agent.yaml. */
export const settingsSchema = z
  .strictObject(
    optional({
      agents: z
        .object(
          optional({ worker: agent, judge: agent, fixer: agent, stronger: agent, reviewer: agent, planner: agent }),
        )
        .catchall(agent.nullish())
        .register(expectations, { expects: 'a mapping of agents' })
        .describe('Agents by role, and your own agents by name'),
      roles: named(
        mapping({
          agent: text().describe('The agent for this role, in the syntax of agents'),
          model: text().describe('The model of that agent'),
          minutes: amount(MINUTES_MAX).describe('Maximum duration of one launch'),
          prompt: inside().describe('The file with its prompt, instead of .pm-agent/prompts/ROLE.md'),
        }).nullish(),
      ).describe('worker, fixer, stronger, verifier, and specialists named in the Role field of tasks'),
      commands: commands.describe('How the project is set up and checked'),
      gates: gates.describe('Additional checks: contract, numeric, and your own commands by name'),
      areas: z
        .record(glob(), mapping({ owner: text(), commands }))
        .register(expectations, { expects: 'a mapping' })
        .describe('Parts of the repository with their own commands'),
      services: mapping({ up: text(), ready: text(), down: text(), exclusive: flag() }).describe(
        'Programs that commands depend on, per clean room; ports from PM_AGENT_PORT_BASE on are free for them',
      ),
      copy: z
        .array(inside())
        .register(expectations, { expects: 'a list of paths inside the repository' })
        .describe('Files of your checkout that are copied into workspaces and rooms but never committed'),
      env: mapping({ pass: texts(), set: named(value()) }).describe('Variables for commands and agents'),
      sensitive: named(
        z
          .union([text(), z.literal(false), z.strictObject({ reason: text(), hold: flag().optional() })])
          .register(expectations, { expects: 'a reason, { reason: …, hold: true }, or false' }),
      ).describe(
        'Globs of paths whose change makes a task critical, each with its reason; false takes paths out of the list',
      ),
      protect: globs().describe('Globs of files that no task may change without permission'),
      generated: z
        .record(z.string(), text())
        .refine(made => Object.keys(made).every(isInsideTree))
        .register(expectations, { expects: 'a mapping of paths inside the repository to commands' })
        .describe('Generated tracked files: glob and the command that generates them'),
      review: choice(['each', 'critical', 'never']),
      judge: choice(['auto', 'always', 'never']).describe(
        'When the judge is asked: only for questions that commands cannot settle, always or never',
      ),
      tests: choice(['judge', 'ask']).describe(
        'Decides whether the task asks for a changed test expectation: the judge if there is one, or you',
      ),
      order: choice(['tier', 'fastest']),
      bookkeeping: choice(['auto', 'commit', 'apart']).describe(
        'Whether reviews, context files and the ticked plan are committed: only where the plan is tracked (auto), always, or never',
      ),
      network: choice(['off', 'loopback', 'on']).describe('Network access of commands in clean rooms'),
      limits: limits.describe('All limits; they apply from the first run'),
      ...earlier,
      pm_config: mapping(earlier),
    }),
  )
  .register(expectations, { expects: 'a mapping of settings' })

/** Settings as written. */
export type WrittenSettings = z.infer<typeof settingsSchema>
/** A former name of a setting. */
export type EarlierName = keyof typeof earlier

/** Whether a name is accepted but deprecated. */
export const isEarlierName = (name: string): boolean => name === 'pm_config' || Object.hasOwn(earlier, name)

/** The sections of a faulty file that are valid. */
export function soundSections(value: unknown): WrittenSettings {
  if (typeof value !== 'object' || value === null) return {}
  const sections = Object.entries(settingsSchema.shape).map(([name, schema]) => {
    const parsed = schema.safeParse((value as Record<string, unknown>)[name])
    return [name, parsed.success ? parsed.data : undefined]
  })
  return Object.fromEntries(sections)
}

/** The JSON schema that lets an editor complete and check pm-agent.yaml. */
export const configJsonSchema = (): Record<string, unknown> => ({
  ...z.toJSONSchema(settingsSchema, { io: 'input' }),
  title: 'pm-agent.yaml',
})

/** The schema of the setting at this path, or null if unknown. */
export function schemaAt(path: readonly PropertyKey[], from: z.ZodType = settingsSchema): z.ZodType | null {
  const schema = unwrapped(from)
  const [first, ...rest] = path
  if (first === undefined) return schema
  if (schema instanceof z.ZodObject) {
    const next = Object.hasOwn(schema.shape, first) ? schema.shape[String(first)] : schema.def.catchall
    return next === undefined ? null : schemaAt(rest, next as z.ZodType)
  }
  if (schema instanceof z.ZodRecord) return schemaAt(rest, schema.valueType as z.ZodType)
  if (schema instanceof z.ZodArray) return schemaAt(rest, schema.element as z.ZodType)
  if (schema instanceof z.ZodUnion) {
    return (schema.options as readonly z.ZodType[]).map(option => schemaAt(path, option)).find(Boolean) ?? null
  }
  return null
}

/** The settings allowed below this path. */
export function keysAt(path: readonly PropertyKey[], from: z.ZodType = settingsSchema): readonly string[] {
  const schema = schemaAt(path, from)
  if (schema instanceof z.ZodObject) return Object.keys(schema.shape)
  const options = schema instanceof z.ZodUnion ? (schema.options as readonly z.ZodType[]) : []
  return options.flatMap(option => (option instanceof z.ZodObject ? Object.keys(option.shape) : []))
}

function unwrapped(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return unwrapped(schema.unwrap() as z.ZodType)
  // A transformation before or after parsing: either way the other end has the shape.
  if (schema instanceof z.ZodPipe) {
    const { in: before, out: after } = schema.def
    return unwrapped((before instanceof z.ZodTransform ? after : before) as z.ZodType)
  }
  return schema
}
