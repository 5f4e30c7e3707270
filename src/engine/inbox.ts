import type { Deciders, KnownProcesses } from '../core/journal/decider.ts'
import { ok, type Result } from '../core/result.ts'
import { type Command, type Refusal, refuse } from '../core/run/input.ts'
import type { RunState } from '../core/run/state.ts'

/** Every kind of command, and whether it says what was seen. The compiler refuses a kind that is left out. */
const COMMANDS: Readonly<Record<Command['type'], 'bound' | 'free'>> = {
  'retry-task': 'bound',
  'skip-task': 'bound',
  'approve-task': 'bound',
  'waive-task': 'bound',
  'revise-task': 'bound',
  'reject-task': 'bound',
  'pause-task': 'bound',
  'retry-all': 'free',
  'stop-task': 'free',
  'tell-task': 'free',
  'stop-run': 'free',
  'accept-baseline': 'free',
  'resume-run': 'free',
  'use-settings': 'free',
  'follow-pull-request': 'free',
  'decide-risk': 'free',
}

/**
 * A command from another process, as far as it may be decided. The inbox is a table that others can write: what is no command
 * is refused, above all what the engine alone can have seen.
 */
export async function takenIn(
  deciders: Deciders | undefined,
  state: RunState,
  command: Command,
): Promise<Result<Command, Refusal>> {
  const kind = Object.hasOwn(COMMANDS, command.type) ? COMMANDS[command.type] : null
  if (kind === null) return refuse('unknown-command', `There is no command ${JSON.stringify(command.type)}.`, [])
  if (kind === 'bound' && !command.seen)
    return refuse('unbound', 'This decision does not say what was seen when it was made.', [
      'decide with pm-agent approve, revise, reject, pause, waive, retry or skip',
    ])
  return asHuman(deciders, state, command)
}

/** The command with its standing; refused where an agent gave it. */
export async function asHuman(
  deciders: Deciders | undefined,
  state: RunState,
  { weak: _, ...command }: Command,
): Promise<Result<Command, Refusal>> {
  const standing = (await deciders?.standing(command.origin, knownProcesses(state))) ?? 'human'
  if (standing === 'agent')
    return refuse('not-a-human', "Decisions are a human's: this came from a process of an agent or of a check.", [
      'decide in a terminal of your own',
    ])
  return ok(standing === 'weak' ? { ...command, weak: true } : command)
}

function knownProcesses({ tasks, baselineToken, release, integration }: RunState): KnownProcesses {
  const attempts = tasks.flatMap(run => run.attempts)
  const proofs = tasks.flatMap(({ stage }) => (stage.is === 'proving' ? [stage.token] : []))
  return {
    tokens: new Set([
      ...attempts.map(({ token }) => token),
      ...proofs,
      ...(baselineToken ? [baselineToken] : []),
      ...(release.reviewing ? [release.reviewing.token] : []),
      ...(release.gateToken ? [release.gateToken] : []),
      ...(integration.running ? [integration.running.token] : []),
    ]),
    leaders: new Map(attempts.flatMap(({ process }) => (process ? [[process.pid, process.startTime] as const] : []))),
  }
}
