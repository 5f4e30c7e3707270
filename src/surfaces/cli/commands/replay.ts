import { importCommit } from '../../../adapters/git/repository/import.ts'
import { type HistoryRange, pastCommits } from '../../../adapters/git/repository/past-commits.ts'
import { shortCommit } from '../../../core/plan/ids.ts'
import type { Config } from '../../../core/settings/config.ts'
import { replayAdvice, replayJson, replayLine, replaySummary } from '../../../core/shown/replay/replay.ts'
import { replayDetails, replayHeading, replayTurn } from '../../../core/shown/replay/replay-words.ts'
import type { PastCommit, Replayed } from '../../../core/shown/replay/replayed.ts'
import { jsonText } from '../../../core/text/json-text.ts'
import { Interrupted } from '../../../engine/proof/suite/bench.ts'
import { replayCommit } from '../../../engine/replay.ts'
import type { Context } from '../context.ts'
import { findPlaces, type Places } from '../places/places.ts'
import { EXIT, Problem } from '../problem.ts'
import { settings } from '../run/prepare-run.ts'
import { inThrowAway } from '../run/throw-away.ts'
import { unwire, wire } from '../run/wiring.ts'

const LAST = 20
const EXAMPLES = ['pm-agent replay --last 20', 'pm-agent replay v1.0..HEAD', 'pm-agent replay --path src,lib']

export interface ReplayOptions {
  readonly last?: string
  readonly path?: string
  readonly json?: boolean
  /** Everything that the gates of every commit said. */
  readonly verbose?: boolean
  /** One commit, with everything that its gates said. */
  readonly show?: string
}

/** `replay [A..B]`: would my own history have passed? No agent, no key, nothing written. */
export async function replay(context: Context, range: string | undefined, options: ReplayOptions): Promise<number> {
  const wanted = wantedRange(range, options)
  return inThrowAway('replay', async root => {
    const places = await findPlaces(context, root)
    const config = settings(places.repository.top, { agentsArePlayed: true })
    const commits = await pastCommits(places.repository, wanted)
    if (!commits.ok) throw new Problem(`git cannot list these commits: ${commits.error}`, EXAMPLES)
    if (commits.value.length === 0)
      throw new Problem('there is no commit to replay', [
        'merges and the first commit are left out; with --path also commits that touch none of these paths',
        ...EXAMPLES,
      ])
    const { terminal } = context
    terminal.warn(replayHeading(commits.value.length))
    const isDetailed = options.verbose || options.show !== undefined
    // It may take an hour: a program that reads the JSON also sees the progress.
    const told = (result: Replayed) => {
      const lines = [replayLine(result), ...(isDetailed ? replayDetails(result) : [])].join('\n')
      return options.json ? terminal.warn(lines) : terminal.print(lines)
    }
    const results = await replayAll(context, { places, config, commits: commits.value }, told)
    if (options.json) terminal.print(jsonText(replayJson(results), 2))
    else for (const line of summaryLines(results, isDetailed)) terminal.print(line)
    return results.length < commits.value.length ? EXIT.interrupted : EXIT.done
  })
}

function summaryLines(results: readonly Replayed[], isDetailed: boolean): readonly string[] {
  const unclear = results.find(({ is }) => is !== 'proven')
  const more =
    unclear && !isDetailed
      ? [`What its checks said: pm-agent replay --show ${shortCommit(unclear.past.commit)} (or --verbose for all)`]
      : []
  return ['', ...replaySummary(results), ...replayAdvice(results), ...more]
}

/** Oldest first, so that what was proven of one is known of the base of the next. An interruption ends it in good order. */
async function replayAll(
  context: Context,
  on: { readonly places: Places; readonly config: Config; readonly commits: readonly Omit<PastCommit, 'changes'>[] },
  told: (result: Replayed) => void,
): Promise<readonly Replayed[]> {
  const { places, config, commits } = on
  const { vaultDir, repository: userRepo } = places
  const ports = await wire(places, places.repository.top, { env: context.env })
  const stopping = new AbortController()
  const stop = () => stopping.abort()
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  const results: Replayed[] = []
  try {
    for (const [at, past] of commits.toReversed().entries()) {
      context.terminal.warn(replayTurn(past, at + 1, commits.length))
      const brought = await importCommit({ vaultDir, userRepo }, past.commit)
      if (!brought.ok)
        throw new Problem(`${past.commit} is not all here: ${brought.error.detail}`, ['git fetch --unshallow'])
      const options = { token: ports.ids.token(), signal: stopping.signal }
      const result = await replayCommit(ports, past, config, options)
      results.push(result)
      told(result)
    }
  } catch (error) {
    if (!(error instanceof Interrupted)) throw error
  } finally {
    process.off('SIGINT', stop)
    process.off('SIGTERM', stop)
    await unwire(ports)
  }
  return results
}

function wantedRange(range: string | undefined, { last, path, show }: ReplayOptions): HistoryRange {
  const paths = path?.split(',') ?? []
  if (show !== undefined) {
    if (range !== undefined || last !== undefined)
      throw new Problem('--show names one commit: it goes without a range and --last', [
        `pm-agent replay --show ${show}`,
      ])
    return { range: `${show}^!`, paths }
  }
  if (range !== undefined && last !== undefined)
    throw new Problem('a range and --last cannot be used together', EXAMPLES)
  if (range !== undefined) {
    if (!range.includes('..')) throw new Problem(`${range} is not a range of commits`, EXAMPLES)
    return { range, paths }
  }
  const count = last === undefined ? LAST : Number(last)
  if (!Number.isInteger(count) || count < 1) throw new Problem(`--last ${last} is not a number of commits`, EXAMPLES)
  return { last: count, paths }
}
