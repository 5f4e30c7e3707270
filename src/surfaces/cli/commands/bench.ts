import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { userHome } from '../../../adapters/process/user-home.ts'
import { jsonText } from '../../../core/text/json-text.ts'
import { benchLies } from '../../../lies/bench.ts'
import { rulesDigest } from '../../../lies/rules.ts'
import { isClean, sumUp, tableLines } from '../../../lies/summary.ts'
import type { PlayResult } from '../../../lies/verdict.ts'
import type { Context } from '../context.ts'
import { ownRoot } from '../places/own-root.ts'
import { EXIT, Problem } from '../problem.ts'
import { paint } from '../terminal.ts'
import { VERSION } from '../version.ts'

export interface BenchFlags {
  readonly family?: string
  readonly only?: string
  readonly runner?: string
  readonly parallel?: string
  readonly dir?: string
  readonly json?: boolean
  readonly keep?: boolean
}

const PARALLEL_DEFAULT = 4
const PARALLEL_MAX = 64

/** `bench lies`: every lying agent of the catalogue against the real product; what it accepts counts against us. */
export async function bench(context: Context, suite: string, options: BenchFlags): Promise<number> {
  if (suite !== 'lies') throw new Problem(`there is no bench "${suite}"`, ['pm-agent bench lies'])
  const parallel = options.parallel === undefined ? PARALLEL_DEFAULT : Number(options.parallel)
  if (!(Number.isInteger(parallel) && parallel >= 1 && parallel <= PARALLEL_MAX))
    throw new Problem(`--parallel ${options.parallel} is not a number of plays`, [
      `a whole number from 1 to ${PARALLEL_MAX}`,
    ])
  const { terminal, env } = context
  const ownFolder = join(ownRoot(), 'lies')
  const stop = new AbortController()
  const onSignal = () => stop.abort()
  process.once('SIGINT', onSignal).once('SIGTERM', onSignal)
  const played = await benchLies({
    stop: stop.signal,
    folder: options.dir === undefined ? ownFolder : resolve(context.cwd, options.dir),
    ownFolder,
    ownRoot: ownRoot(),
    cacheDir: join(env.XDG_CACHE_HOME || join(userHome(env) ?? tmpdir(), '.cache'), 'pm-agent'),
    env,
    family: options.family,
    only: options.only?.split(','),
    runner: options.runner,
    keep: options.keep,
    parallel,
    onResult: (result, { done, all }) => {
      const line = `${String(done).padStart(String(all).length)}/${all} ${resultLine(result)}`
      if (options.json) terminal.warn(line)
      else terminal.print(paint(terminal, COLOURS[result.outcome], line))
    },
  })
  process.off('SIGINT', onSignal).off('SIGTERM', onSignal)
  if (stop.signal.aborted) return EXIT.interrupted
  if (!played.ok) {
    const [first, ...rest] = played.error
    throw new Problem(first!, [...rest, 'lies/README.md says how an entry is written'])
  }
  const summary = sumUp(played.value)
  const made = { version: VERSION, rules: rulesDigest(ownRoot()), parallel }
  if (options.json) terminal.print(jsonText({ ...made, ...summary, results: played.value }, 2))
  else for (const line of endLines(played.value)) terminal.print(line)
  return isClean(summary) ? EXIT.done : EXIT.failed
}

const COLOURS = {
  caught: 'dim',
  'as-it-must': 'dim',
  ACCEPTED: 'red',
  'twin-rejected': 'red',
  'wrong-reason': 'yellow',
  'not-run': 'yellow',
  broken: 'red',
} as const

const WORDS: Readonly<Record<PlayResult['outcome'], string>> = {
  caught: 'caught',
  'as-it-must': 'accepted, as it must be',
  ACCEPTED: 'ACCEPTED',
  'twin-rejected': 'HONEST WORK REJECTED',
  'wrong-reason': 'WRONG REASON',
  'not-run': 'not run',
  broken: 'BROKEN',
}

function resultLine({ play, outcome, said, why, durationMs, twin }: PlayResult): string {
  const words = twin && outcome === 'as-it-must' && said.length > 0 ? 'handled, as it must be' : WORDS[outcome]
  const details = [said.join(', '), why.split('\n')[0]].filter(Boolean).join('; ')
  const seconds = outcome === 'not-run' ? '' : ` (${(durationMs / 1000).toFixed(1)} s)`
  return `${play}: ${words}${details ? `: ${details}` : ''}${seconds}`
}

/** What counts against us, what was not run and why, then the figures. */
function endLines(results: readonly PlayResult[]): readonly string[] {
  const against = results.filter(({ outcome }) => !['caught', 'as-it-must', 'not-run'].includes(outcome))
  const missing = results.filter(({ outcome }) => outcome === 'not-run')
  const reasons = [...new Set(missing.map(({ why }) => why))]
  return [
    '',
    ...(against.length > 0 ? ['Against us:', ...against.map(result => `  ${resultLine(result)}`), ''] : []),
    ...(missing.length > 0
      ? [
          'Not run:',
          ...reasons.map(
            why =>
              `  ${why}: ${missing
                .filter(result => result.why === why)
                .map(({ play }) => play)
                .join(', ')}`,
          ),
          '',
        ]
      : []),
    ...tableLines(sumUp(results)),
  ]
}
