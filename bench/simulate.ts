/** Plays many seeded stories of whole runs and says what they met: `npm run simulate -- --runs N --seed N`. */
import { parseArgs } from 'node:util'
import { type Outcome, playCampaign } from '../test/simulation/campaign.ts'
import { everything } from '../test/simulation/coverage.ts'
import { SABOTAGES, type Sabotage } from '../test/simulation/sabotage.ts'

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '2000' },
    seed: { type: 'string', default: '1' },
    threads: { type: 'string' },
    minutes: { type: 'string' },
    sabotage: { type: 'string' },
  },
})
const number = (name: 'runs' | 'seed' | 'threads' | 'minutes'): number | undefined => {
  const given = values[name]
  if (given === undefined) return undefined
  const read = Number(given)
  if (Number.isFinite(read) && read > 0) return read
  console.error(`simulate: --${name} needs a number above zero, not "${given}"`)
  process.exit(2)
}
const { sabotage } = values
if (sabotage !== undefined && !SABOTAGES.includes(sabotage as Sabotage)) {
  console.error(`simulate: --sabotage is one of: ${SABOTAGES.join(', ')}`)
  process.exit(2)
}

const minutes = number('minutes')
let told = 0
const shown = new Set<number>()
/** At once: a long campaign may not live to its end. */
const show = ({ seed, broken }: Outcome['broken'][number]) => {
  shown.add(seed)
  console.log(`seed ${seed}: ${broken.join('; ')}`)
}
const report = ({ runs, broken, durationMs }: Outcome) =>
  `${runs} runs, ${((runs * 1000) / durationMs).toFixed(1)} per second, ${broken.length} with violations`
const outcome = await playCampaign({
  from: number('seed')!,
  count: number('runs')!,
  threads: number('threads'),
  ...(minutes === undefined ? {} : { withinMs: minutes * 60_000 }),
  ...(sabotage ? { sabotage: sabotage as Sabotage, untilBroken: true } : {}),
  onBatch: sofar => {
    for (const violation of sofar.broken) if (!shown.has(violation.seed)) show(violation)
    if (sofar.runs < told + 1000) return
    told = sofar.runs
    console.log(report(sofar))
  },
})
console.log(report(outcome))
console.log(`met ${everything().length - outcome.missing.length} of ${everything().length} events, endings and reasons`)
console.log(`${outcome.met.get('crash') ?? 0} crashes, ${outcome.met.get('fault') ?? 0} failed calls`)
if (outcome.missing.length > 0) console.log(`never: ${outcome.missing.join(', ')}`)
process.exitCode = sabotage ? (outcome.broken.length > 0 ? 0 : 1) : outcome.broken.length > 0 ? 1 : 0
