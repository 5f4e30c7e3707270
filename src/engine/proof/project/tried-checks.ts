import type { Tree } from '../../../core/plan/ids.ts'
import type { Check } from '../../../core/plan/plan.ts'
import type { Commands } from '../../../core/settings/commands.ts'
import { type Config, fittingsOf } from '../../../core/settings/config.ts'
import type { Ports } from '../../../ports.ts'
import { endWords } from '../gate-result.ts'
import { shortfall } from '../shown/expectation.ts'
import { type CommandOutcome, exitCodeOf, type RoomUse } from '../suite/bench.ts'
import { RoomAltered } from '../suite/room-altered.ts'
import { committedBench } from './committed-bench.ts'

/** A command for code that does not exist yet may wait forever: what takes longer is not known. */
const TRIAL_MINUTES = 2
/** All trials together; the rest stays untried. */
const TRIALS_MS = 5 * 60_000

/** A criterion's command on code without any draft. */
export interface TriedCheck {
  readonly check: Check
  /** Null if it could not be tried. */
  readonly holds: boolean | null
  /** The result in words. */
  readonly words: string
}

/** The code, and how a clean room is made of it. */
export interface TrialGround {
  readonly tree: Tree
  readonly commands: Commands
  readonly config: Config
  readonly token: string
  readonly signal: AbortSignal
}

/** Tries each check once in a clean room, as a proof does. Results that hold are remembered, so that no proof repeats them. */
export async function tryChecks(
  ports: Pick<Ports, 'vault' | 'rooms' | 'store' | 'clock'>,
  checks: readonly Check[],
  { tree, commands, config, token, signal }: TrialGround,
): Promise<readonly TriedCheck[]> {
  const each = [...new Map(checks.map(check => [checkKey(check), check])).values()]
  if (each.length === 0) return []
  const limits = { ...config.limits, gateMinutes: Math.min(config.limits.gateMinutes, TRIAL_MINUTES) }
  const place = { tree, commands, generated: config.generated }
  const bench = await committedBench(ports, place, { limits, fittings: fittingsOf(config), token, signal })
  const until = ports.clock.now() + TRIALS_MS
  const tried: TriedCheck[] = []
  // A command that altered its room leaves it to nobody.
  let use: RoomUse = 'criteria'
  try {
    for (const check of each) {
      if (ports.clock.now() > until) {
        tried.push({ check, holds: null, words: 'not tried: the others took too long' })
        continue
      }
      const outcome = await bench.run(tree, check.command, use).catch((error: unknown) => {
        if (!(error instanceof RoomAltered)) throw error
        use = `criteria, apart ${tried.length}`
        return null
      })
      tried.push(outcome === null ? { check, holds: null, words: ALTERS } : readTrial(check, outcome))
    }
  } finally {
    await bench.close()
  }
  return tried
}

const ALTERS = 'it changes files of the repository'

function readTrial(check: Check, outcome: CommandOutcome): TriedCheck {
  if (outcome.setupFailed) return { check, holds: null, words: 'setup failed in its room' }
  const exitCode = exitCodeOf(outcome)
  if (exitCode === null) return { check, holds: null, words: endWords(outcome) }
  const missing = shortfall(check.expect, { exitCode, stdout: outcome.stdout })
  return { check, holds: missing === null, words: missing ?? endWords(outcome) }
}

/** Two checks with the same key are the same check. */
export const checkKey = ({ command, expect }: Check): string => JSON.stringify([command, expect])
