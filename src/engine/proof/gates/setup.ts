import { flakyWords } from '../../../core/proof/flaky-check.ts'
import { commandGate, endWords } from '../gate-result.ts'
import type { Gate } from './gate-case.ts'
import { settlePreparation } from './preparation.ts'

/** Every other command depends on setup; it is reported only if it fails. */
export const setupGate: Gate = {
  name: 'setup',
  results: ['setup'],
  always: true,
  async run(on) {
    const broken = await on.bench.prepare(on.layouts.asSubmitted)
    if (broken?.command !== on.commands.setup || !broken) return []
    const flaky = await settlePreparation(on, broken.command)
    const judged: Parameters<typeof commandGate>[2] = flaky
      ? { verdict: 'passed', words: flakyWords(flaky), flaky: [flaky] }
      : { verdict: 'failed', words: `setup failed: ${endWords(broken)}` }
    return [commandGate('setup', { command: broken.command, outcome: broken }, judged)]
  },
}
