import type { z } from 'zod'
import { DEFAULT_LIMITS, type Limits, PARALLEL_MAX } from '../../core/settings/config.ts'
import { amount, count, mapping } from './values.ts'

export const MINUTES_MAX = 10_080
export const REPEATS_MAX = 1_000
const MEGABYTES_MAX = 100_000

/** A limit in pm-agent.yaml: `attempt_minutes` for `attemptMinutes`. */
type Written<S extends string> = S extends `${infer Head}${infer Rest}`
  ? `${Head extends Lowercase<Head> ? Head : `_${Lowercase<Head>}`}${Written<Rest>}`
  : ''
const written = (name: string): string => name.replace(/[A-Z]/g, capital => `_${capital.toLowerCase()}`)

/** `limits:` in pm-agent.yaml; the compiler asks for a row per limit. */
export const limits = mapping({
  parallel: count(1, PARALLEL_MAX).describe('Agents working at the same time'),
  fixes: count(0, REPEATS_MAX).describe('How often a failed proof goes back to an agent'),
  revisions: count(0, REPEATS_MAX).describe('How often a human may ask for changes of the same work'),
  relaunches: count(0, REPEATS_MAX).describe('Launches repeated because the agent failed, not the work'),
  integrations: count(0, REPEATS_MAX).describe('Rounds of tasks for failed integration tests'),
  launches_per_task: count(1, REPEATS_MAX).describe('All launches of any kind for one task'),
  attempt_minutes: amount(MINUTES_MAX).describe('Maximum duration of one attempt'),
  idle_minutes: amount(MINUTES_MAX).describe('Maximum time without output from an agent'),
  gate_minutes: amount(MINUTES_MAX).describe('Maximum duration of one command'),
  strength_percent: count(0, 1_000).describe('Time for mutants of a change, in percent of one run of the suite'),
  usd_per_run: amount(1_000_000).describe('Maximum total cost of the launches of a run, as far as it is metered'),
  patch_files: count(1, 100_000).describe(
    'Number of changed files, without tests and lock files, from which a change counts as large',
  ),
  added_tasks: count(0, 26).describe('Maximum number of tasks added for one task of the plan'),
  depth: count(0, 100).describe('Maximum levels of sub-plans below a plan'),
  output_mb: amount(MEGABYTES_MAX).describe('Maximum output kept of one agent or command'),
  memory_mb: amount(MEGABYTES_MAX * 100).describe('Maximum memory of one command and its process tree'),
  agent_memory_mb: amount(MEGABYTES_MAX * 100).describe('Maximum memory of one agent and its process tree'),
  processes: count(1, 100_000).describe('Maximum number of processes of one agent or command'),
  file_mb: amount(MEGABYTES_MAX).describe('Maximum size of a file collected from a workspace'),
} satisfies Record<Written<keyof Limits>, z.ZodType>)

/** All limits: those chosen under former names, those written, and the defaults. */
export function limitsOf(
  settings: Readonly<Record<string, number | null | undefined>>,
  chosen: { readonly [K in keyof Limits]?: number | undefined },
): Limits {
  const entries = (Object.keys(DEFAULT_LIMITS) as (keyof Limits)[]).map(name => [
    name,
    chosen[name] ?? settings[written(name)] ?? DEFAULT_LIMITS[name],
  ])
  return Object.fromEntries(entries) as Limits
}

/** The default limits as lines of pm-agent.yaml. */
export const defaultLimits = (): readonly string[] =>
  Object.entries(DEFAULT_LIMITS).map(([name, value]) => `${written(name)}: ${value}`)
