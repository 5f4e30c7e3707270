import { runId } from '../core/plan/ids.ts'
import { lastAttempt, type RunState } from '../core/run/state.ts'
import type { Ports, Vault } from '../ports.ts'
import { rehearsedAgents } from './agents.ts'
import { rehearsedClock } from './clock.ts'
import type { Rehearsal } from './rehearsal.ts'
import { rehearsedRooms } from './rooms.ts'

/** The real ports of a rehearsal: journal, vault and workspaces in a copy that is thrown away. */
export interface RehearsalParts {
  readonly rehearsal: Rehearsal
  readonly outputsDir: string
  /** Why publishing would be refused in a real run; read-only. */
  readonly publishRefusal: (...given: Parameters<Vault['publish']>) => ReturnType<Vault['publish']>
}

/** The same ports with agents, checks, merges and publishing scripted. The engine does not know the difference. */
export function rehearsedPorts(ports: Ports, { rehearsal, outputsDir, publishRefusal }: RehearsalParts): Ports {
  const clock = rehearsedClock(ports.clock, rehearsal.shortened)
  return {
    ...ports,
    clock,
    ids: { ...ports.ids, runId: planId => runId(`rehearsal-${ports.ids.runId(planId)}`) },
    // The same tree is a task's result and the next one's base, with a different scripted result as each.
    store: { ...ports.store, recall: async () => null, remember: async () => {} },
    vault: {
      ...ports.vault,
      merge: async (onto, ref) => {
        const merged = await ports.vault.merge(onto, ref)
        const conflicts = playedConflicts(rehearsal, ref)
        return conflicts && merged.conflicts.length === 0 ? { ...merged, conflicts, union: null } : merged
      },
      setAside: async () => ({ branch: null, tags: 0, heldIn: null }),
      publish: async (branch, tip) => {
        rehearsal.unpublishable = (await publishRefusal(branch, tip))?.detail ?? null
        return { reason: 'rehearsal', detail: 'nothing is published from a rehearsal' }
      },
    },
    rooms: rehearsedRooms(rehearsal, { vault: ports.vault, outputsDir }),
    // Nothing runs, so there are no results per test.
    runners: { ...ports.runners, recognise: async () => null, testFiles: async () => [] },
    agents: rehearsedAgents(ports.agents, rehearsal, clock),
  }
}

/** The scripted conflicting files; null without a scripted conflict. */
function playedConflicts(rehearsal: Rehearsal, ref: string): readonly string[] | null {
  const merging = mergingNow(rehearsal.state, ref)
  if (!merging) return null
  const { task, attempt } = merging
  const merge = rehearsal.merge(task.id, attempt.number)
  if (merge?.result !== 'conflict') return null
  rehearsal.played(task.id, `${attempt.number} merge`)
  return merge.paths.length > 0 ? merge.paths : (attempt.ended?.draft?.changes ?? []).map(change => change.path)
}

function mergingNow(state: RunState, ref: string) {
  for (const run of state.tasks) {
    const attempt = lastAttempt(run)
    if (attempt && (attempt.merged?.ref === ref || attempt.ended?.draft?.ref === ref))
      return { task: run.task, attempt }
  }
  return null
}
