import { compareValues, differenceWords, readValues } from '../../../core/proof/numbers.ts'
import type { GateResult, Verdict } from '../../../core/proof/receipt.ts'
import type { NumericSetting } from '../../../core/settings/gate-settings.ts'
import { someLines } from '../../../core/text/lists.ts'
import type { Case } from '../case.ts'
import { commandGate, endWords, notRunGate } from '../gate-result.ts'
import { type CommandOutcome, isGreen } from '../suite/bench.ts'
import type { Gate } from './gate-case.ts'

const DIFFERENCES_SHOWN = 10

/** Values against a reference, within a tolerance. */
export const numericGate: Gate = {
  name: 'numeric',
  results: ['numeric'],
  needsProject: true,
  run: async on => [await judge(on, on.config.gates!.numeric!)],
}

async function judge(on: Case, setting: NumericSetting): Promise<GateResult> {
  const { blocking, format, reference } = setting
  const known = await referenceText(on, reference)
  if (known === null)
    return notRunGate('numeric', `the reference ${reference} exists neither on the base nor in the change`)
  const command = commandFor(setting)
  // In a separate room: tests may leave files behind.
  const outcome = await on.bench.fresh(on.layouts.asSubmitted, { command, tools: {} }, 'criteria')
  const says = (verdict: Verdict, words: string, lines: readonly string[] = []) =>
    commandGate('numeric', { command: setting.command ?? command, outcome }, { verdict, words, blocking, lines })
  if (!isGreen(outcome))
    return commandGate(
      'numeric',
      { command: setting.command ?? command, outcome },
      { verdict: 'failed', words: `the values could not be computed: ${endWords(outcome)}`, blocking },
    )
  if (on.rehearsed) return says('passed', endWords(outcome))
  const expected = readValues(known.text, format)
  if (!expected || expected.size === 0)
    return says('void', `the reference ${reference} is not ${format}, or holds no values`)
  const text = textOf(setting, outcome)
  const actual = text === null ? null : readValues(text, format)
  if (!actual) return says('failed', `the output is not ${format}`, (text ?? '').split('\n').slice(0, 5))
  const differences = compareValues(expected, actual, setting)
  if (differences.length === 0)
    return says('passed', `${expected.size} values agree with ${reference}${known.brought ? ', which is new' : ''}`)
  return says('failed', `${differences.length} of ${expected.size} values differ from ${reference}`, [
    ...someLines(
      differences.map(one => `- ${differenceWords(one)}`),
      DIFFERENCES_SHOWN,
    ),
  ])
}

/** The base's version, so that changing the reference cannot pass the check; the first one may come with the change. */
async function referenceText(on: Case, path: string) {
  const { vault } = on.ports
  // A task that names the reference may change it.
  const mayChange = [...on.contract.task.allow, ...Object.values(on.contract.task.files).flat()].includes(path)
  const before = mayChange ? null : await vault.readText(on.layouts.base, path)
  if (before !== null) return { text: before, brought: false }
  const now = await vault.readText(on.layouts.asSubmitted, path)
  return now === null ? null : { text: now, brought: true }
}

const commandFor = ({ command, file }: NumericSetting): string => {
  const taking = file === undefined ? null : `cat -- '${file.replaceAll("'", String.raw`'\''`)}' > {tools}/report`
  if (command === undefined) return taking!
  return taking === null ? command : `( ${command}\n) && ${taking}`
}

const textOf = ({ file }: NumericSetting, outcome: CommandOutcome): string | null =>
  file === undefined ? outcome.stdout : (outcome.report ?? null)
