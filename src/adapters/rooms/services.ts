import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { err, ok, type Result } from '../../core/result.ts'
import type { Services } from '../../core/settings/config.ts'
import { shellQuoted } from '../../core/text/shell-word.ts'
import type { ChildResult } from '../process/child.ts'
import { servicesToken } from '../process/services-token.ts'

const READY_MS_MAX = 60_000
const DOWN_MS_MAX = 60_000
const READY_PAUSE_MS = 100
const UP_MS_MAX = 24 * 60 * 60_000

/** Runs a command in the room of the services. */
export type RunService = (
  command: string,
  options: { readonly token: string; readonly wallMs: number },
  signal: AbortSignal,
) => Promise<ChildResult>

/** Services that are up. */
export interface Up {
  down(): Promise<void>
}

/** Starts services and waits until they are ready; if that fails, stops all of them and returns the reason. */
export async function bringUp(
  services: Services,
  around: { readonly run: RunService; readonly token: string; readonly tmp: string },
  signal: AbortSignal,
): Promise<Result<Up, string>> {
  const { run, token, tmp } = around
  const stop = new AbortController()
  const passed = join(tmp, 'up')
  let ended: ChildResult | null = null
  const upOptions = { token: servicesToken(token), wallMs: UP_MS_MAX }
  const living = services.up
    ? run(stayingUp(services.up, passed), upOptions, stop.signal).then(result => {
        ended = result
      })
    : Promise.resolve()
  const down = async (): Promise<void> => {
    // Stopping is not interrupted: leftover services would block the next room.
    if (services.down)
      await run(services.down, { token: `${token}-down`, wallMs: DOWN_MS_MAX }, new AbortController().signal)
    stop.abort()
    await living
  }
  const problem = await becomeReady(services, { run, token, passed, ended: () => ended, living }, signal)
  if (problem === null) return ok({ down })
  await down()
  return err(problem)
}

/** Background processes of `up` live as long as this shell, and end with it. */
const stayingUp = (up: string, passed: string): string =>
  `${up}\ncode=$?\n[ "$code" -eq 0 ] || exit "$code"\n: > ${shellQuoted(passed)}\nwait\nwhile :; do sleep 3600; done`

async function becomeReady(
  services: Services,
  on: {
    readonly run: RunService
    readonly token: string
    readonly passed: string
    readonly ended: () => ChildResult | null
    readonly living: Promise<void>
  },
  signal: AbortSignal,
): Promise<string | null> {
  const deadline = performance.now() + READY_MS_MAX
  for (;;) {
    const ended = on.ended()
    const isOver = ended?.ending.is === 'exited' && ended.ending.code === 0
    if (ended && !isOver) return `services.up (${services.up}) failed: ${lastLines(ended.output)}`
    if (signal.aborted) return 'stopped'
    const isUp = services.up === null || isOver || existsSync(on.passed)
    // A server in the foreground never ends; then only `ready` shows that it is up.
    const asked = services.ready ? await isReady(services.ready, on, signal) : null
    if (services.ready ? asked === null : isUp) return null
    if (performance.now() > deadline)
      return `services were not ready within ${READY_MS_MAX / 1000} s: ${asked ?? `${services.up} has not ended`}`
    await Promise.race([delay(READY_PAUSE_MS), ended ? new Promise<never>(() => {}) : on.living])
  }
}

/** Null if it succeeds, else its last output. */
async function isReady(
  ready: string,
  { run, token }: { readonly run: RunService; readonly token: string },
  signal: AbortSignal,
): Promise<string | null> {
  const { ending, output } = await run(ready, { token: `${token}-ready`, wallMs: READY_MS_MAX }, signal)
  return ending.is === 'exited' && ending.code === 0 ? null : lastLines(output)
}

const lastLines = (text: string): string => text.trim().split('\n').slice(-3).join(' / ').slice(-300)
