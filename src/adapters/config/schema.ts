import { z } from 'zod'
import { AGENT_CLIS, type AgentCliName } from '../../core/settings/agent-clis.ts'
import { COMMAND_NAMES, COMMAND_ROWS, type CommandName } from '../../core/settings/commands.ts'
import { HUMAN_REVIEWS, PARALLEL_MAX, WHEN } from '../../core/settings/config.ts'
import { isInsideTree } from '../../core/text/inside-path.ts'
import { gates } from './gates.ts'
import { limits, MINUTES_MAX, REPEATS_MAX } from './limits.ts'
import {
  amount,
  choice,
  count,
  expectations,
  flag,
  folder,
  glob,
  globs,
  inside,
  mapping,
  named,
  optional,
  text,
  texts,
  unwrapped,
  value,
} from './values.ts'

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

const command = (name: CommandName) => {
  const { help } = COMMAND_ROWS[name]
  return help === undefined ? text() : text().describe(help)
}
const commands = mapping(
  Object.fromEntries(COMMAND_NAMES.map(name => [name, command(name)])) as Record<CommandName, z.ZodString>,
)

/** Former names of settings, and some settings without a use yet. */
const earlier = {
  max_parallel_agents: count(1, PARALLEL_MAX),
  retry_budget: count(0, REPEATS_MAX),
  patch_size_limit_files: count(1, 100_000),
  anti_starvation_interval: count(1, REPEATS_MAX),
  progress_report_task_interval: count(1, REPEATS_MAX),
  progress_report_time_interval_min: amount(MINUTES_MAX),
  checkpoint_tags: flag().describe('Tag the plan branch after critical tasks'),
  review_artifacts_dir: folder().describe('Folder for review artifacts'),
  release_manifest_dir: folder().describe('Folder for release manifests; default: docs/releases'),
}

/** Everything allowed in pm-agent.yaml. */
export const settingsSchema = z
  .strictObject(
    optional({
      agents: z
        .object(
          optional({
            ...{ worker: agent, judge: agent, tester: agent, reviewer: agent },
            ...{ fixer: agent, stronger: agent, planner: agent, diagnoser: agent },
          }),
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
      ).describe('worker, fixer, stronger, verifier, tester, and specialists named in the Role field of tasks'),
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
      hidden: texts().describe(
        'Held-out checks for every task, which no agent ever sees: test files, folders of tests (with / at the end) and commands',
      ),
      review: choice(HUMAN_REVIEWS),
      judge: choice(WHEN).describe(
        'When the judge is asked: about all work of coding agents and whatever commands cannot settle, always or never',
      ),
      tester: choice(WHEN).describe(
        'When a tester, which never sees the change, writes tests for the contract: for normal and critical work that changes what the program does, always or never',
      ),
      tests: choice(['judge', 'ask']).describe(
        'Decides whether the task asks for a changed test expectation: the judge if there is one, or you',
      ),
      strength: choice(['auto', 'never']).describe('Whether the tests of a change are measured by mutants'),
      order: choice(['tier', 'fastest']),
      bookkeeping: choice(['auto', 'commit', 'apart']).describe(
        'Whether reviews, context files and the ticked plan are committed: only where the plan is tracked (auto), always, or never',
      ),
      notify: text().describe('Your command that is started when a human is needed; it gets the question as JSON'),
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
