import { randomUUID } from 'node:crypto'
import { openVault } from '../../../adapters/git/vault.ts'
import type { CommandRooms } from '../../../adapters/rooms/room-commands.ts'
import { createRunners } from '../../../adapters/runners/runners.ts'
import { createMemoryStore } from '../../../adapters/store/memory.ts'
import { headline } from '../../../core/proof/receipt.ts'
import type { Commands } from '../../../core/settings/commands.ts'
import type { Config, Fittings } from '../../../core/settings/config.ts'
import { duration } from '../../../core/text/time.ts'
import { type Health, type Measured, measureCommands } from '../../../engine/proof/project/measure.ts'
import type { Places } from '../places/places.ts'

/** The result of a project command in a clean room, and a remedy. */
export interface MeasuredFinding {
  readonly what: string
  readonly found: string
  readonly verdict: 'good' | 'missing' | 'optional'
  readonly hint?: string
  readonly command: string
  readonly health: Health
  readonly duration_ms: number
}

/** Runs the project's commands on the HEAD commit, like the first step of a run; null without a commit. */
export async function measuredFindings(
  { vaultDir, repository }: Places,
  rooms: CommandRooms,
  on: {
    readonly commands: Commands
    readonly configured: Commands
    readonly limits: Config['limits']
    readonly fittings: Fittings
  },
): Promise<readonly MeasuredFinding[] | null> {
  const vault = await openVault({ vaultDir, userRepo: repository })
  const stopping = new AbortController()
  const stop = () => stopping.abort()
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  try {
    const head = await vault.importHead()
    if (head === null) return null
    const ports = { vault, rooms, runners: createRunners(), store: createMemoryStore() }
    const place = { tree: await vault.treeOf(head), token: randomUUID(), signal: stopping.signal }
    return (await measureCommands(ports, { ...on, ...place })).map(findingOf)
  } finally {
    process.off('SIGINT', stop)
    process.off('SIGTERM', stop)
    await vault.close()
  }
}

function findingOf({ name, command, health, gate, problem }: Measured): MeasuredFinding {
  const isUnused = health === 'cannot-run' && problem === null
  const { words, verdict, hint }: Verdict = isUnused ? UNUSED : HEALTH[health]
  return {
    what: `run ${name}`,
    found: `${words} (${duration(gate.durationMs)}): ${problem ?? headline(gate)}`,
    verdict,
    ...(hint ? { hint } : {}),
    command,
    health,
    duration_ms: gate.durationMs,
  }
}

type Verdict = Pick<MeasuredFinding, 'verdict' | 'hint'> & { readonly words: string }

/** A command that only the project's files mention and whose program is missing: nothing needs it. */
const UNUSED: Verdict = { words: 'not run', verdict: 'optional' }

const HEALTH: Readonly<Record<Health, Verdict>> = {
  green: { words: 'green', verdict: 'good' },
  'red-by-test': {
    words: 'red, test by test',
    verdict: 'optional',
    hint: 'what fails now is known and blocks no task; everything else counts',
  },
  'red-as-a-whole': {
    words: 'red as a whole',
    verdict: 'missing',
    hint: 'it does not count as a check: make it green, or name a runner that can be read test by test under commands:',
  },
  'cannot-run': {
    words: 'does not work in a clean room',
    verdict: 'missing',
    hint: 'see commands:, copy:, services: and env: in pm-agent.yaml',
  },
  uncontrolled: {
    words: 'uncontrolled',
    verdict: 'missing',
    hint: 'it does not count as a check: name a command that runs the tests under commands:',
  },
}
