import { parseDocument } from 'yaml'
import { z } from 'zod'
import { err, ok, type Result } from '../../../core/result.ts'
import { problemsOf } from '../answers/problems.ts'

const path = z.string().min(1)
const always = z.literal(true)
const reportSchema = z.record(z.string(), z.unknown())

/** All steps of a scripted agent, right or wrong; paths are relative to its workspace. */
const STEPS = {
  write: z.strictObject({ path, text: z.string() }),
  append: z.strictObject({ path, text: z.string() }),
  delete: path,
  move: z.strictObject({ from: path, to: path }),
  /** Fails if the text is missing: a script that no longer fits its repository must not pass silently. */
  replace: z.strictObject({ path, find: z.string().min(1), with: z.string() }),
  mkdir: path,
  chmod: z.strictObject({ path, mode: z.string().regex(/^[0-7]{3,4}$/, 'expected an octal mode such as "755"') }),
  /** A shell command; its exit code is ignored. */
  run: z.string().min(1),
  /** One line on standard output. */
  print: z.string(),
  flood: z.strictObject({ megabytes: z.number().positive() }),
  sleep: z.strictObject({ ms: z.int().nonnegative() }),
  hang: always,
  /** Leaves two processes that never end: one in the agent's process group, one that escaped from it. */
  'leave-child': always,
  /** Dies by a signal. */
  crash: z.string().regex(/^SIG[A-Z0-9]+$/, 'expected a signal such as "SIGKILL"'),
  /** Ends at once; later steps and the report do not happen. */
  exit: z.strictObject({ code: z.int().min(0).max(255) }),
  /** Writes a report before the end of the steps. */
  report: reportSchema,
  'raw-report': z.strictObject({ text: z.string() }),
  /** Ends at once with an error of the agent itself: its model, its login. */
  'agent-error': z.string().min(1),
  /** Ends at once with a usage limit: for this long, or without a time. */
  'usage-limit': z.strictObject({ minutes: z.number().positive().optional() }),
  /** Ends at once because its vendor is overloaded. */
  overloaded: always,
  /** Prints the session id, as coding agents do. */
  session: z.strictObject({ id: z.string().min(1) }),
} as const

type Steps = typeof STEPS
/** The keyword of a step. */
export type StepName = keyof Steps
/** The arguments of a step of this name. */
export type StepValue<Name extends StepName> = z.infer<Steps[Name]>
/** One step: its name and its arguments. */
export type Step = { [Name in StepName]: { readonly [Key in Name]: StepValue<Name> } }[StepName]

/** Steps that may be a bare keyword, and their default arguments. */
const ALONE: Readonly<Record<string, unknown>> = {
  hang: true,
  'leave-child': true,
  'usage-limit': {},
  overloaded: true,
}

const stepSchema = z
  .preprocess(
    given => (typeof given === 'string' && Object.hasOwn(ALONE, given) ? { [given]: ALONE[given] } : given),
    z
      .strictObject(STEPS)
      .partial()
      .refine(step => Object.keys(step).length === 1, `expected exactly one of: ${Object.keys(STEPS).join(', ')}`),
  )
  .transform(step => step as Step)

/** The parts of a scripted attempt. */
export const attemptFields = { steps: z.array(stepSchema), report: reportSchema.optional() }

const attemptsSchema = z.array(z.strictObject({ ...attemptFields, steps: attemptFields.steps.default([]) })).min(1)

const partSchema = z.strictObject({
  tasks: z.record(z.string(), attemptsSchema).default({}),
  default: attemptsSchema.optional(),
})

/** What a judge and a reviewer do for each attempt of the worker; a report is an answer in their own form. */
export const readerFields = { judge: partSchema.optional(), reviewer: partSchema.optional() }

/** What a final reviewer does, review by review; its report is its verdict, in the form of final reviewers. */
export const finalReviewField = { final_review: attemptsSchema.optional() }

const scriptSchema = partSchema.extend({
  ...readerFields,
  ...finalReviewField,
  planner: partSchema.optional(),
  tester: partSchema.optional(),
  diagnoser: partSchema.optional(),
})

/** The agent's actions in each attempt at each task, and those of judge and reviewers if the script plays them. */
export interface Script extends ScriptPart {
  readonly judge?: ScriptPart | undefined
  readonly reviewer?: ScriptPart | undefined
  /** The planner's answers by question (`phases`, `tasks`, `phase-2`), one for each round. */
  readonly planner?: ScriptPart | undefined
  /** The tester's steps and its answer, by task. */
  readonly tester?: ScriptPart | undefined
  /** The diagnoser's answers by integration test (`integration-core`), one for each launch. */
  readonly diagnoser?: ScriptPart | undefined
  readonly final_review?: readonly ScriptedAttempt[] | undefined
}
/** Attempts by task; the last one is repeated. */
export interface ScriptPart {
  readonly tasks?: Readonly<Record<string, readonly ScriptedAttempt[]>> | undefined
  /** For other tasks. */
  readonly default?: readonly ScriptedAttempt[] | undefined
}
export interface ScriptedAttempt {
  readonly steps?: readonly Step[] | undefined
  /** Written after the last step, in the form of agents' reports. */
  readonly report?: Readonly<Record<string, unknown>> | undefined
}

/** Reads a script from YAML or JSON; a failure contains the problem and its location. */
export function parseAgentScript(text: string): Result<Script, string> {
  const document = parseDocument(text)
  const broken = document.errors[0]
  if (broken !== undefined) return err(broken.message.trim())
  const parsed = scriptSchema.safeParse(document.toJS())
  return parsed.success ? ok(parsed.data) : err(problemsOf(parsed.error))
}

/** The actions of an attempt, counted from one, or null if the script does not contain the task. */
export function attemptOf(script: Script, task: string, attempt: number, role = 'worker'): ScriptedAttempt | null {
  // A script without such a part may be one for that agent alone.
  const parts: Readonly<Record<string, ScriptPart | undefined>> = {
    verifier: script.judge,
    reviewer: script.reviewer,
    planner: script.planner,
    tester: script.tester,
    diagnoser: script.diagnoser,
  }
  const part = parts[role] ?? script
  const reviews = role === 'final-reviewer' ? script.final_review : undefined
  const attempts = reviews ?? part.tasks?.[task] ?? part.default
  return attempts?.[Math.min(Math.max(attempt, 1), attempts.length) - 1] ?? null
}
