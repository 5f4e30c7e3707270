import { isGreen } from '../commands.ts'
import { commandGate, endWords } from '../gate.ts'
import type { Gate } from './gate-case.ts'

/** The project builds. It is built once per room, and everything after it finds the result. */
export const buildGate: Gate = {
  name: 'build',
  results: ['build'],
  always: true,
  async run({ bench, layouts }) {
    const built = await bench.built(layouts.asSubmitted)
    if (!built) return []
    const run = { command: built.command, outcome: built }
    return [
      commandGate(
        'build',
        run,
        isGreen(built)
          ? { verdict: 'passed', words: endWords(built) }
          : { verdict: 'failed', words: `build failed: ${endWords(built)}` },
      ),
    ]
  },
}
