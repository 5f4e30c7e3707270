import type { GateResult } from '../../../core/proof/receipt.ts'
import { type Case, hasProject } from '../case.ts'
import { translatedWords, unaskedRenames } from '../change/asked-renames.ts'
import { firstFormByCommand } from '../forms/first-forms.ts'
import { commandGate, endWords } from '../gate-result.ts'
import { isGreen, isRed } from './bench.ts'
import { readCounts } from './counts.ts'
import { flakyGate } from './settled-command.ts'

/** Tests without readable results: only the exit code, and counts if the command prints some. */
export async function commandTestGates(on: Case, command: string): Promise<readonly GateResult[]> {
  const gates = [await testGate(on, command)]
  if (on.layouts.oldForm && !on.without.has('old-form')) gates.push(await oldFormGate(on, command))
  const first = await firstFormByCommand(on, command)
  return first ? [...gates, first] : gates
}

async function testGate(on: Case, command: string): Promise<GateResult> {
  const outcome = await on.bench.run(on.layouts.asSubmitted, command)
  const counts = readCounts(outcome.output)
  if (isGreen(outcome)) {
    if (counts && counts.passed + counts.failed === 0) return noTests(on, command, outcome)
    return commandGate(
      'test',
      { command, outcome },
      { verdict: 'passed', words: counts ? `${counts.passed} passed` : endWords(outcome) },
    )
  }
  const before = await on.bench.run(on.layouts.base, command)
  if (isRed(before) && hasProject(on)) {
    // Without test ids, a suite that failed before tells nothing about this change and does not count as a check.
    return commandGate(
      'test',
      { command, outcome },
      {
        verdict: 'known-failure',
        words: `${endWords(outcome)}, and the suite failed on the base too`,
        blocking: false,
      },
    )
  }
  const { asSubmitted: tree, base } = on.layouts
  const flaky = await flakyGate(on, 'test', { tree, base, command, first: outcome })
  if (flaky) return flaky
  const words = counts ? `${counts.failed} failed, ${counts.passed} passed` : endWords(outcome)
  return commandGate('test', { command, outcome }, { verdict: 'failed', words: `the tests fail: ${words}` })
}

/** Exit 0 without any test is a result of its own. It blocks unless the contract expects no tests. */
function noTests(on: Case, command: string, outcome: Parameters<typeof commandGate>[1]['outcome']): GateResult {
  const expected = on.contract.task.tests?.is === 'none'
  return commandGate(
    'test',
    { command, outcome },
    { verdict: 'no-tests', words: 'the test command ran no tests', blocking: !expected },
  )
}

/** The old tests must still pass with the change. */
async function oldFormGate(on: Case, command: string): Promise<GateResult> {
  const { translated } = on.layouts
  const first = await on.bench.run(on.layouts.oldForm!, command)
  const outcome = translated && !isGreen(first) ? await on.bench.run(translated.plain, command) : first
  const green = isGreen(outcome)
  const unasked = translated && green ? unaskedRenames(on.contract.task, translated.by) : []
  if (unasked.length > 0)
    return commandGate(
      'test:old-form',
      { command, outcome },
      {
        verdict: 'changes-tests',
        words: `renamed, which the task does not mention: ${unasked.map(({ from, to }) => `\`${from}\` to \`${to}\``).join(', ')}`,
        lines: [],
        translated: translated!.by,
      },
    )
  if (!green && isRed(await on.bench.run(on.layouts.base, command)))
    return commandGate(
      'test:old-form',
      { command, outcome },
      { verdict: 'known-failure', words: 'the suite failed on the base too', blocking: false },
    )
  const { oldForm, base } = on.layouts
  const flaky = green ? null : await flakyGate(on, 'test:old-form', { tree: oldForm!, base, command, first: outcome })
  if (flaky) return flaky
  return commandGate(
    'test:old-form',
    { command, outcome },
    green
      ? {
          verdict: 'passed',
          words: `the old tests pass, too${translated ? `, ${translatedWords(translated.by)}` : ''}`,
          ...(translated ? { translated: translated.by } : {}),
        }
      : { verdict: 'failed', words: `the old tests fail with the change: ${endWords(outcome)}` },
  )
}
