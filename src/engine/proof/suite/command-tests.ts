/** Tests without readable results: the command passes or fails as a whole, on the same forms as a suite that is read test by test. */
import type { GateResult } from '../../../core/proof/receipt.ts'
import type { Case } from '../case.ts'
import { translatedWords, unaskedRenames } from '../change/asked-renames.ts'
import { AS_FIRST, FIRST_FORM, firstFormIn } from '../forms/first-forms.ts'
import { commandGate, endWords } from '../gate-result.ts'
import { isGreen } from './bench.ts'
import { comparedGate } from './compared-command.ts'
import { readCounts } from './counts.ts'

export async function commandTestGates(on: Case, command: string): Promise<readonly GateResult[]> {
  const gates = [await submittedGate(on, command), await oldFormGate(on, command), await firstFormGate(on, command)]
  return gates.flatMap(gate => gate ?? [])
}

/** The tests as submitted. If the command prints counts, they are shown, and a run without tests is no pass. */
async function submittedGate(on: Case, command: string): Promise<GateResult> {
  const { asSubmitted: tree, base } = on.layouts
  const outcome = await on.bench.run(tree, command)
  const counts = readCounts(outcome.output)
  if (isGreen(outcome) && counts && counts.passed + counts.failed === 0)
    return commandGate(
      'test',
      { command, outcome },
      { verdict: 'no-tests', words: 'the test command ran no tests', blocking: on.contract.task.tests?.is !== 'none' },
    )
  const end = endWords(outcome)
  return comparedGate(on, 'test', {
    ...{ command, outcome, tree, base },
    passed: { words: counts ? `${counts.passed} passed` : end },
    failed: `the tests fail: ${counts ? `${counts.failed} failed, ${counts.passed} passed` : end}`,
    failedBefore: `${end}, and the suite failed on the base too`,
  })
}

/** The old tests must still pass with the change. */
async function oldFormGate(on: Case, command: string): Promise<GateResult | null> {
  const { translated, oldForm, base } = on.layouts
  if (!oldForm || on.without.has('old-form')) return null
  const moved = await on.bench.run(oldForm, command)
  const isAsMoved = !translated || isGreen(moved)
  const tree = isAsMoved ? oldForm : translated.plain
  const outcome = isAsMoved ? moved : await on.bench.run(tree, command)
  const by = translated ? { translated: translated.by } : {}
  const unasked = translated && isGreen(outcome) ? unaskedRenames(on.contract.task, translated.by) : []
  if (unasked.length > 0) {
    const names = unasked.map(({ from, to }) => `\`${from}\` to \`${to}\``).join(', ')
    const words = `renamed, which the task does not mention: ${names}`
    return commandGate('test:old-form', { command, outcome }, { verdict: 'changes-tests', words, lines: [], ...by })
  }
  return comparedGate(on, 'test:old-form', {
    ...{ command, outcome, tree, base },
    passed: { words: `the old tests pass, too${translated ? `, ${translatedWords(translated.by)}` : ''}`, ...by },
    failed: `the old tests fail with the change: ${endWords(outcome)}`,
    failedBefore: 'the suite failed on the base too',
  })
}

/** Tests that earlier tasks changed must still pass as they were first. */
async function firstFormGate(on: Case, command: string): Promise<GateResult | null> {
  const form = firstFormIn(on)
  if (!form) return null
  const outcome = await on.bench.run(form.candidate, command)
  return comparedGate(on, FIRST_FORM, {
    ...{ command, outcome, tree: form.candidate, base: form.base },
    passed: { words: `the tests pass ${AS_FIRST}` },
    failed: `the tests ${AS_FIRST} fail with this change: ${endWords(outcome)}`,
    failedBefore: `the tests ${AS_FIRST} failed on the base too`,
  })
}
