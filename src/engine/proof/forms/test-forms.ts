/** The forms of a draft's tests: new tests on old code, and old tests on new code. */

import type { Contract } from '../../../core/plan/contract.ts'
import type { Tree } from '../../../core/plan/ids.ts'
import type { FileChange } from '../../../core/proof/draft.ts'
import type { Translated } from '../../../core/proof/receipt.ts'
import { matchesAny } from '../../../core/text/glob.ts'
import type { TreeEdit, Vault } from '../../../ports.ts'
import { toGo } from '../change/asked-to-go.ts'
import { isTestFile } from '../change/test-names.ts'
import { takeApart, withTestsOf } from '../syntax/inline-tests.ts'
import { isBuildList, isBuiltByCmake } from '../syntax/language.ts'
import { movedTestFiles } from '../translation/moved-tests.ts'
import { type TranslatedTests, translatedTests } from '../translation/old-tests.ts'
import { sourceFiles, type Trees } from '../translation/read-change.ts'
import type { RemovedTest } from '../translation/removed-tests.ts'
import type { FirstVersion } from './changed-since.ts'
import { inlineTests } from './inline-forms.ts'
import { actsOnOthers } from './side-effects.ts'

export interface TestForms {
  /** The old form: the same with the base's tests; null if no existing test was touched, because the submitted form serves both. */
  readonly oldForm: Tree | null
  /** The base with the candidate's tests; null when there are none. The checks must go red in it. */
  readonly testsOnBase: Tree | null
  /** Tests, helpers and snapshots of the base that were touched without permission. */
  readonly existingTests: readonly string[]
  /** Test files that affect other tests, and did not before: the old form leaves them out. */
  readonly actingTests: readonly string[]
  readonly testsDeleted: readonly string[]
  /** How the old form's tests follow the change's own moves and renames; absent where they need not. */
  readonly translated?: TranslatedForm
  /** Tests that only test removed code, for each touched file whose tests can be told apart. */
  readonly removedTests?: ReadonlyMap<string, readonly RemovedTest[]>
  /** Tests that earlier tasks changed, as they were first, on the candidate and on the base; null where there are none. */
  readonly firstForm: FirstForm | null
}

interface TranslatedForm {
  readonly by: Translated
  /** Tests of the base that lie elsewhere in the old form, beside what they are about. */
  readonly places: ReadonlyMap<string, string>
  /** The old form with the tests word for word. */
  readonly plain: Tree
}

interface FirstForm {
  readonly paths: readonly string[]
  readonly candidate: Tree
  readonly base: Tree
}

export interface TestFormOptions {
  /** Tests that cannot be recognised by name. */
  readonly knownTests?: ReadonlySet<string>
  /** Files that are named like tests and belong to the program. */
  readonly programFiles?: ReadonlySet<string>
  /** Whether the runner loads all tests into one process, where one can act on another. */
  readonly sharesProcess?: boolean
  /** Files that earlier tasks changed, and the commit that has each as it was first. */
  readonly changedSince?: ReadonlyMap<string, FirstVersion>
}

const NONE: ReadonlySet<string> = new Set()
const NO_CHANGES: ReadonlyMap<string, FirstVersion> = new Map()

export async function layOutTests(
  vault: Vault,
  { base, candidate, asSubmitted }: Trees & { readonly asSubmitted: Tree },
  { changes, contract }: { readonly changes: readonly FileChange[]; readonly contract: Contract },
  { knownTests = NONE, programFiles = NONE, sharesProcess = false, changedSince = NO_CHANGES }: TestFormOptions,
): Promise<TestForms> {
  const { task } = contract
  const tests = changes.filter(({ path }) => (isTestFile(path) && !programFiles.has(path)) || knownTests.has(path))
  const held = tests.filter(
    ({ path, status }) =>
      !matchesAny(path, task.allow) && !(status === 'deleted' && matchesAny(path, task.files.delete)),
  )
  const existing = held.filter(change => change.status !== 'added')
  const added = tests.filter(change => change.status !== 'deleted')
  // A list of tests belongs to the tests; its other entries are about code that is in the base.
  const lists = changes.filter(
    ({ path, status }) => status === 'modified' && isBuildList(path) && !tests.some(test => test.path === path),
  )
  const fresh = added.some(({ path }) => isBuiltByCmake(path)) ? [...added, ...lists] : added
  const acting = await actingAmong(vault, { base, candidate }, held, sharesProcess)
  const among = changes.filter(({ path }) => !tests.some(test => test.path === path))
  const inline = await inlineTests(vault, { base, candidate: asSubmitted }, among)
  const heldInline = inline.old.filter(({ path }) => !matchesAny(path, task.allow))
  const earlier = [...changedSince].filter(
    ([path]) => isTestFile(path) && !matchesAny(path, [...task.allow, ...task.files.delete]),
  )
  const old = [...held.map(({ path }) => ({ path, from: base })), ...heldInline]
  const plain = existing.length + acting.length + heldInline.length > 0 ? await vault.edit(asSubmitted, old) : null
  const translation =
    plain &&
    (await translatedTests(
      vault,
      { base, candidate: asSubmitted },
      { tests: [...existing, ...heldInline].map(({ path }) => path), program: among },
      toGo(contract),
    ))
  return {
    oldForm: plain && translation ? await vault.edit(plain, await followed(vault, asSubmitted, translation)) : plain,
    testsOnBase:
      fresh.length + inline.onBase.length > 0
        ? await vault.edit(base, [...fresh.map(({ path }) => ({ path, from: candidate })), ...inline.onBase])
        : null,
    existingTests: [...existing, ...heldInline].map(({ path }) => path),
    actingTests: acting,
    ...(plain && translation && translation.texts.size > 0
      ? { translated: { by: translation.by, places: translation.places, plain } }
      : {}),
    ...(translation && translation.removed.size > 0 ? { removedTests: translation.removed } : {}),
    testsDeleted: await deletedFor(vault, { base, candidate: asSubmitted }, held),
    firstForm: await firstFormOf(vault, { base, candidate: asSubmitted }, earlier),
  }
}

/** Deleted test files that were not moved, edited or not: the old form runs the tests of the base in any case. */
async function deletedFor(
  vault: Vault,
  { base, candidate }: Trees,
  held: readonly FileChange[],
): Promise<readonly string[]> {
  const paths = (wanted: FileChange['status']) => held.filter(({ status }) => status === wanted).map(({ path }) => path)
  const gone = await sourceFiles(vault, base, paths('deleted'))
  const came = gone.length > 0 ? await sourceFiles(vault, candidate, paths('added')) : []
  const moved = await movedTestFiles(gone, came)
  return paths('deleted').filter(path => !moved.has(path))
}

/** The translated tests in their places; those among the code come beside the code of now. */
async function followed(
  vault: Vault,
  candidate: Tree,
  { texts, places }: TranslatedTests,
): Promise<readonly TreeEdit[]> {
  const edits: TreeEdit[] = []
  for (const [path, text] of texts) {
    const place = places.get(path) ?? path
    if (place !== path) edits.push({ path, remove: true })
    const program = (await takeApart(text, path)) ? await vault.readText(candidate, path) : null
    edits.push({ path: place, text: program === null ? text : await withTestsOf(program, text, path) })
  }
  return edits
}

async function actingAmong(
  vault: Vault,
  { base, candidate }: Trees,
  held: readonly FileChange[],
  sharesProcess: boolean,
): Promise<readonly string[]> {
  const acting: string[] = []
  for (const { path, status } of held) {
    if (status === 'deleted') continue
    const text = (await vault.readText(candidate, path)) ?? ''
    const before = status === 'added' ? null : await vault.readText(base, path)
    if (await actsOnOthers(path, { text, before, sharesProcess })) acting.push(path)
  }
  return acting
}

/** A file that moves names its neighbours in another way. */
const withoutPlaces = (text: string): string => text.replace(/(["'`])\.{1,2}\/[^"'`\n]*\1/g, '')

/** Null if every file is gone from the base, or is there in its first form. */
async function firstFormOf(
  vault: Vault,
  { base, candidate }: Trees,
  changed: readonly (readonly [string, FirstVersion])[],
): Promise<FirstForm | null> {
  const edits: { path: string; from: Tree }[] = []
  for (const [path, { commit, now }] of changed) {
    const from = await vault.treeOf(commit)
    const [first, current] = [await vault.readText(from, path), await vault.readText(base, now)]
    if (first === null || current === null) continue
    const isSame = now === path ? first === current : withoutPlaces(first) === withoutPlaces(current)
    if (!isSame) edits.push({ path, from })
  }
  if (edits.length === 0) return null
  return {
    paths: edits.map(({ path }) => path),
    candidate: await vault.edit(candidate, edits),
    base: await vault.edit(base, edits),
  }
}
