import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { z } from 'zod'
import { err, ok, type Result } from '../core/result.ts'

const list = z.union([z.string(), z.array(z.string())]).transform(value => (Array.isArray(value) ? value : [value]))

/** The expected result of a play: `harmless` is honest work whose mischief must have no effect; `accepted` is a twin's. */
const EXPECTATIONS = ['refused', 'asked', 'halted', 'void', 'harmless', 'accepted'] as const
export type Expected = (typeof EXPECTATIONS)[number]

const variantSchema = z.strictObject({
  name: z.string().regex(/^[a-z0-9-]+$/),
  /** A program beside the entry's `lie.yaml`; `<name>.mjs` by default. */
  script: z.string().optional(),
  /** The fixtures to play it on. */
  on: list.optional(),
  expect: list.pipe(z.array(z.enum(EXPECTATIONS)).min(1)).optional(),
  /** The verdict must name one of these: `test`, `test=void`, `escalation:tampering`, `ending:idle`. */
  signals: list.default([]),
  /** Changed lines of the task: Files, Allow, Kind, … */
  fields: z.string().default(''),
  /** The names of the fixture's criteria in the contract, or the lines themselves. */
  criteria: z.union([z.string(), z.array(z.string())]).default('probe'),
  /** A separate plan, beside `lie.yaml`. */
  plan: z.string().optional(),
  title: z.string().optional(),
  /** The text below the task's title, if it differs from the fixture's. */
  body: z.string().optional(),
  /** Additional files of the repository. */
  files: z.record(z.string(), z.string()).default({}),
  /** Paths of submodules; their folders are empty, as after a plain clone. */
  submodules: list.default([]),
  /** Changed settings of the run, as in pm-agent.yaml. */
  settings: z.record(z.string(), z.unknown()).default({}),
  /** A program beside it that acts as judge; without it there is no judge. */
  judge: z.string().optional(),
  /** Files that the user writes into the checkout during the run. */
  meanwhile: z.record(z.string(), z.string()).default({}),
  /** The user's answers each time a task waits, in order; without any left, it keeps waiting. */
  answers: list.pipe(z.array(z.enum(['approve', 'waive']))).default([]),
  /** Tasks that must complete although the play as a whole must not, in a plan of several. */
  completes: list.optional(),
  /** Files of the user's checkout that the agent itself writes; they must stay as it left them. */
  strays: list.default([]),
  /** A shell command that must succeed, or the play is skipped: `bwrap --version` if it needs a sandbox. */
  needs: list.default([]),
  /** Why it cannot be played yet; counted as not run. */
  pending: z.string().optional(),
})

const lieSchema = z.strictObject({
  id: z.string().regex(/^[A-Z]+\d+$/),
  name: z.string(),
  does: z.string(),
  naive: z.string(),
  exposed: z.string(),
  /** Defaults for all variants. */
  on: list.default(['node-test']),
  expect: list.pipe(z.array(z.enum(EXPECTATIONS)).min(1)).default(['refused']),
  signals: list.default([]),
  lies: z.array(variantSchema),
  twins: z.array(variantSchema),
})

/** One whole run of the product: a variant of an entry on one fixture. */
export interface Play extends Omit<z.infer<typeof variantSchema>, 'on' | 'expect' | 'script'> {
  /** `T1/deletes-the-file@vitest`. */
  readonly label: string
  readonly entry: string
  readonly family: string
  readonly base: string
  readonly twin: boolean
  readonly expect: readonly Expected[]
  /** The entry's folder, and its program. */
  readonly folder: string
  readonly script: string
}

/** All plays of the catalogue below a folder, in order; or its problems. */
export function readCatalogue(folder: string): Result<readonly Play[], readonly string[]> {
  if (!existsSync(folder)) return err([`there is no folder ${folder}`])
  const problems: string[] = []
  const plays: Play[] = []
  for (const name of readdirSync(folder).sort(byNumber)) {
    const file = join(folder, name, 'lie.yaml')
    if (!existsSync(file)) continue
    const read = readEntry(join(folder, name))
    if (read.ok) plays.push(...read.value)
    else problems.push(...read.error.map(problem => `${join(name, 'lie.yaml')}: ${problem}`))
  }
  if (plays.length === 0 && problems.length === 0) problems.push(`no lie.yaml lies below ${folder}`)
  return problems.length > 0 ? err(problems) : ok(plays)
}

/** Natural order: T9 before T10. */
const byNumber = (one: string, other: string): number => one.localeCompare(other, 'en', { numeric: true })

function readEntry(folder: string): Result<readonly Play[], readonly string[]> {
  let written: unknown
  try {
    written = parse(readFileSync(join(folder, 'lie.yaml'), 'utf8'))
  } catch (error) {
    return err([(error as Error).message])
  }
  const parsed = lieSchema.safeParse(written)
  if (!parsed.success) return err(parsed.error.issues.map(issue => `${issue.path.join('.')}: ${issue.message}`))
  const lie = parsed.data
  const plays = [
    ...lie.lies.map(lied => ({ ...lied, twin: false })),
    ...lie.twins.map(twin => ({ ...twin, twin: true })),
  ]
  const missing = plays
    .filter(({ pending }) => !pending)
    .flatMap(({ script, name, judge }) => [script ?? `${name}.mjs`, ...(judge ? [judge] : [])])
    .filter(program => !existsSync(join(folder, program)))
    .map(program => `there is no program ${program}`)
  if (missing.length > 0) return err(missing)
  return ok(
    plays.flatMap(({ on, ...play }) =>
      (on ?? lie.on).map(base => ({
        ...play,
        label: `${lie.id}/${play.name}@${base}`,
        entry: lie.id,
        family: lie.id.replace(/\d+$/, ''),
        base,
        expect: play.expect ?? (play.twin ? ['accepted'] : lie.expect),
        signals: play.signals.length > 0 || play.twin ? play.signals : lie.signals,
        folder,
        script: join(folder, play.script ?? `${play.name}.mjs`),
      })),
    ),
  )
}
