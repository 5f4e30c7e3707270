import { baseName } from '../../../core/text/paths.ts'
import { readerOf } from '../../tree-reader.ts'
import { isShell } from '../syntax/language.ts'
/**
 * The instruments of a criterion: the files that its command runs, reads or compares with, besides the program under test. They come from
 * the base. An instrument that the change brings, or may change, makes the criterion depend on the change itself.
 */

import type { Tree } from '../../../core/plan/ids.ts'
import { pathsOfTask, type Task } from '../../../core/plan/plan.ts'
import { matchesAny } from '../../../core/text/glob.ts'
import { literal } from '../../../core/text/pattern.ts'
import type { TreeEdit } from '../../../ports.ts'
import type { Case } from '../case.ts'
import { isTest } from '../change/test-files.ts'
import { changedRules, isMakefile, rulesOf } from '../settings/makefile.ts'
import { parseScripts } from '../settings/package-json.ts'
import { type Reached, type ReadableTree, reached } from './reached.ts'
import { type FileRole, roleOf } from './roles.ts'

export interface Instruments {
  /** The candidate with the instruments of the base. */
  readonly tree: Tree
  /** Changed files that come from the base in this tree. */
  readonly fromBase: readonly string[]
  /** Instruments that the change itself brings or may change. */
  readonly restsOn: readonly string[]
}

/** The instruments of a command of the contract on the candidate. */
export async function instrumentsOf(on: Case, command: string): Promise<Instruments> {
  const { base, asSubmitted } = on.layouts
  const role = (path: string): FileRole => (isTest(on, path) ? 'test' : roleOf(path, on.programFiles))
  const isFollowed = (path: string) => role(path) === 'checker' || role(path) === 'test' || isShell(path)
  const before = await treeAt(on, base)
  const onBase = await reached(command, before, isFollowed)
  const serves = servingIn(onBase, role)
  const changed = new Map(on.draft.changes.map(({ path, status }) => [path, status]))
  const edits: TreeEdit[] = []
  for (const path of onBase.files)
    if (changed.has(path) && changed.get(path) !== 'added' && serves(path) && !isOwnWork(on.contract.task, path))
      if (!isHeldElsewhere(on, path) && (await differs(on, onBase, path))) edits.push({ path, from: base })
  const tree = edits.length > 0 ? await on.ports.vault.edit(asSubmitted, edits) : asSubmitted
  const onCandidate = await reached(command, await treeAt(on, tree), isFollowed)
  return {
    tree,
    fromBase: edits.map(({ path }) => path),
    restsOn: [
      ...restingFiles(on, onCandidate, { role, restored: new Set(edits.map(({ path }) => path)) }),
      ...(await broughtRules(on, onCandidate, { base: before, role })),
    ],
  }
}

async function treeAt({ ports: { vault } }: Case, tree: Tree): Promise<ReadableTree> {
  return await readerOf(vault, tree)
}

/**
 * Whether a file only serves the check. Data is the expected result or the input of the program; if there is no program, the data
 * itself is the subject of the criterion: `grep -q 2.0 README.md`.
 */
function servingIn({ files, compares }: Reached, role: (path: string) => FileRole): (path: string) => boolean {
  const isAboutProgram = compares || [...files].some(path => role(path) === 'program')
  return path => {
    const is = role(path)
    return is === 'data' ? isAboutProgram : is !== 'program'
  }
}

/** Tests in the test command's own files run in the forms of the suite, which ask about every changed expectation. */
const isHeldElsewhere = (on: Case, path: string): boolean =>
  on.suite !== null && (on.suite.runner.isTestFile(path) || on.knownTests.has(path))

/** A Makefile differs only if a rule differs that the command uses. */
async function differs(on: Case, { rules }: Reached, path: string): Promise<boolean> {
  const { vault } = on.ports
  // The forms already decide which scripts of a manifest come from the base.
  if (!isMakefile(path)) return !path.endsWith('package.json')
  const [before, after] = [
    await vault.readText(on.layouts.base, path),
    await vault.readText(on.layouts.asSubmitted, path),
  ]
  const taken = rules.get(path) ?? new Set()
  // Global rules apply without being named.
  return changedRules(before ?? '', after ?? '').some(
    name => taken.has(name) || !/^\w/.test(name) || /^[A-Z]+$/.test(name),
  )
}

/** Whether the contract makes this file a part of the work. */
function isOwnWork(task: Task, path: string): boolean {
  if (matchesAny(path, [...pathsOfTask(task), ...task.allow])) return true
  const name = baseName(path)
  const names = [path, ...(name.includes('.') ? [name] : [])].map(literal).join('|')
  const mentions = new RegExp(`(?<![\\w./-])(?:\\./)?(?:${names})(?![\\w/-]|\\.\\w)`)
  return [task.title, ...task.steps].some(text => mentions.test(text))
}

/**
 * Instruments that belong to the change: added, or changed with the contract's permission. A script that the task names is the
 * subject of the task, if the change contains no program that the script could vouch for.
 */
function restingFiles(
  on: Case,
  found: Reached,
  { role, restored }: { readonly role: (path: string) => FileRole; readonly restored: ReadonlySet<string> },
): readonly string[] {
  const serves = servingIn(found, role)
  const isWork = (path: string) =>
    role(path) !== 'test' && !changesProgram(on, role) && isOwnWork(on.contract.task, path)
  return on.draft.changes
    .filter(
      ({ path, status }) =>
        status !== 'deleted' &&
        found.files.has(path) &&
        !restored.has(path) &&
        role(path) !== 'rules' &&
        serves(path) &&
        !isWork(path),
    )
    .map(({ path }) => path)
}

const changesProgram = (on: Case, role: (path: string) => FileRole): boolean =>
  on.draft.changes.some(({ path, status }) => status !== 'deleted' && role(path) === 'program')

/** Make rules and npm scripts that the base does not have. If there is no project yet, they are a part of the work. */
async function broughtRules(
  on: Case,
  { rules }: Reached,
  { base, role }: { readonly base: ReadableTree; readonly role: (path: string) => FileRole },
): Promise<readonly string[]> {
  if (on.layouts.greenfield) return []
  const { task } = on.contract
  const found: string[] = []
  for (const [file, names] of rules) {
    if (!on.draft.changes.some(({ path }) => path === file)) continue
    const text = base.list.includes(file) ? ((await base.readText(file)) ?? '') : ''
    const known = new Set(isMakefile(file) ? rulesOf(text).keys() : Object.keys(parseScripts(text)))
    const isWork = (name: string) => !changesProgram(on, role) && (isOwnWork(task, file) || asksForRule(task, name))
    found.push(...[...names].filter(name => !known.has(name) && !isWork(name)).map(name => `${file} (${name})`))
  }
  return found
}

/** Whether the task asks for a rule or script of this name: "Add an `npm run lint` script". */
const asksForRule = (task: Task, name: string): boolean =>
  [task.title, ...task.steps].some(text =>
    new RegExp(`\\b(?:npm|pnpm|yarn|bun|make)(?: run)? ${literal(name)}(?![\\w:-])|\`${literal(name)}\``).test(text),
  )
