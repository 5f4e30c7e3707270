import type { Contract } from '../../core/contract.ts'
import type { FileChange } from '../../core/event.ts'
import type { Tree } from '../../core/ids.ts'
import type { Commands } from '../../core/plan.ts'
import type { TreeEdit, Vault } from '../../ports.ts'
import { isGreenfield } from './detect.ts'
import { touchesNoCheck } from './ini-sections.ts'
import { changedRules, goesThroughMake, isMakefile } from './make-rules.ts'
import { compareManifests, type ManifestChange, parseScripts, scriptsOf } from './manifest.ts'
import { isProtected, isTestFile, matchesAny, toolWords } from './names.ts'
import { asksToRenew, isRenewalAskedFor } from './renewals.ts'
import { compareTomlManifests, goModules, isTomlManifest } from './toml-manifest.ts'

/** What reading the diff found, and the trees in which the checks will run. */
export interface Layouts {
  readonly base: Tree
  /** Form N: the candidate as submitted, with what decides how checks run taken from the base. */
  readonly asSubmitted: Tree
  /** Form O: the same with the base's tests; null when no existing test was touched, and N serves both. */
  readonly oldForm: Tree | null
  /** The base with the candidate's tests; null when there are none. The checks must go red in it. */
  readonly testsOnBase: Tree | null
  /** The base holds no project yet: the first task may bring runner and configuration. */
  readonly greenfield: boolean
  readonly bookkeepingTouched: readonly string[]
  readonly protectedTouched: readonly string[]
  readonly dependenciesTouched: readonly string[]
  /** Tests, helpers and snapshots of the base that were touched without an allowance. */
  readonly existingTests: readonly string[]
  readonly testsDeleted: readonly string[]
}

/** Lays out the forms of a draft. All trees are code trees: our own files are in none of them. */
export async function layOut(
  vault: Vault,
  draft: { readonly base: Tree; readonly candidate: Tree; readonly changes: readonly FileChange[] },
  contract: Contract,
  { alsoProtected, restores }: { readonly alsoProtected: readonly string[]; readonly restores: boolean },
): Promise<Layouts> {
  const { task, bookkeeping } = contract
  const base = await vault.without(draft.base, bookkeeping)
  const candidate = await vault.without(draft.candidate, bookkeeping)
  const named = [
    ...Object.values(task.files).flat(),
    ...task.outputs.filter(output => output.type === 'file').map(output => output.value),
  ]
  const allowed = (path: string) => matchesAny(path, task.allow) || matchesAny(path, named)
  const changes = draft.changes.filter(change => !isBookkeeping(change.path, bookkeeping))

  const commands = Object.values(contract.commands)
  const greenfield = isGreenfield(await vault.list(base))
  const deciding = changes.filter(change => !greenfield && !allowed(change.path))
  const protectedTouched = await changesThatDecide(vault, { base, candidate }, deciding, { contract, alsoProtected })
  const edits: TreeEdit[] = protectedTouched.map(path => ({ path, from: base }))
  const manifests = await readManifests(vault, { base, candidate }, changes, {
    allow: task.allow,
    named,
    commands,
    title: task.title,
  })
  const asSubmitted = restores ? await vault.edit(candidate, [...edits, ...manifests.edits]) : candidate

  const tests = changes.filter(change => isTestFile(change.path))
  const held = tests.filter(
    ({ path, status }) =>
      !matchesAny(path, task.allow) && !(status === 'deleted' && matchesAny(path, task.files.delete)),
  )
  const existing = held.filter(change => change.status !== 'added')
  const fresh = tests.filter(change => change.status !== 'deleted')
  return {
    base,
    asSubmitted,
    oldForm:
      existing.length > 0
        ? await vault.edit(
            asSubmitted,
            held.map(change => ({ path: change.path, from: base })),
          )
        : null,
    greenfield,
    testsOnBase:
      fresh.length > 0
        ? await vault.edit(
            base,
            fresh.map(change => ({ path: change.path, from: candidate })),
          )
        : null,
    bookkeepingTouched: draft.changes.map(change => change.path).filter(path => isBookkeeping(path, bookkeeping)),
    protectedTouched: restores ? [...protectedTouched, ...manifests.scriptsTouched] : [],
    dependenciesTouched: restores ? manifests.dependenciesTouched : [],
    existingTests: existing.map(change => change.path),
    testsDeleted: existing.filter(change => change.status === 'deleted').map(change => change.path),
  }
}

/** Which of these changes are to what decides how checks run, and are not asked for. */
async function changesThatDecide(
  vault: Vault,
  trees: { readonly base: Tree; readonly candidate: Tree },
  changes: readonly FileChange[],
  { contract, alsoProtected }: { readonly contract: Contract; readonly alsoProtected: readonly string[] },
): Promise<readonly string[]> {
  const { commands } = contract
  const checkers = await filesThatCheck(vault, trees.base, commands)
  const found: string[] = []
  for (const change of changes) {
    const { path, status } = change
    const checks = checkers.has(path) || matchesAny(path, alsoProtected)
    if (!checks && !isProtected(path, []) && !displacesMakefile(change, Object.values(commands))) continue
    // A configuration for a runner that did not exist before is the first one, not a changed one.
    if (status === 'added' && (await isFirstOfItsTool(vault, trees.base, path, commands))) continue
    if (!checks && status === 'modified' && (await isOrdinary(vault, trees, path, contract))) continue
    found.push(path)
  }
  return found
}

/** Whether what happened to this file touches no check, or is exactly what the title asks for. */
async function isOrdinary(
  vault: Vault,
  trees: { readonly base: Tree; readonly candidate: Tree },
  path: string,
  { task, commands }: Contract,
): Promise<boolean> {
  const [before, after] = [await vault.readText(trees.base, path), await vault.readText(trees.candidate, path)]
  if (before === null || after === null) return false
  return (
    touchesNoCheck(path, before, after, Object.values(commands)) || isRenewalAskedFor(path, before, after, task.title)
  )
}

export const isBookkeeping = (path: string, bookkeeping: readonly string[]): boolean =>
  bookkeeping.some(entry => (entry.endsWith('/') ? path.startsWith(entry) : path === entry))

/** Whether this configures a tool that had no configuration on the base and was not started there by any command. */
async function isFirstOfItsTool(vault: Vault, base: Tree, path: string, commands: Commands): Promise<boolean> {
  const words = toolWords(path)
  if (!words) return false
  const files = await vault.list(base)
  if (files.some(other => isProtected(other, []) && toolWords(other) === words)) return false
  const started = Object.values(commands)
  for (const manifest of files.filter(file => /(^|\/)package\.json$/.test(file)))
    started.push(...scriptsOf((await vault.readText(base, manifest)) ?? ''))
  return !started.some(command => words.test(command))
}

/** Programs of the project that its checks are: `node tools/lint.mjs`. Tests are no such programs; they have forms of their own. */
async function filesThatCheck(vault: Vault, base: Tree, commands: Commands): Promise<ReadonlySet<string>> {
  const manifest = parseScripts((await vault.readText(base, 'package.json')) ?? '')
  const lines = (['lint', 'typecheck', 'test'] as const).flatMap(name => {
    const command = commands[name]
    if (!command) return []
    const script = /^(?:npm|pnpm|yarn|bun)(?: run)? (\S+)/.exec(command)?.[1]
    return [command, ...(script && manifest[script] ? [manifest[script]] : [])]
  })
  const words = lines.flatMap(line => line.split(/[\s;&|"']+/)).map(word => word.replace(/^\.\//, ''))
  return new Set(words.filter(word => /\.([cm]?[jt]s|py|sh|rb|pl)$/.test(word) && !isTestFile(word)))
}

/** Of several Makefiles make takes the first by name, so a new one may stand in for the old. */
const displacesMakefile = ({ path, status }: FileChange, commands: readonly string[]): boolean =>
  status !== 'modified' && /^(GNUmakefile|[Mm]akefile)$/.test(path) && goesThroughMake(commands)

/** Files in which some parts decide how checks run, and others are ordinary code. */
const isJudgedByPart = (path: string, commands: readonly string[]): boolean =>
  /(^|\/)(package\.json|go\.mod|pnpm-workspace\.yaml)$/.test(path) ||
  REQUIREMENTS.test(path) ||
  isTomlManifest(path) ||
  (isMakefile(path) && goesThroughMake(commands))

function compareParts(path: string, before: string, after: string, commands: readonly string[]): ManifestChange | null {
  if (isMakefile(path)) {
    const scripts = changedRules(before, after)
    return { scripts, settings: [], dependencies: [], restored: scripts.length > 0 ? before : after }
  }
  if (/go\.mod$/.test(path))
    return { scripts: [], settings: [], dependencies: goModules(before, after), restored: after }
  if (REQUIREMENTS.test(path))
    return { scripts: [], settings: [], dependencies: newLines(before, after), restored: after }
  if (/pnpm-workspace\.yaml$/.test(path)) {
    const settings = dropsPackage(before, after) ? ['packages'] : []
    return { scripts: [], settings, dependencies: [], restored: settings.length > 0 ? before : after }
  }
  if (isTomlManifest(path)) return compareTomlManifests(before, after, commands.join('\n'))
  return compareManifests(before, after)
}

/** One requirement to a line; what is only taken out is no new dependency. */
const REQUIREMENTS = /(^|\/)(requirements[^/]*\.(txt|in)|constraints[^/]*\.txt|Pipfile|environment\.ya?ml|Gemfile)$/

const newLines = (before: string, after: string): readonly string[] => {
  const known = new Set(before.split('\n').map(line => line.trim()))
  return after
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '' && !line.startsWith('#') && !known.has(line))
}

/** A package that is taken out of the list is one whose tests are not run any more. */
function dropsPackage(before: string, after: string): boolean {
  const entries = (text: string) => [...text.matchAll(/^\s*-\s*["']?([^"'#\s]+)/gm)].map(match => match[1]!)
  const [old, now] = [entries(before), entries(after)]
  return old.some(entry => !now.includes(entry)) || now.some(entry => entry.startsWith('!') && !old.includes(entry))
}

interface Manifests {
  readonly edits: readonly TreeEdit[]
  readonly scriptsTouched: readonly string[]
  readonly dependenciesTouched: readonly string[]
}

async function readManifests(
  vault: Vault,
  trees: { readonly base: Tree; readonly candidate: Tree },
  changes: readonly FileChange[],
  contract: {
    readonly allow: readonly string[]
    readonly named: readonly string[]
    readonly commands: readonly string[]
    readonly title: string
  },
): Promise<Manifests> {
  const edits: TreeEdit[] = []
  const scriptsTouched: string[] = []
  const dependenciesTouched: string[] = []
  for (const { path, status } of changes) {
    if (status !== 'modified' || !isJudgedByPart(path, contract.commands)) continue
    const before = await vault.readText(trees.base, path)
    const after = await vault.readText(trees.candidate, path)
    const compared = before !== null && after !== null ? compareParts(path, before, after, contract.commands) : null
    const free = matchesAny(path, contract.allow) || matchesAny(path, contract.named)
    if (!compared) {
      if (!free) scriptsTouched.push(path)
      continue
    }
    const kept = [
      ...(compared.scripts.length > 0 ? [`scripts: ${compared.scripts.join(', ')}`] : []),
      ...(compared.settings.length > 0 ? [`settings: ${compared.settings.join(', ')}`] : []),
    ]
    if (kept.length > 0 && !free) {
      scriptsTouched.push(`${path} (${kept.join('; ')})`)
      edits.push({ path, text: compared.restored })
    }
    if (free || contract.allow.includes('dependencies')) continue
    const { dependencies, renewed = [] } = compared
    dependenciesTouched.push(
      ...dependencies.filter(name => !renewed.includes(name) || !asksToRenew(contract.title, name)),
    )
  }
  return { edits, scriptsTouched, dependenciesTouched }
}
