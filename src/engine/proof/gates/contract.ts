import type { GateResult } from '../../../core/proof/receipt.ts'
import type { ContractSetting } from '../../../core/settings/gate-settings.ts'
import {
  compareSignatures,
  mentionsSignature,
  printedSignatures,
  type SignatureDifference,
} from '../../../core/signatures/signatures.ts'
import { someLines } from '../../../core/text/lists.ts'
import { type Case, hasProject } from '../case.ts'
import { commandGate, endWords, notRunGate, readingGate } from '../gate-result.ts'
import { isGreen, isRed } from '../suite/bench.ts'
import { declaredIn, publicModules } from './declarations.ts'
import type { Gate } from './gate-case.ts'

const SHOWN = 10

/** The public API is unchanged; anything else is a question, unless the task asks for it. */
export const contractGate: Gate = {
  name: 'contract',
  results: ['contract'],
  needsProject: true,
  async run(on) {
    const setting = on.config.gates?.contract ?? { blocking: true }
    return [await (setting.command === undefined ? byDeclarations(on, setting) : byCommand(on, setting))]
  },
}

async function byDeclarations(on: Case, setting: ContractSetting): Promise<GateResult> {
  const modules = await publicModules(on, setting.files)
  if (modules.length === 0)
    return notRunGate(
      'contract',
      hasProject(on)
        ? 'no module with readable exports was found: name them in gates.contract.files, or configure a command'
        : 'the base has no contract',
    )
  const before = await declaredIn(on, on.layouts.base, modules)
  const after = await declaredIn(on, on.layouts.asSubmitted, modules)
  // Declarations by a compiler cannot be compared with declarations read from source.
  if (before.by !== after.by) return notRunGate('contract', 'the compiler could declare only one of base and change')
  const difference = compareSignatures(before.names, after.names)
  const how = before.by === 'tsc' ? 'as declared by tsc' : 'read from the source'
  const { problem, words } = judged(on, difference, `${before.names.size} exports, ${how}`)
  return readingGate('contract', problem, { verdict: 'question', blocking: setting.blocking, words })
}

async function byCommand(on: Case, setting: ContractSetting): Promise<GateResult> {
  const { blocking, reference } = setting
  const command = setting.command!
  const outcome = await on.bench.run(on.layouts.asSubmitted, command, 'criteria')
  const run = { command, outcome }
  if (reference === undefined) {
    if (isGreen(outcome)) return commandGate('contract', run, { verdict: 'passed', words: endWords(outcome), blocking })
    if (hasProject(on) && isRed(await on.bench.run(on.layouts.base, command, 'criteria')))
      return commandGate('contract', run, {
        verdict: 'known-failure',
        words: `${endWords(outcome)}, and it failed on the base too`,
        blocking: false,
      })
    const words = `the contract is broken: ${endWords(outcome)}`
    if (mayBreak(on)) return commandGate('contract', run, { verdict: 'passed', words: `${words}, as the task allows` })
    return commandGate('contract', run, { verdict: 'question', words, blocking })
  }
  if (!isGreen(outcome))
    return commandGate('contract', run, {
      verdict: 'failed',
      words: `the signatures could not be printed: ${endWords(outcome)}`,
      blocking,
    })
  const stored = await storedText(on, command, reference)
  if (stored === null)
    return commandGate('contract', run, {
      verdict: 'not-run',
      words: `the base has no contract: ${reference} is empty there`,
      blocking: false,
      lines: [],
    })
  const before = printedSignatures(stored)
  const { problem, words } = judged(
    on,
    compareSignatures(before, printedSignatures(outcome.stdout)),
    `${before.size} signatures against ${reference}`,
  )
  return commandGate('contract', run, {
    verdict: problem === null ? 'passed' : 'question',
    words: problem ?? words,
    blocking,
    lines: [],
  })
}

/** The base's version, so that a change of the contract cannot pass the check. */
async function storedText(on: Case, command: string, reference: string): Promise<string | null> {
  if (reference !== 'base') return on.ports.vault.readText(on.layouts.base, reference)
  if (!hasProject(on)) return null
  const before = await on.bench.run(on.layouts.base, command, 'criteria')
  return isGreen(before) ? before.stdout : null
}

const mayBreak = ({ contract: { task } }: Case): boolean => task.breaking || task.allow.includes('contract')

/** The question that a difference raises, or a note if it raises none. */
function judged(on: Case, { added, removed, changed, widened }: SignatureDifference, seen: string) {
  const { task } = on.contract
  const isWanted = ({ name }: { readonly name: string }) => mayBreak(on) || mentionsSignature(task.interfaces, name)
  const gone = removed.filter(one => !isWanted(one))
  const other = changed.filter(one => !isWanted(one))
  const wanted = [...removed, ...changed].filter(isWanted)
  const lines = [
    ...listed(gone.map(({ name, was }) => `- removed: ${name}\n    was: ${was}`)),
    ...listed(other.map(({ name, was, is }) => `- changed: ${name}\n    was: ${was}\n    is:  ${is}`)),
    ...listed(wanted.map(({ name }) => `- as the task asks: ${name}`)),
    ...listed(widened.map(({ name }) => `- extended: ${name}`)),
    ...listed(added.map(name => `- added: ${name}`)),
  ]
  const counts = [
    ...(gone.length > 0 ? [`${gone.length} removed`] : []),
    ...(other.length > 0 ? [`${other.length} changed`] : []),
  ]
  const more = [
    ...(widened.length > 0 ? [`${widened.length} extended`] : []),
    ...(added.length > 0 ? [`${added.length} added`] : []),
  ]
  const words = [seen, ...more].join(', ')
  if (counts.length === 0) return { problem: null, words: [words, ...lines].join('\n') }
  const way = 'say "Breaking: yes", name them in Interfaces, or allow "contract"'
  return { problem: [`public signatures are ${counts.join(' and ')}: ${way}`, ...lines].join('\n'), words }
}

const listed = (lines: readonly string[]): readonly string[] => someLines(lines, SHOWN)
