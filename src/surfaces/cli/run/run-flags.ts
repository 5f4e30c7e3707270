import type { ConfigOverrides } from '../../../adapters/config/config.ts'
import { DEFAULT_LIMITS, HUMAN_REVIEWS, type HumanReview, PARALLEL_MAX } from '../../../core/settings/config.ts'
import type { RunSettings } from '../../../core/settings/run-settings.ts'
import type { Flag, Written } from '../command.ts'
import { Problem } from '../problem.ts'

/** A flag of `run`. */
interface RunFlag extends Flag {
  /** The setting that it changes for an open run. */
  readonly setting?: keyof RunSettings
  /** The settings it overrides; throws a problem for an invalid value. */
  overrides?(text: string): ConfigOverrides
}

/** Every flag of `run`, declared once: type and help, the settings it overrides, and the setting it changes later. */
export const RUN_FLAGS = {
  agent: {
    value: 'AGENT',
    help: 'agent that does the work: claude, codex, opencode, gemini (claude:MODEL), acp:"CMD", command:"node agent.mjs", scripted:FILE, or a name from pm-agent.yaml',
    setting: 'worker',
    overrides: agent => ({ agent }),
  },
  judge: {
    value: 'AGENT',
    help: 'agent that judges what no command can check (same syntax as --agent); it can only object',
    setting: 'judge',
    overrides: judge => ({ judge }),
  },
  review: {
    value: HUMAN_REVIEWS.join('|'),
    help: 'proven work that waits for your approval: critical work that no reviewer passed (auto), each task, every critical task, none (never)',
    setting: 'review',
    overrides: text => ({ review: humanReviewOf(text) }),
  },
  parallel: {
    value: 'N',
    help: `maximum number of agents at once (default ${DEFAULT_LIMITS.parallel})`,
    setting: 'parallel',
    overrides: text => ({ limits: { parallel: countOf(text) } }),
  },
  budget: {
    value: 'USD',
    help: `maximum cost of the run, as far as it is metered (default ${DEFAULT_LIMITS.usdPerRun})`,
    setting: 'usdPerRun',
    overrides: text => ({ limits: { usdPerRun: dollarsOf(text) } }),
  },
  only: { value: 'TASKS', help: 'start only these tasks, as in 3,4' },
  until: { value: 'PHASE|TASK', help: 'return when this phase (execute, integrate, release, done) or task is reached' },
  quick: {
    help: 'no proof and no retry: results are unverified, the first failure stops the run',
    overrides: () => ({ quick: true }),
  },
  'dry-run': { help: 'print order, contracts, commands and expected questions; start nothing' },
  rehearse: {
    value: 'SCRIPT',
    optional: true,
    help: 'play agents, checks, merges and your decisions from a script (YAML or JSON) in a throw-away copy; without a script everything succeeds',
  },
  anew: {
    help: 'start over from your last commit; the earlier run, its branch and its tags are kept under other names',
  },
  'take-over': { help: 'take the run over from an unresponsive pm-agent on this machine' },
  'accept-baseline': { help: 'continue although commands fail on the base (recorded)' },
  detach: { help: 'start the run in the background and return as soon as it is under way' },
  dashboard: { help: 'also show the run in your browser, and continue after each decision; Ctrl-C ends it' },
  ci: { help: 'for CI: plain lines, no questions, and a summary for $GITHUB_STEP_SUMMARY if it is set' },
  summary: { value: 'FILE', help: 'write a summary of the run in Markdown' },
  junit: { value: 'FILE', help: 'write the gates of all tasks as JUnit XML' },
  remote: { value: 'NAME', help: 'with a pull request: its remote (origin)' },
  local: { help: 'follow no pull request, even if this branch has a draft or the run has one' },
  json: { help: 'one event per line' },
} as const satisfies Readonly<Record<string, RunFlag>>

/** The flags of `run` as the command line gives them. */
export type WrittenRunFlags = Written<typeof RUN_FLAGS>

/** The settings that these flags override. */
export function overridesIn(flags: WrittenRunFlags): ConfigOverrides {
  let overrides: ConfigOverrides = {}
  for (const { value, flag } of given(flags)) {
    const more = flag.overrides?.(String(value)) ?? {}
    overrides = { ...overrides, ...more, limits: { ...overrides.limits, ...more.limits } }
  }
  return overrides
}

/** The settings that these flags change in an open run. */
export const changedBy = (flags: WrittenRunFlags): readonly (keyof RunSettings)[] =>
  given(flags).flatMap(({ flag }) => flag.setting ?? [])

/** These flags as words of a command line, without some of them. */
export const flagWords = (flags: WrittenRunFlags, without: readonly (keyof WrittenRunFlags)[]): readonly string[] =>
  (Object.keys(RUN_FLAGS) as (keyof WrittenRunFlags)[]).flatMap(name => {
    const value = flags[name]
    if (value === undefined || without.includes(name)) return []
    return [value === true ? `--${name}` : `--${name}=${value}`]
  })

function given(flags: WrittenRunFlags): readonly { readonly value: string | true; readonly flag: RunFlag }[] {
  const table: Readonly<Record<string, RunFlag>> = RUN_FLAGS
  return Object.entries(flags).flatMap(([name, value]) => {
    const flag = table[name]
    return flag && value !== undefined ? [{ value, flag }] : []
  })
}

function humanReviewOf(text: string): HumanReview {
  const known = HUMAN_REVIEWS.find(review => review === text)
  if (known) return known
  throw new Problem(`--review ${text} is not known`, [`one of ${HUMAN_REVIEWS.join(', ')}`])
}

function countOf(text: string): number {
  const count = Number(text)
  if (Number.isInteger(count) && count >= 1 && count <= PARALLEL_MAX) return count
  throw new Problem(`--parallel ${text} is not a number of agents`, [`a whole number from 1 to ${PARALLEL_MAX}`])
}

function dollarsOf(text: string): number {
  const dollars = Number(text.replace(/^\$/, ''))
  if (Number.isFinite(dollars) && dollars > 0) return dollars
  throw new Problem(`--budget ${text} is not an amount of dollars`, ['a number above 0, as in --budget 25'])
}
