import { commandGate, endWords } from '../gate-result.ts'
import type { Gate } from './gate-case.ts'

/** What every other command leans on; it only has something to say when it fails. */
export const setupGate: Gate = {
  name: 'setup',
  results: ['setup'],
  always: true,
  async run({ bench, commands, layouts }) {
    const broken = await bench.prepare(layouts.asSubmitted)
    if (broken?.command !== commands.setup || !broken) return []
    return [
      commandGate(
        'setup',
        { command: broken.command, outcome: broken },
        { verdict: 'failed', words: `setup failed: ${endWords(broken)}` },
      ),
    ]
  },
}
