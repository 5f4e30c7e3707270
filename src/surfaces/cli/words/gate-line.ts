import type { GateResult } from '../../../core/proof/receipt.ts'
import { duration } from '../../../core/text/time.ts'

/** One gate on one line: verdict, duration and command. */
export function gateLine({ gate, verdict, cached, durationMs, command }: GateResult): string {
  const took = cached ? 'remembered' : durationMs > 0 ? duration(durationMs) : ''
  return `  ${gate.padEnd(16)} ${verdict.padEnd(14)}${took.padStart(10)}${command ? `  ${command}` : ''}`.trimEnd()
}
