/**
 * Witnesses of compiled languages: changed functions give the same results in a test as in a program, which is built as it is shipped, from
 * files without tests, and started without a test runner. A program that is another one where it is tested differs.
 */
import { hash } from 'node:crypto'
import type { GateResult } from '../../../../core/proof/receipt.ts'
import type { Case } from '../../case.ts'
import { isTest } from '../../change/test-files.ts'
import { commandGate, questionFor, readingGate } from '../../gate-result.ts'
import { underHeading } from '../values-as-text.ts'
import { languageIn } from './languages.ts'
import type { ProbedFile } from './probe.ts'
import { PROBE_COMMAND, type ProbeComparison, probeTools, readProbe } from './probe-run.ts'
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
  const notRun = (why: string) => readingGate(gate, why, { verdict: 'not-run', blocking: false })
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
  const mark = `w${hash('sha256', `${asSubmitted} ${on.contractHash}`).slice(0, 12)}`
  const list = await vault.list(asSubmitted)
  const probe = await language.probe(files, { list, readText, mark, values: probeValues(tests) })
  if (!probe || probe.calls.length === 0) return notRun('no changed function can be called with plain values')
  const tree = await vault.edit(asSubmitted, probe.edits)
  on.bench.call(tree, 'the change with calls of its functions')
  on.bench.expectToFail(tree)
  const wish = {
    command: PROBE_COMMAND,
    tools: probeTools(
      probe,
      mark,
      list.filter(path => isTest(on, path)),
    ),
    minutes,
  }
  const outcome = await on.bench.fresh(tree, wish)
  const run = { command: wish.command, outcome }
  const asks = (words: string): GateResult => commandGate(gate, run, { ...questionFor(on), words, lines: [] })
  const { needsTests, compared } = readProbe(outcome.stdout, probe.calls, mark, outcome.place)
  if (needsTests) return asks('Without the files of its tests, the program does not build.')
  if (compared.length === 0) return notRun('no call of a changed function gives a result that can be compared')
  const differs = compared.filter(one => one.outside !== one.inside)
  const rote = differs.length > 0 || on.without.has('by-rote') ? [] : unchangedProbes(compared)
  if (rote.length > 0) return asks(underHeading(ROTE, rote))
  if (differs.length === 0) {
    const words = `${compared.length} ${compared.length === 1 ? 'call' : 'calls'} of changed functions ${compared.length === 1 ? 'has' : 'have'} the same result in a test and in a program`
    return commandGate(gate, run, { verdict: 'passed', words, lines: [] })
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
