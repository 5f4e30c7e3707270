/** `npm run soak`: complete runs with eight agents in parallel, repeated on a real disk, and killed at random moments. */

import { execFileSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { loudRun } from '../test/rig/agents/loud.ts'
import { memoryFileSystem, soak, wideTasks } from '../test/rig/projects/soak.ts'
import { Random } from '../test/simulation/random.ts'

const HERE = fileURLToPath(new URL('..', import.meta.url))
const TASKS = 30
const WIDTH = 8

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    starts: { type: 'string', default: '200' },
    kills: { type: 'string', default: '10' },
    seed: { type: 'string', default: String(Date.now() % 100_000) },
    dir: { type: 'string', default: tmpdir() },
  },
})
const [rounds, startsMin, killedRuns, seed] = [values.rounds, values.starts, values.kills, values.seed].map(Number) as [
  number,
  number,
  number,
  number,
]
const forgets = memoryFileSystem(values.dir)
if (forgets) {
  console.error(`soak: ${values.dir} is a ${forgets}, which is memory and no disk; name a folder on one: --dir FOLDER`)
  process.exit(2)
}
process.env.TMPDIR = values.dir

const tasks = wideTasks(TASKS, WIDTH)
const faults: string[] = []
const began = performance.now()
const seconds = (since: number) => `${((performance.now() - since) / 1000).toFixed(1)} s`

async function one(what: string, options: Parameters<typeof soak>[0]) {
  const since = performance.now()
  const result = await soak(options)
  const { starts, kills } = result
  console.log(
    `${result.faults.length === 0 ? 'ok  ' : 'FAIL'}  ${what}: ${starts} starts, ${kills} kills, ${seconds(since)}`,
  )
  for (const fault of result.faults) console.log(`      ${fault}`)
  faults.push(...result.faults)
  return result
}

console.log(`soak: ${TASKS} tasks, ${WIDTH} at a time, in ${values.dir}; seed ${seed}`)
const { code } = await one('one after another', { tasks, parallel: 1, code: null })
let starts = 0
for (let round = 1; round <= rounds || starts < startsMin; round++)
  starts += (await one(`${WIDTH} at a time, round ${round}`, { tasks, parallel: WIDTH, code })).starts
const failuresInStarts = faults.length
const random = new Random(seed)
let kills = 0
for (let round = 1; round <= killedRuns; round++) {
  const count = 1 + random.below(4)
  kills += (await one(`killed, round ${round}`, { tasks, parallel: WIDTH, code, kills: { count, random } })).kills
}
const LOUD_MB = 99
const LOUD_MEMORY_MB_MAX = 200
execFileSync(process.execPath, [join(HERE, 'scripts', 'build.ts')], { cwd: HERE, stdio: 'ignore' })
const loud = await loudRun(LOUD_MB, join(HERE, 'dist', 'main.js'))
const tooMuch = loud.memoryMb > LOUD_MEMORY_MB_MAX ? [`pm-agent took ${Math.round(loud.memoryMb)} MB`] : []
const loudFaults = [...loud.faults, ...tooMuch]
console.log(
  `${loudFaults.length === 0 ? 'ok  ' : 'FAIL'}  eight agents that print ${LOUD_MB} MB each: pm-agent took ${Math.round(loud.memoryMb)} MB (at most ${LOUD_MEMORY_MB_MAX})`,
)
for (const fault of loudFaults) console.log(`      ${fault}`)
console.log(
  `soak: ${starts} starts at ${WIDTH} workers with ${failuresInStarts} failures; ${kills} kills in ${killedRuns} runs with ${faults.length - failuresInStarts} failures; seed ${seed}; ${seconds(began)}`,
)
process.exitCode = faults.length + loudFaults.length === 0 ? 0 : 1
