/**
 * Ambient reads: new code of the program whose results may depend on more than its input. It may be right, so a finding is for
 * judge and human, and never a refusal. No file is left out for its name: only what the program does not load is.
 */
import type { GateResult } from '../../../core/proof/receipt.ts'
import { someLines, someOf } from '../../../core/text/lists.ts'
import { wordsOf } from '../../../core/text/sentences.ts'
import type { Case } from '../case.ts'
import { isTest } from '../change/test-files.ts'
import { readingGate } from '../gate-result.ts'
import { languageOf } from '../syntax/language.ts'
import { loadedScripts } from '../witness/modules.ts'
import { readsOfCompiled } from './compiled.ts'
import { readsOfScript } from './javascript.ts'
import { readsOfPython } from './python.ts'
import { type AmbientRead, type AmbientSource, isReadSpokenOf, sourceWords } from './source.ts'

/** The gate of ambient reads. */
const AMBIENT_GATE = 'ambient'

const SHOWN_MAX = 8
const NAMES_MAX = 4

/** The reads of one source in one file. */
interface Finding {
  readonly path: string
  readonly line: number
  readonly source: AmbientSource
  readonly names: readonly string[]
}

/** Null if the change reads nothing that its task does not speak of. */
export async function ambientGate(on: Case): Promise<GateResult | null> {
  const words = new Set(
    [...wordsOf(on.contract.task), ...on.contract.mustNot].flatMap(
      sentence => sentence.toLowerCase().match(/[\p{L}\p{N}_$]+/gu) ?? [],
    ),
  )
  const paths = await programFiles(on)
  const findings = (await Promise.all(paths.map(path => findingsIn(on, path, words)))).flat()
  if (findings.length === 0) return null
  const lines = findings.map(
    ({ path, line, source, names }) =>
      `${path}:${line} reads ${sourceWords(source)}: ${someOf(names, { max: NAMES_MAX })}`,
  )
  const words_ = `new code reads more than its input, and the task does not mention it:\n${someLines(lines, SHOWN_MAX).join('\n')}`
  const gate = readingGate(AMBIENT_GATE, words_, { verdict: 'noted', blocking: false })
  return { ...gate, places: findings.map(({ path, line }) => `${path}:${line}`).slice(0, SHOWN_MAX) }
}

/** Changed files of the program, and changed files that these load, whatever they are called. */
async function programFiles(on: Case): Promise<readonly string[]> {
  const changed = on.draft.changes.filter(({ status }) => status !== 'deleted').map(({ path }) => path)
  const own = changed.filter(path => !isTest(on, path))
  const loaded = await loadedScripts(on, own)
  return changed.filter(path => own.includes(path) || loaded.has(path))
}

async function findingsIn(on: Case, path: string, words: ReadonlySet<string>): Promise<readonly Finding[]> {
  const { vault } = on.ports
  const text = await vault.readText(on.layouts.asSubmitted, path)
  const reads = text === null ? null : await readsOf(text, path)
  if (!reads || reads.length === 0) return []
  const before = await vault.readText(on.layouts.base, path)
  const known = new Set(((before === null ? null : await readsOf(before, path)) ?? []).map(({ name }) => name))
  const fresh = reads.filter(read => !known.has(read.name) && !isReadSpokenOf(read, words))
  return [...new Set(fresh.map(({ source }) => source))].map(source => {
    const own = fresh.filter(read => read.source === source)
    const start = Math.min(...own.map(read => read.start))
    return {
      path,
      line: text!.slice(0, start).split('\n').length,
      source,
      names: [...new Set(own.map(({ name }) => name))],
    }
  })
}

/** Null for a language that is not read, and for a text that does not parse. */
async function readsOf(text: string, path: string): Promise<readonly AmbientRead[] | null> {
  const language = languageOf(path)
  if (language === 'javascript') return readsOfScript(text, path)
  if (language === 'python') return readsOfPython(text)
  return readsOfCompiled(text, path)
}
