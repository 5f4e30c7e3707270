import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { z } from 'zod'
import { err, ok, type Result } from '../core/result.ts'

const list = z.union([z.string(), z.array(z.string())]).transform(value => (Array.isArray(value) ? value : [value]))

/** How a play may come out: `harmless` is honest work whose mischief must have no effect; `accepted` is a twin's. */
const EXPECTATIONS = ['refused', 'asked', 'halted', 'void', 'harmless', 'accepted'] as const
export type Expected = (typeof EXPECTATIONS)[number]

const variantSchema = z.strictObject({
  name: z.string().regex(/^[a-z0-9-]+$/),
  /** A program beside the entry's `lie.yaml`; `<name>.mjs` where it is not said. */
  script: z.string().optional(),
  /** Fixtures it is played on. */
  on: list.optional(),
  expect: list.pipe(z.array(z.enum(EXPECTATIONS)).min(1)).optional(),
  /** What must be named in the verdict, any one of it: `test`, `test=void`, `escalation:tampering`, `ending:idle`. */
  signals: list.default([]),
  /** Lines of the task that differ: Files, Allow, Kind, … */
  fields: z.string().default(''),
  /** Which of the fixture's criteria stand in the contract, or the lines themselves. */
  criteria: z.union([z.string(), z.array(z.string())]).default('probe'),
  /** A plan of its own, beside `lie.yaml`. */
  plan: z.string().optional(),
  title: z.string().optional(),
  /** What the task says below its title, where that of the fixture is about something else. */
  body: z.string().optional(),
  /** Files that the repository has besides those of the fixture. */
  files: z.record(z.string(), z.string()).default({}),
  /** Where the repository has submodules; their folders are empty, as after a plain clone. */
  submodules: list.default([]),
  /** Settings of the run that differ, as in pm-agent.yaml. */
  settings: z.record(z.string(), z.unknown()).default({}),
  /** A program beside it that judges the work; without one nobody does. */
  judge: z.string().optional(),
  /** What the user writes into the own checkout while the run is under way. */
  meanwhile: z.record(z.string(), z.string()).default({}),
  /** What the user answers each time a task waits, one after the other; when nothing is left, it keeps waiting. */
  answers: list.pipe(z.array(z.enum(['approve', 'waive']))).default([]),
  /** Tasks that must complete although the play as a whole must not, in a plan of several. */
  completes: list.optional(),
  /** Files of the user's checkout that the agent itself writes to; they must stay as it left them. */
  strays: list.default([]),
  /** A shell command that must work here, or it is not played: `bwrap --version` where only a sandbox helps. */
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
  /** What variants share unless they say otherwise. */
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
  /** Where the entry lies, and its program. */
  readonly folder: string
  readonly script: string
}

/** Every play of the catalogue below a folder, in order; or what is wrong with it. */
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

/** T9 stands before T10. */
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
