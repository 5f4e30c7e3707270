/**
 * `npm run oracle -- FILE [--every N] [--against FILE] [--redteam FOLDER]
 * [--only ENTRIES] [--without DEFENCES]`: the verdicts of the proof, play by play.
 *
 * It plays the catalogue of lies (every Nth play with `--every`) and, where a folder of red-team cases is given, these too, and
 * writes one line per play: outcome, basis and the verdict of every gate. With `--against` it lists the differences to an earlier
 * file and exits 1 if there are any. A change that only moves or rewords code must not have one. `--without` leaves defences out of
 * the proof (`gutting`, or one check of the diff: `reading:scope`); the lies that are accepted then are those that it alone catches.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import type { Defence } from '../src/core/proof/defence.ts'
import { benchLies } from '../src/lies/bench.ts'
import type { PlayResult } from '../src/lies/verdict.ts'

const HERE = fileURLToPath(new URL('..', import.meta.url))

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    every: { type: 'string', default: '1' },
    parallel: { type: 'string', default: '2' },
    against: { type: 'string' },
    redteam: { type: 'string' },
    only: { type: 'string' },
    without: { type: 'string' },
  },
})
const [file] = positionals
if (!file) {
  console.error(
    'usage: npm run oracle -- FILE [--every N] [--parallel N] [--against FILE] [--redteam FOLDER] [--only ENTRIES] [--without DEFENCES]',
  )
  process.exit(2)
}

const lines = [...(await catalogueLines()), ...(values.redteam ? redTeamLines(resolve(values.redteam)) : [])]
writeFileSync(file, `${lines.join('\n')}\n`)
console.log(`${lines.length} plays written to ${file}`)
if (values.against) {
  const differences = compare(readFileSync(values.against, 'utf8').trimEnd().split('\n'), lines)
  for (const difference of differences) console.log(difference)
  console.log(differences.length === 0 ? 'no difference' : `${differences.length} plays differ`)
  process.exitCode = differences.length === 0 ? 0 : 1
}

async function catalogueLines(): Promise<readonly string[]> {
  const folder = join(HERE, 'lies')
  const played = await benchLies({
    folder,
    ownFolder: folder,
    ownRoot: HERE,
    cacheDir: join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'pm-agent'),
    env: process.env,
    every: Number(values.every),
    ...(values.only ? { only: values.only.split(',') } : {}),
    leaveOut: (values.without?.split(',') ?? []) as readonly Defence[],
    parallel: Number(values.parallel),
    onResult: ({ play, outcome }, { done, all }) => console.log(`${done}/${all} ${play}: ${outcome}`),
  })
  if (!played.ok) throw new Error(played.error.join('\n'))
  return played.value.map(playLine)
}

function playLine({ play, outcome, receipts }: PlayResult): string {
  const proofs = receipts.map(({ task, basis, gates }) => `${task} ${basis} ${gates.toSorted().join(' ')}`)
  return [play, outcome, ...proofs].join(' | ')
}

interface RedTeamResult {
  readonly name: string
  readonly verdict: string
  readonly basis?: string
  readonly gates?: readonly string[]
}

/** The red-team cases are a program of their own: it is given this checkout and leaves its results in a file. */
function redTeamLines(folder: string): readonly string[] {
  const results = join(mkdtempSync(join(tmpdir(), 'pm-agent-oracle-')), 'results.json')
  const env = { ...process.env, PM_PROJECT: HERE, JSON: results, JOBS: values.parallel }
  spawnSync(process.execPath, ['run.mjs'], { cwd: folder, env, stdio: 'inherit' })
  const read = JSON.parse(readFileSync(results, 'utf8')) as readonly RedTeamResult[]
  return read.map(({ name, verdict, basis, gates }) =>
    [`redteam ${name}`, verdict, [basis ?? '-', ...(gates ?? []).toSorted()].join(' ')].join(' | '),
  )
}

/** Plays whose line is another one; a play that only one of the files has is not compared, because a sample may be smaller. */
function compare(before: readonly string[], after: readonly string[]): readonly string[] {
  const nameOf = (line: string): string => line.slice(0, line.indexOf(' | '))
  const earlier = new Map(before.map(line => [nameOf(line), line]))
  return after.flatMap(line => {
    const was = earlier.get(nameOf(line))
    return was === undefined || was === line ? [] : [`- ${was}`, `+ ${line}`]
  })
}
