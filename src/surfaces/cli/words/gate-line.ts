import { type GateResult, writtenCommand } from '../../../core/proof/receipt.ts'
import { duration } from '../../../core/text/time.ts'

/** One gate on one line: verdict, duration, and the command if it runs as it was written. */
export function gateLine(result: GateResult): string {
  const { gate, verdict, cached, durationMs } = result
  const took = cached ? 'remembered' : durationMs > 0 ? duration(durationMs) : ''
  const command = writtenCommand(result)
  const shown = command ? `  ${command}` : ''
  return `  ${gate.padEnd(16)} ${verdict.padEnd(14)}${took.padStart(10)}${shown}`.trimEnd()
}
