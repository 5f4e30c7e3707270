/**
 * Witnesses of compiled languages: changed functions give the same results in a test as in a program, which is built as it is shipped, from
 * files without tests, and started without a test runner. A program that is another one where it is tested differs.
 */

import type { GateResult } from '../../../../core/proof/receipt.ts'
import { plural } from '../../../../core/text/lists.ts'
import type { Case } from '../../case.ts'
import { isTest } from '../../change/test-files.ts'
import { markFor } from '../../forms/staged.ts'
import { commandGate, notRunGate, questionFor } from '../../gate-result.ts'
import { underHeading } from '../values-as-text.ts'
import { languageIn } from './languages.ts'
import type { ProbedFile } from './probe.ts'
import { type ProbeComparison, readProbe, runProbe } from './probe-run.ts'
import { unchangedProbes } from './rote-probes.ts'
import { probeValues } from './values.ts'

const FILES_MAX = 20

/** Null if the change has no code of these languages. */
export async function compiledWitness(on: Case, gate: string, minutes: number): Promise<GateResult | null> {
  const { vault } = on.ports
  const { asSubmitted, base } = on.layouts
  const changed = on.draft.changes.filter(({ status }) => status !== 'deleted').map(({ path }) => path)
  const language = languageIn(changed.filter(path => !isTest(on, path)))
  if (!language) return null
  const readText = (path: string) => vault.readText(asSubmitted, path)
  const files: ProbedFile[] = []
  const tests: string[] = []
  for (const path of changed) {
    const text = await readText(path)
    if (text === null) continue
    if (isTest(on, path) || path.endsWith('.rs')) tests.push(text)
    if (isTest(on, path) || !language.isProgram(path) || files.length === FILES_MAX) continue
    files.push({ path, text, before: await vault.readText(base, path) })
  }
  const mark = `w${markFor(on, asSubmitted)}`
  const list = await vault.list(asSubmitted)
  const probe = await language.probe(files, { list, readText, mark, values: probeValues(tests) })
  if (!probe || probe.calls.length === 0) return notRunGate(gate, 'no changed function can be called with plain values')
  const name = 'the change with calls of its functions'
  const run = await runProbe(on, asSubmitted, probe, { name, mark, minutes })
  const asks = (words: string): GateResult => commandGate(gate, run, { ...questionFor(on), words, lines: [] })
  const { needsTests, compared } = readProbe(run.outcome, probe.calls, mark)
  if (needsTests) return asks('Without the files of its tests, the program does not build.')
  if (compared.length === 0)
    return notRunGate(gate, 'no call of a changed function gives a result that can be compared')
  const differs = compared.filter(one => one.outside !== one.inside)
  const rote = differs.length > 0 || on.without.has('by-rote') ? [] : unchangedProbes(compared)
  if (rote.length > 0) return asks(underHeading(ROTE, rote))
  if (differs.length === 0) {
    const words = `${plural(compared.length, 'call of changed functions has', 'calls of changed functions have')} the same result in a test and in a program`
    return commandGate(gate, run, { verdict: 'passed', words })
  }
  return commandGate(gate, run, {
    verdict: 'failed',
    words: underHeading(DIFFERS, differs.map(differenceText)),
    lines: [],
  })
}

const DIFFERS =
  'In a program without its tests, built as it is shipped, the change gives different results than in a test:'
const ROTE = 'The program may only know the inputs of its tests: it returns others unchanged:'

const differenceText = ({ call: { name, args }, inside, outside }: ProbeComparison): string =>
  `${name}(${args.join(', ')}) gives ${outside.trim()}; in a test ${inside.trim()}`
