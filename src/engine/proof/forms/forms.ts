import type { Contract } from '../../../core/plan/contract.ts'
import type { Tree } from '../../../core/plan/ids.ts'
import { pathsOfTask } from '../../../core/plan/plan.ts'
import type { FileChange } from '../../../core/proof/draft.ts'
import type { Commands } from '../../../core/settings/commands.ts'
import { matchesAny } from '../../../core/text/glob.ts'
import { baseName, endings, hasEnding, plainPath } from '../../../core/text/paths.ts'
import { sentencesOf } from '../../../core/text/sentences.ts'
import type { TreeEdit, Vault } from '../../../ports.ts'
import { isAskedFor, isRequested } from '../change/asked-for.ts'
import { isRenewalAskedFor } from '../change/renewals.ts'
import { isTestFile } from '../change/test-names.ts'
import { startedLines } from '../instruments/reached.ts'
import { isGreenfield } from '../project/detect.ts'
import { areAsked, isAskedInData, isAskedThroughout } from '../settings/asked-entries.ts'
import { touchesNoCheck } from '../settings/ini.ts'
import { goesThroughMake, MAKEFILES } from '../settings/makefile.ts'
import { readManifests } from '../settings/manifests.ts'
import { moduleData } from '../settings/module-data.ts'
import { parseScripts, scriptsOf } from '../settings/package-json.ts'
import { isObeyedByAgents, isOfCi, isProtected } from '../settings/protected.ts'
import { isSameData } from '../settings/same-data.ts'
import { toolOf } from '../settings/tools.ts'
import { addsChecksOnly, isShellTest } from '../suite/shell-tests.ts'
import { type BothTexts, bothTexts, type Trees } from '../translation/read-change.ts'
import { layOutTests, type TestFormOptions, type TestForms } from './test-forms.ts'

/** Facts about the diff, and the trees of the checks. */
export interface Layouts extends TestForms {
  readonly base: Tree
  /** The submitted form: the candidate with the base's configuration of checks. */
  readonly asSubmitted: Tree
  /** The base holds no project yet: the first task may bring runner and configuration. */
  readonly greenfield: boolean
  readonly bookkeepingTouched: readonly string[]
  readonly protectedTouched: readonly string[]
  readonly dependenciesTouched: readonly string[]
  /** Changed configuration of checks that the contract allows, names or asks for. */
  readonly privileged: readonly string[]
}

interface LayoutOptions extends TestFormOptions {
  readonly alsoProtected: readonly string[]
  readonly restores: boolean
}

/** Lays out the forms of a draft. All trees are code trees: our own files are in none of them. */
export async function layOut(
  vault: Vault,
  draft: Trees & { readonly changes: readonly FileChange[] },
  contract: Contract,
  { alsoProtected, restores, ...options }: LayoutOptions,
): Promise<Layouts> {
  const { task, bookkeeping } = contract
  const base = await vault.without(draft.base, bookkeeping)
  const candidate = await vault.without(draft.candidate, bookkeeping)
  const named = pathsOfTask(task)
  const changes = draft.changes.filter(change => !isBookkeeping(change.path, bookkeeping))

  const commands = await startedLines(Object.values(contract.commands), {
    list: await vault.list(base),
    readText: path => vault.readText(base, path),
  })
  const greenfield = isGreenfield(await vault.list(base))
  const deciding = (
    await changesThatDecide(vault, { base, candidate }, changes, {
      ...{ contract, alsoProtected, started: commands },
      knownTests: options.knownTests ?? new Set(),
    })
  ).filter(path => !greenfield || !mayBeFirst(path, changes))
  const spelledOut = new Set<string>()
  for (const path of deciding)
    if (await isSpelledOut(await bothTexts(vault, { base, candidate }, path), task)) spelledOut.add(path)
  const isGranted = (path: string) =>
    matchesAny(path, task.allow) || matchesAny(path, named) || spelledOut.has(path) || isAskedFor(task.title, path)
  const protectedTouched = deciding.filter(path => !isGranted(path))
  const edits: TreeEdit[] = protectedTouched.map(path => ({ path, from: base }))
  const manifests = await readManifests(vault, { base, candidate }, changes, {
    allow: task.allow,
    named,
    commands,
    title: task.title,
    greenfield,
    words: [task.title, ...task.steps, ...task.criteria.map(({ text }) => text)],
  })
  const asSubmitted = restores ? await vault.edit(candidate, [...edits, ...manifests.edits]) : candidate

  return {
    base,
    asSubmitted,
    greenfield,
    bookkeepingTouched: draft.changes.map(change => change.path).filter(path => isBookkeeping(path, bookkeeping)),
    protectedTouched: restores ? [...protectedTouched, ...manifests.scriptsTouched] : [],
    dependenciesTouched: restores ? manifests.dependenciesTouched : [],
    privileged: [...deciding.filter(isGranted), ...manifests.privileged],
    ...(await layOutTests(vault, { base, candidate, asSubmitted }, { changes, contract }, options)),
  }
}

const MODULES = endings('js cjs mjs ts cts mts')

/** Whether the task mentions every entry of a file of settings that differs, unless it is one that agents obey. */
async function isSpelledOut({ path, before, after }: BothTexts, task: Contract['task']): Promise<boolean> {
  if (isObeyedByAgents(path)) return false
  // Files for other machines change no check here. In any other file that a sentence names, it also has to spell out the contents.
  const isNamed = isRequested(sentencesOf([task.title, ...task.steps]), path)
  if (isNamed && (isForOtherMachines(path) || isAskedInData(task, { path, before, after }))) return true
  if (before === null || after === null || !hasEnding(path, MODULES))
    return isAskedThroughout(task, { path, before, after })
  const [then, now] = [await moduleData(before, path), await moduleData(after, path)]
  return then !== null && now !== null && areAsked(task, then, now)
}

const isForOtherMachines = (path: string): boolean => isOfCi(path) || baseName(path) === 'CODEOWNERS'

/** A first task may bring the configuration of its checks, but not instructions for agents or pm-agent. */
const mayBeFirst = (path: string, changes: readonly FileChange[]): boolean =>
  changes.some(change => change.path === path && change.status === 'added') && !isObeyedByAgents(path)

/** The changes that touch the configuration of checks. */
async function changesThatDecide(
  vault: Vault,
  trees: Trees,
  changes: readonly FileChange[],
  {
    contract,
    alsoProtected,
    started,
    knownTests,
  }: {
    readonly contract: Contract
    readonly alsoProtected: readonly string[]
    /** Every command line that the contract's commands come to. */
    readonly started: readonly string[]
    readonly knownTests: ReadonlySet<string>
  },
): Promise<readonly string[]> {
  const { commands } = contract
  const checkers = await filesThatCheck(vault, trees.base, commands, knownTests)
  const found: string[] = []
  for (const change of changes) {
    const { path, status } = change
    const checks = checkers.has(path) || matchesAny(path, alsoProtected)
    if (!checks && !isProtected(path, []) && !displacesMakefile(change, started)) continue
    // A configuration for a new runner is the first one, not a changed one.
    if (status === 'added' && (await isFirstOfItsTool(vault, trees.base, path, started))) continue
    if (status === 'modified' && isOrdinary(await bothTexts(vault, trees, path), contract, { checks })) continue
    found.push(path)
  }
  return found
}

/**
 * Whether the change of this file affects no check, or is exactly what the title asks for. A test script may get more checks.
 */
function isOrdinary(
  { path, before, after }: BothTexts,
  { task, commands }: Contract,
  { checks }: { readonly checks: boolean },
): boolean {
  if (before === null || after === null) return false
  if (isShellTest(path) && addsChecksOnly(before, after)) return true
  return (
    !checks &&
    (isSameData(path, before, after) ||
      touchesNoCheck(path, before, after, Object.values(commands)) ||
      isRenewalAskedFor(path, before, after, task.title))
  )
}

export const isBookkeeping = (path: string, bookkeeping: readonly string[]): boolean =>
  bookkeeping.some(entry => (entry.endsWith('/') ? path.startsWith(entry) : path === entry))

/** Whether this configures a tool that had no configuration on the base and was not started there by any command. */
async function isFirstOfItsTool(vault: Vault, base: Tree, path: string, commands: readonly string[]): Promise<boolean> {
  const tool = toolOf(path)
  if (!tool) return false
  const files = await vault.list(base)
  if (files.some(other => tool.isFile(baseName(other)))) return false
  const started = [...commands]
  for (const manifest of files.filter(file => baseName(file) === 'package.json'))
    started.push(...scriptsOf((await vault.readText(base, manifest)) ?? ''))
  return !started.some(command => tool.starts.test(command))
}

/** Programs of the project that run as checks: `node tools/lint.mjs`. Tests are handled by the forms. */
async function filesThatCheck(
  vault: Vault,
  base: Tree,
  commands: Commands,
  knownTests: ReadonlySet<string>,
): Promise<ReadonlySet<string>> {
  const manifest = parseScripts((await vault.readText(base, 'package.json')) ?? '')
  const lines = (['lint', 'typecheck', 'test'] as const).flatMap(name => {
    const command = commands[name]
    if (!command) return []
    const script = /^(?:npm|pnpm|yarn|bun)(?: run)? (\S+)/.exec(command)?.[1]
    return [command, ...(script && manifest[script] ? [manifest[script]] : [])]
  })
  const words = lines.flatMap(line => line.split(/[\s;&|"']+/)).map(plainPath)
  const programs = words.filter(word => /\.([cm]?[jt]s|py|sh|rb|pl)$/.test(word) && !knownTests.has(word))
  return new Set([...programs, ...lines.flatMap(configurations)].filter(word => !isTestFile(word) || isShellTest(word)))
}

/** Files that a command is given as its configuration: `--config ci/unit.json`, `-c ci/pytest.cfg`. */
const configurations = (line: string): readonly string[] =>
  [
    ...line.matchAll(
      /\s(?:-c|-p|--[\w-]*(?:config|rcfile|settings|project|preset|setup|ini)[\w-]*)[= ]["']?([^\s"']+)/g,
    ),
  ].map(match => plainPath(match[1]!))

/** make uses the first of several Makefiles, so a new one may replace the old. */
const displacesMakefile = ({ path, status }: FileChange, commands: readonly string[]): boolean =>
  status !== 'modified' && MAKEFILES.includes(path) && goesThroughMake(commands)
