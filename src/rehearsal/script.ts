import { z } from 'zod'
import {
  attemptFields,
  finalReviewField,
  readerFields,
  type ScriptedAttempt,
  type ScriptPart,
} from '../adapters/agents/scripted/script.ts'

/** The verdicts that a script can give a check; all others follow from the agent's work. */
const VERDICTS = ['passed', 'failed', 'environment', 'no-tests', 'known-failure', 'unproven'] as const
type PlayedVerdict = (typeof VERDICTS)[number]

/** The verdict of one check, its evidence, and its duration. */
export interface PlayedGate {
  readonly verdict: PlayedVerdict
  readonly evidence: string
  readonly takesMs: number
}
export type PlayedGates = Readonly<Record<string, PlayedGate>>

/** The result of merging the work onto a branch that has moved. */
export interface PlayedMerge {
  readonly result: 'clean' | 'conflict' | 'broken'
  /** The conflicting files; if empty, those that the attempt changed. */
  readonly paths: readonly string[]
  /** The checks that break in the merged code; if empty, the tests. */
  readonly gates: PlayedGates
}

/** An attempt of a scripted agent, and its result. Without steps and report the agent does its task. */
export interface PlayedAttempt extends ScriptedAttempt {
  readonly takesMs: number
  readonly gates: PlayedGates
  readonly merge: PlayedMerge | null
}

const DECISIONS = ['approve', 'revise', 'reject', 'pause', 'retry', 'skip', 'waive', 'stop', 'accept-baseline'] as const
export interface PlayedDecision {
  readonly type: (typeof DECISIONS)[number]
  readonly message: string
}

/** Everything that a rehearsal plays. Unnamed tasks and attempts succeed. */
export interface RehearsalScript {
  /** Speed-up of scripted durations. */
  readonly speed: number
  readonly tasks: Readonly<Record<string, readonly PlayedAttempt[]>>
  readonly default: readonly PlayedAttempt[] | null
  /** What the judge does; without it there is no judge. */
  readonly judge?: ScriptPart | undefined
  /** What the reviewer does; without it there is no reviewer. */
  readonly reviewer?: ScriptPart | undefined
  /** What the reviewer of the whole branch does, review by review; by default it has nothing against it. */
  readonly final_review?: readonly ScriptedAttempt[] | undefined
  /** The results of commands on the base. */
  readonly baseline: PlayedGates
  /** The results of integration tests by their ids in the plan, run by run; the last one is repeated. */
  readonly integration: Readonly<Record<string, readonly PlayedGate[]>>
  /** The results of the release gate's commands, gate by gate; the last one is repeated. */
  readonly release: readonly PlayedGates[]
  /** The answers of humans each time a task, or the run itself (`run`), waits for them. */
  readonly decisions: Readonly<Record<string, readonly PlayedDecision[]>>
}

const SPEED = 600
const SPEED_MAX = 1_000_000
const UNIT_MS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 }

const DURATION = /^(\d+(?:\.\d+)?)\s*(ms|s|sec|seconds?|m|min|minutes?|h|hours?)$/
const DURATION_WORDS = 'expected a duration such as "90s", "12 min" or "1h"'

/** `90s`, `12 min`, `1.5h`; a bare number is seconds. */
const duration = z
  .custom<number | string>(
    told => (typeof told === 'number' && told >= 0) || (typeof told === 'string' && DURATION.test(told)),
    DURATION_WORDS,
  )
  .transform(told => {
    if (typeof told === 'number') return told * 1000
    const [, count, unit] = DURATION.exec(told)!
    return Number(count) * UNIT_MS[unit === 'ms' ? 'ms' : unit![0]!]!
  })

type Fields = Readonly<Record<string, unknown>>
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Names of the same thing in other designs. */
function renamed(value: unknown, names: Readonly<Record<string, string>>): unknown {
  if (!isFields(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, inside]) => [names[key] ?? key, inside]))
}

const EARLIER_VERDICTS: Readonly<Record<string, string>> = {
  pass: 'passed',
  fail: 'failed',
  true: 'passed',
  false: 'failed',
}
const verdictWord = (value: unknown): unknown => {
  const word = String(value).toLowerCase()
  return typeof value === 'string' || typeof value === 'boolean' ? (EARLIER_VERDICTS[word] ?? word) : value
}

const gate = z
  .preprocess(
    told => {
      const fields = renamed(isFields(told) ? told : { verdict: told }, {
        passed: 'verdict',
        status: 'verdict',
        details: 'evidence',
        output: 'evidence',
      })
      return { ...(fields as Fields), verdict: verdictWord((fields as Fields).verdict) }
    },
    z.strictObject({ verdict: z.enum(VERDICTS), evidence: z.string().default(''), takes: duration.default(0) }),
  )
  .transform(({ verdict, evidence, takes }): PlayedGate => ({ verdict, evidence, takesMs: takes }))

const EARLIER_GATES: Readonly<Record<string, string>> = { unit: 'test', tests: 'test', types: 'typecheck' }
const gateName = (name: string): string => EARLIER_GATES[name.toLowerCase()] ?? name.toLowerCase()

const gates = z
  .record(z.string(), gate)
  .transform(told => Object.fromEntries(Object.entries(told).map(([name, said]) => [gateName(name), said])))

/** One result, or one for each run in a list. */
const runs = z.preprocess(told => (Array.isArray(told) ? told : [told]), z.array(gate).min(1))

/** One set of results, or one for each gate in a list. */
const releases = z.preprocess(told => (isFields(told) ? [told] : told), z.array(gates))

const merge = z
  .preprocess(
    told => {
      const fields = renamed(isFields(told) ? told : { result: told }, { files: 'paths', conflicts: 'paths' }) as Fields
      return typeof fields.result === 'string' ? { ...fields, result: fields.result.toLowerCase() } : fields
    },
    z.strictObject({
      result: z.enum(['clean', 'conflict', 'broken']),
      paths: z.array(z.string().min(1)).default([]),
      gates: gates.default({}),
    }),
  )
  .transform((told): PlayedMerge => told)

const attempt = z
  .preprocess(
    told => renamed(told, { gate_results: 'gates', integration: 'merge', integration_result: 'merge' }),
    z.strictObject({
      ...attemptFields,
      steps: attemptFields.steps.optional(),
      takes: duration.default(0),
      gates: gates.default({}),
      merge: merge.optional(),
    }),
  )
  .transform(({ takes, merge: merged, ...told }): PlayedAttempt => ({ ...told, takesMs: takes, merge: merged ?? null }))

/** A single attempt may be written without a list. */
const attempts = z.preprocess(told => (isFields(told) ? [told] : told), z.array(attempt).min(1))

const decisionWord = (word: string): string => word.toLowerCase()

/** `approve`, `retry: a hint`, or `{ type: REVISE, feedback: … }`. */
function decisionFields(told: unknown): unknown {
  if (typeof told === 'string') return { type: decisionWord(told) }
  if (!isFields(told)) return told
  const [word, ...others] = Object.keys(told)
  if (word !== undefined && others.length === 0 && DECISIONS.some(known => known === decisionWord(word)))
    return { type: decisionWord(word), message: told[word] ?? '' }
  const fields = renamed(told, { decision: 'type', feedback: 'message', note: 'message' }) as Fields
  return typeof fields.type === 'string' ? { ...fields, type: decisionWord(fields.type) } : fields
}

const decision = z.preprocess(
  decisionFields,
  z.strictObject({ type: z.enum(DECISIONS), message: z.string().default('') }),
)
const decisions = z.preprocess(told => (Array.isArray(told) ? told : [told]), z.array(decision).min(1))

/** A rehearsal's script as written. A script for `--agent scripted:FILE` is valid, too. */
export const scriptSchema = z
  .preprocess(
    told => renamed(told ?? {}, { human_decisions: 'decisions', base: 'baseline' }),
    z.strictObject({
      speed: z.number().min(1).max(SPEED_MAX).default(SPEED),
      tasks: z.record(z.string(), attempts).default({}),
      default: attempts.optional(),
      ...readerFields,
      ...finalReviewField,
      baseline: gates.default({}),
      integration: z.record(z.string(), runs).default({}),
      release: releases.default([]),
      decisions: z.record(z.string(), decisions).default({}),
    }),
  )
  .transform((told): RehearsalScript => ({ ...told, default: told.default ?? null }))

/** The default without a script: everything succeeds. */
export const ALL_GOES_WELL: RehearsalScript = scriptSchema.parse({})
