import { parseDocument } from 'yaml'
import { z } from 'zod'
import { err, ok, type Result } from '../../../core/result.ts'
import { problemsOf } from '../answers/problems.ts'

const path = z.string().min(1)
const always = z.literal(true)
const reportSchema = z.record(z.string(), z.unknown())

/** Everything a scripted agent can do, right or wrong; paths are relative to its workspace. */
const STEPS = {
  write: z.strictObject({ path, text: z.string() }),
  append: z.strictObject({ path, text: z.string() }),
  delete: path,
  move: z.strictObject({ from: path, to: path }),
  /** Fails when the text is not there: a script that no longer fits its repository must not pass silently. */
  replace: z.strictObject({ path, find: z.string().min(1), with: z.string() }),
  mkdir: path,
  chmod: z.strictObject({ path, mode: z.string().regex(/^[0-7]{3,4}$/, 'expected an octal mode such as "755"') }),
  /** A shell command; its exit code changes nothing. */
  run: z.string().min(1),
  /** One line on standard output. */
  print: z.string(),
  flood: z.strictObject({ megabytes: z.number().positive() }),
  sleep: z.strictObject({ ms: z.int().nonnegative() }),
  hang: always,
  /** Leaves two processes that never end: one in the agent's group, one that escaped from it. */
  'leave-child': always,
  /** Dies of a signal. */
  crash: z.string().regex(/^SIG[A-Z0-9]+$/, 'expected a signal such as "SIGKILL"'),
  /** Ends at once; steps and report that come later do not happen. */
  exit: z.strictObject({ code: z.int().min(0).max(255) }),
  /** Writes a report before the end of the steps. */
  report: reportSchema,
  'raw-report': z.strictObject({ text: z.string() }),
  /** Ends at once with an error of the agent's own: its model, its login. */
  'agent-error': z.string().min(1),
  /** Ends at once because its vendor gives no more: for so long, or without a word about that. */
  'usage-limit': z.strictObject({ minutes: z.number().positive().optional() }),
  /** Ends at once because its vendor has no room. */
  overloaded: always,
  /** Names the session, the way coding agents do on standard output. */
  session: z.strictObject({ id: z.string().min(1) }),
} as const

type Steps = typeof STEPS
/** The word a step begins with. */
export type StepName = keyof Steps
/** What a step of this name is given. */
export type StepValue<Name extends StepName> = z.infer<Steps[Name]>
/** One step: its name and what it is given. */
export type Step = { [Name in StepName]: { readonly [Key in Name]: StepValue<Name> } }[StepName]

/** Steps that may stand as a word alone, and what they are given then. */
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

/** What a scripted attempt is made of. */
export const attemptFields = { steps: z.array(stepSchema), report: reportSchema.optional() }

const attemptsSchema = z.array(z.strictObject({ ...attemptFields, steps: attemptFields.steps.default([]) })).min(1)

const partSchema = z.strictObject({
  tasks: z.record(z.string(), attemptsSchema).default({}),
  default: attemptsSchema.optional(),
})

/** What a judge does, attempt by attempt of whoever works; its report is its verdict, in the form that judges answer in. */
export const judgeField = { judge: partSchema.optional() }

const scriptSchema = partSchema.extend(judgeField)

/** What an agent does in each attempt at each task, and what a judge does where the script plays one as well. */
export interface Script extends ScriptPart {
  readonly judge?: ScriptPart
}
/** Attempts by task; the last one is played again when more come. */
export interface ScriptPart {
  readonly tasks?: Readonly<Record<string, readonly ScriptedAttempt[]>>
  /** For tasks that are not named. */
  readonly default?: readonly ScriptedAttempt[]
}
export interface ScriptedAttempt {
  readonly steps?: readonly Step[]
  /** Written after the last step, in the form agents report in. */
  readonly report?: Readonly<Record<string, unknown>>
}

/** Reads a script from YAML or JSON; the failure says what is wrong and where. */
export function parseScript(text: string): Result<Script, string> {
  const document = parseDocument(text)
  const broken = document.errors[0]
  if (broken !== undefined) return err(broken.message.trim())
  const parsed = scriptSchema.safeParse(document.toJS())
  return parsed.success ? ok(parsed.data) : err(problemsOf(parsed.error))
}

/** What is played for an attempt, counted from one, or null when the script does not know the task. */
export function attemptOf(script: Script, task: string, attempt: number, role = 'worker'): ScriptedAttempt | null {
  // A script without a part for a judge may be one for a judge alone.
  const part = role === 'verifier' ? (script.judge ?? script) : script
  const attempts = part.tasks?.[task] ?? part.default
  return attempts?.[Math.min(Math.max(attempt, 1), attempts.length) - 1] ?? null
}
