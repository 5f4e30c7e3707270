import { flakyWords } from '../../../core/proof/flaky-check.ts'
import { commandGate, endWords } from '../gate-result.ts'
import { isGreen } from '../suite/bench.ts'
import { isAbsent } from './command.ts'
import type { Gate } from './gate-case.ts'
import { settlePreparation } from './preparation.ts'

/** The project builds. It is built once per room; later commands use the result. */
export const buildGate: Gate = {
  name: 'build',
  results: ['build'],
  always: true,
  async run(on) {
    const { bench, layouts } = on
    const built = await bench.built(layouts.asSubmitted)
    if (!built) return []
    const gate = (judged: Parameters<typeof commandGate>[2]) => [
      commandGate('build', { command: built.command, outcome: built }, judged),
    ]
    if (isGreen(built)) return gate({ verdict: 'passed', words: endWords(built) })
    const before = isAbsent(built) ? await bench.built(layouts.base) : null
    // Nothing can run in a room that is not built, and this is not the fault of the work.
    if (before && isAbsent(before))
      return gate({ verdict: 'environment', words: 'build needs a tool that is not installed' })
    const flaky = isAbsent(built) ? null : await settlePreparation(on, built.command)
    if (flaky) return gate({ verdict: 'passed', words: flakyWords(flaky), flaky: [flaky] })
    return gate({ verdict: 'failed', words: `build failed: ${endWords(built)}` })
  },
}
