/**
 * Refactoring: the public API is the same, the old tests pass, and they run the changed code, since they fail when it is
 * emptied.
 */

import type { Tree } from '../../../core/plan/ids.ts'
import type { GateResult } from '../../../core/proof/receipt.ts'
import { baseName } from '../../../core/text/paths.ts'
import { asWord } from '../../../core/text/pattern.ts'
import type { TreeEdit } from '../../../ports.ts'
import type { Case } from '../case.ts'
import { orEmpty } from '../change/changed-files.ts'
import type { ChangedPart } from '../change/changed-parts.ts'
import { readingGate } from '../gate-result.ts'
import { strengthGate } from '../strength/strength.ts'
import { baseReport } from '../suite/base-report.ts'
import { isGreen } from '../suite/bench.ts'
import { passedIn } from '../suite/compare.ts'
import { addedNames, onlyImported } from '../syntax/added-names.ts'
import { gut, panicking } from '../syntax/gut.ts'
import { moduleReader, publicNames, stemOf } from '../syntax/javascript/public-names.ts'
import { isDeclarations, isScript } from '../syntax/language.ts'
import { treeLanguageOf } from '../syntax/tree/languages.ts'
import { isUncompiled } from './gutting.ts'

/** Names that programs no longer export, or export with another signature; the types in it may be what the task is about. */
export async function lostInterface(
  on: Case,
  parts: readonly ChangedPart[],
  { mayRetype }: { readonly mayRetype: boolean },
): Promise<readonly string[]> {
  const lost: string[] = []
  for (const { path, status, texts } of parts.filter(({ part }) => part === 'program')) {
    if (status === 'added') continue
    const { before, after } = orEmpty(await texts())
    if (isScript(path)) lost.push(...(await lostExports(on, path, mayRetype)))
    else {
      const gone = (await addedNames(after, before, path)).filter(name => !name.startsWith('_'))
      // A Python package passes on what it imports; any other module has it for itself, unless it says otherwise.
      const imported = path.endsWith('.py') && !isPassedOn(path, before) ? await onlyImported(before, path) : NONE
      const isOffered = treeLanguageOf(path)?.isPublicName ?? (() => true)
      lost.push(
        ...gone.filter(
          name => isOffered(name) && !imported.has(name) && !(path.endsWith('.py') && asWord(name).test(after)),
        ),
      )
    }
  }
  return [...new Set(lost)]
}

const NONE: ReadonlySet<string> = new Set()

const isPassedOn = (path: string, text: string): boolean =>
  baseName(path) === '__init__.py' || asWord('__all__').test(text)

async function lostExports(on: Case, path: string, mayRetype: boolean): Promise<readonly string[]> {
  const { vault } = on.ports
  const namesIn = async (tree: Tree) => {
    const scripts = (await vault.list(tree)).filter(one => isScript(one) && !isDeclarations(one))
    return publicNames(
      stemOf(path),
      moduleReader(scripts, one => vault.readText(tree, one)),
    )
  }
  const [then, now] = [await namesIn(on.layouts.base), await namesIn(on.layouts.asSubmitted)]
  return [...(then ?? [])]
    .filter(([name, then]) => (mayRetype ? !now?.has(name) : !isSameSignature(then, now?.get(name))))
    .map(([name]) => name)
}

/** Compares only the parameters: a function may become `async` or an arrow function. */
function isSameSignature(then: string, now: string | undefined): boolean {
  if (now === undefined) return false
  const parameters = (text: string) => /\(.*\)/s.exec(text)?.[0]
  const isCalled = (text: string) => /^(?:async )?function\b|^(?:abstract )?class\b|=>/.test(text)
  return (
    then === now ||
    (parameters(then) !== undefined && parameters(then) === parameters(now)) ||
    (!then.includes('(') && !isCalled(now))
  )
}

/** Up to this number, files are emptied one by one; more are emptied together. */
const APART_MAX = 5

/** Whether the old tests run all changed code: each file is emptied in turn, and a test must fail each time. */
export async function ranByOldTests(on: Case, parts: readonly ChangedPart[]): Promise<GateResult> {
  const edits: TreeEdit[] = []
  const unknown: string[] = []
  for (const { path, status, part, texts } of parts) {
    if (part !== 'program' || status === 'deleted') continue
    const { before, after } = await texts()
    const result = await gut(before, after ?? '', path)
    if (result.is === 'gutted') edits.push({ path, text: result.text })
    else if (result.is === 'bare') edits.push({ path, text: '' })
    else if (result.is === 'unknown') unknown.push(path)
  }
  if (unknown.length > 0)
    return unproven(`Whether the tests run ${unknown.join(', ')} is unknown: its language is not supported.`)
  const groups = edits.length > APART_MAX ? [edits] : edits.map(edit => [edit])
  const unseen: string[] = []
  const uncompiled: string[] = []
  for (const group of groups) {
    const first = await noticed(on, group)
    const again = first === 'uncompiled' ? await inPanic(parts, group) : []
    const answer = again.length > 0 ? await noticed(on, again) : first
    if (answer === 'unseen') unseen.push(...group.map(({ path }) => path))
    if (answer === 'uncompiled') uncompiled.push(...group.map(({ path }) => path))
  }
  if (unseen.length > 0)
    return unproven(
      `The existing tests also pass when ${unseen.join(', ')} does nothing, so they do not run the changed code.`,
    )
  if (uncompiled.length > 0)
    return unproven(
      `Whether the existing tests run the changed code is unknown: ${uncompiled.join(', ')} does not compile when it is emptied.`,
    )
  return readingGate('kept', null, {
    words:
      edits.length > 0
        ? `the public API is the same, and tests that passed before fail when ${edits.map(({ path }) => path).join(', ')} is emptied`
        : 'the public API is the same, and no behaviour was added or changed',
  })
}

/** A smaller sample of mutants says nothing. */
const SAMPLE_MIN = 3

/** Whether the tests that passed before notice at least half of the small changes of the changed code; null if there are none. */
export async function oldStrength(on: Case): Promise<GateResult | null> {
  if (!on.suite) return null
  const before = passedIn(await baseReport(on, on.suite))
  const { report } = await on.suite.run(on.layouts.asSubmitted)
  const went = [...passedIn(report)].filter(id => before.has(id))
  const gate = await strengthGate(on, on.suite, { went, died: [] })
  const { noticed, of } = gate?.strength ?? { noticed: 0, of: 0 }
  return gate && of >= SAMPLE_MIN && noticed * 2 < of ? { ...gate, verdict: 'unproven' } : gate
}

/** The same files with bodies that end in an error, where that differs. */
async function inPanic(parts: readonly ChangedPart[], group: readonly TreeEdit[]): Promise<readonly TreeEdit[]> {
  const paths = new Set(group.map(({ path }) => path))
  const edits: TreeEdit[] = []
  for (const { path, texts } of parts.filter(one => paths.has(one.path))) {
    const { before, after } = await texts()
    const text = await panicking(before, after ?? '', path)
    if (text === null) return []
    edits.push({ path, text })
  }
  return edits
}

const unproven = (problem: string): GateResult => readingGate('kept', problem, { verdict: 'unproven' })

async function noticed(on: Case, edits: readonly TreeEdit[]): Promise<'noticed' | 'unseen' | 'uncompiled'> {
  const tree = await on.ports.vault.edit(on.layouts.asSubmitted, edits)
  const answer = (isNoticed: boolean) => (isNoticed ? 'noticed' : 'unseen')
  if (!on.suite) return answer(on.commands.test !== undefined && !isGreen(await on.bench.run(tree, on.commands.test)))
  const whole = await on.suite.run(on.layouts.asSubmitted)
  const before = passedIn(await baseReport(on, on.suite))
  const held = passedIn(whole.report)
  const run = await on.suite.changed(tree, { files: null }, whole)
  if (isUncompiled(run, whole) || (run.report === null && (await on.bench.prepare(tree)) !== null)) return 'uncompiled'
  const alive = passedIn(run.report)
  return answer([...before].some(id => held.has(id) && !alive.has(id)))
}
