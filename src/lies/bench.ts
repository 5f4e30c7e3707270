import type { Defence } from '../core/proof/defence.ts'
import { err, ok, type Result as Tried } from '../core/result.ts'
import type { Play } from './catalogue.ts'
import { readCatalogue } from './catalogue.ts'
import { type Fixture, readFixture } from './fixture.ts'
import { findModules } from './modules.ts'
import { fits } from './needs.ts'
import { performPlay } from './play.ts'
import type { PlayResult } from './verdict.ts'

export interface BenchOptions {
  /** Folders with entries: the shipped ones, or the user's own. */
  readonly folder: string
  /** Additional folders with fixtures. */
  readonly ownFolder: string
  readonly ownRoot: string
  readonly cacheDir: string
  readonly env: NodeJS.ProcessEnv
  readonly family?: string | undefined
  readonly only?: readonly string[] | undefined
  readonly runner?: string | undefined
  /** Plays only every nth of those chosen. */
  readonly every?: number
  readonly parallel: number
  readonly leaveOut?: readonly Defence[]
  readonly keep?: boolean | undefined
  /** Ends the plays in progress, and starts no other. */
  readonly stop?: AbortSignal
  onResult(result: PlayResult, progress: { readonly done: number; readonly all: number }): void
}

/** Plays the catalogue, several at a time; results are in catalogue order. */
export async function benchLies(options: BenchOptions): Promise<Tried<readonly PlayResult[], readonly string[]>> {
  const read = readCatalogue(options.folder)
  if (!read.ok) return read
  const { every = 1 } = options
  const chosen = read.value.filter(play => isChosen(play, options)).filter((_, at) => at % every === 0)
  if (chosen.length === 0) return err(['no script of the catalogue fits what was asked for'])
  const stages = await prepareStages(chosen, options)
  const results: PlayResult[] = []
  let next = 0
  let done = 0
  const work = async () => {
    while (next < chosen.length && !options.stop?.aborted) {
      const at = next++
      const play = chosen[at]!
      const stage = stages.get(play.base)!
      const reason = play.pending
        ? `pending: ${play.pending}`
        : (stage.missing ?? (await fits(play.needs, options.env)))
      const { env, leaveOut = [], keep, stop } = options
      results[at] = reason
        ? notRun(play, reason)
        : await performPlay(play, stage.fixture!, { env, modules: stage.modules, leaveOut, keep, stop })
      done++
      options.onResult(results[at]!, { done, all: chosen.length })
    }
  }
  await Promise.all(Array.from({ length: options.parallel }, work))
  return ok(results)
}

function isChosen(play: Play, { family, only, runner }: BenchOptions): boolean {
  if (family && play.family !== family) return false
  if (runner && play.base !== runner) return false
  return (
    !only ||
    only.some(wanted => wanted === play.entry || wanted === `${play.entry}/${play.name}` || wanted === play.label)
  )
}

/** A fixture that is ready, or what it lacks. */
interface Stage {
  readonly fixture: Fixture | null
  readonly modules: string | null
  readonly missing: string | null
}

async function prepareStages(plays: readonly Play[], options: BenchOptions): Promise<ReadonlyMap<string, Stage>> {
  const stages = new Map<string, Stage>()
  for (const name of new Set(plays.map(play => play.base))) stages.set(name, await prepareStage(name, options))
  return stages
}

async function prepareStage(name: string, options: BenchOptions): Promise<Stage> {
  const fixture = readFixture([options.folder, options.ownFolder], name)
  if (!fixture) return { fixture, modules: null, missing: `there is no fixture ${name}` }
  const lacks = await fits(fixture.needs, options.env)
  if (lacks) return { fixture, modules: null, missing: lacks }
  if (!fixture.package) return { fixture, modules: null, missing: null }
  const modules = await findModules(fixture.package, options)
  return modules.ok
    ? { fixture, modules: modules.value, missing: null }
    : { fixture, modules: null, missing: `${fixture.package} is not here: ${modules.error}` }
}

const notRun = (play: Play, why: string): PlayResult => ({
  play: play.label,
  entry: play.entry,
  family: play.family,
  base: play.base,
  twin: play.twin,
  outcome: 'not-run',
  said: [],
  receipts: [],
  why,
  proofMs: 0,
  durationMs: 0,
})
