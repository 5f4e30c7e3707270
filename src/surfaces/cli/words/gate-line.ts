import type { GateResult } from '../../../core/proof/receipt.ts'
import { duration } from '../../../core/text/time.ts'

/** The folder of our own reporters in a command. Such a command is what a runner's became; `show --json` has it. */
const OURS = '{tools}'

/** One gate on one line: verdict, duration, and the command if it runs as it was written. */
export function gateLine({ gate, verdict, cached, durationMs, command }: GateResult): string {
  const took = cached ? 'remembered' : durationMs > 0 ? duration(durationMs) : ''
  const shown = command && !command.includes(OURS) ? `  ${command}` : ''
  return `  ${gate.padEnd(16)} ${verdict.padEnd(14)}${took.padStart(10)}${shown}`.trimEnd()
}
