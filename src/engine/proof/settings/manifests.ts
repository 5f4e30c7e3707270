import type { Tree } from '../../../core/plan/ids.ts'
import type { FileChange } from '../../../core/proof/draft.ts'
import { matchesAny } from '../../../core/text/glob.ts'
import { baseName, folderPrefix } from '../../../core/text/paths.ts'
import { literal } from '../../../core/text/pattern.ts'
import type { TreeEdit, Vault } from '../../../ports.ts'
import { asksForSettingsOf, namesDependency } from '../change/asked-for.ts'
import { asksForOtherNodes, asksToRenew } from '../change/renewals.ts'
import type { Trees } from '../translation/read-change.ts'
import { changedRules, goesThroughMake, isMakefile } from './makefile.ts'
import { compareManifests } from './package-json.ts'
import type { SettingsChange } from './parts.ts'
import { goModules, isGoMod, isRequirements, newRequirements } from './requirements.ts'
import { compareTomlManifests, isTomlManifest } from './toml.ts'
import { comparePnpmWorkspaces, isPnpmWorkspace } from './yaml.ts'

/** Files with configuration of checks in some parts, and ordinary code in others. */
const isJudgedByPart = (path: string, commands: readonly string[]): boolean =>
  isPackageJson(path) ||
  isGoMod(path) ||
  isPnpmWorkspace(path) ||
  isRequirements(path) ||
  isTomlManifest(path) ||
  (isMakefile(path) && goesThroughMake(commands))

const isPackageJson = (path: string): boolean => baseName(path) === 'package.json'

/** Manifests with settings of tools for everything below their folder: a new one there overrides others. */
const rulesItsFolder = (path: string): boolean => isPackageJson(path) || isTomlManifest(path)

function compareParts(
  path: string,
  before: string,
  after: string,
  { commands, title }: { readonly commands: readonly string[]; readonly title: string },
): SettingsChange | null {
  const settingsOf = (tool: string) => asksForSettingsOf(title, new RegExp(`\\b${literal(tool)}\\b`))
  const listing = (dependencies: readonly string[]) => ({ scripts: [], settings: [], dependencies, restored: after })
  if (isMakefile(path)) {
    const scripts = changedRules(before, after)
    return { scripts, settings: [], dependencies: [], restored: scripts.length > 0 ? before : after }
  }
  if (isGoMod(path)) return listing(goModules(before, after))
  if (isRequirements(path)) return listing(newRequirements(before, after))
  if (isPnpmWorkspace(path)) return comparePnpmWorkspaces(before, after)
  if (isTomlManifest(path)) return compareTomlManifests(before, after, commands.join('\n'), settingsOf)
  return compareManifests(before || '{}', after || '{}', {
    settingsOf,
    renewing: name => asksToRenew(title, name),
    otherNodes: asksForOtherNodes(title),
    commands,
  })
}

interface Manifests {
  readonly edits: readonly TreeEdit[]
  readonly scriptsTouched: readonly string[]
  readonly dependenciesTouched: readonly string[]
  /** Permitted changes of the configuration of checks. */
  readonly privileged: readonly string[]
}

/** The parts of a contract that permit changes of manifests. */
interface Grants {
  readonly allow: readonly string[]
  readonly named: readonly string[]
  readonly commands: readonly string[]
  readonly title: string
  /** All texts of the contract about the work, including the title. */
  readonly words: readonly string[]
  /** There is no project yet: the first task may bring any manifests. */
  readonly greenfield: boolean
}

/** The changes of the manifests of a draft, and their texts with the base's scripts and settings. */
export async function readManifests(
  vault: Vault,
  trees: Trees,
  changes: readonly FileChange[],
  grants: Grants,
): Promise<Manifests> {
  const found = { edits: [] as TreeEdit[], scriptsTouched: [] as string[], dependenciesTouched: [] as string[] }
  const privileged: string[] = []
  for (const { path, status } of changes) {
    if (!isJudgedByPart(path, grants.commands)) continue
    if (status === 'added' && grants.greenfield) continue
    if (status !== 'modified' && !(await takesOver(vault, trees, path, status))) continue
    const [before, after] = [await textAt(vault, trees.base, path), await textAt(vault, trees.candidate, path)]
    const compared = before !== null && after !== null ? compareParts(path, before, after, grants) : null
    const free = matchesAny(path, grants.allow) || matchesAny(path, grants.named)
    if (!compared) {
      if (free) privileged.push(path)
      else {
        found.scriptsTouched.push(path)
        found.edits.push({ path, from: trees.base })
      }
      continue
    }
    const { settings, asked = [], restored } = compared
    // No existing command runs the scripts of a new manifest.
    const scripts = status === 'added' ? [] : compared.scripts
    const kept = inWords(path, { scripts, settings })
    if (kept !== null && !free) {
      found.scriptsTouched.push(kept)
      found.edits.push(status === 'modified' ? { path, text: restored } : { path, from: trees.base })
    }
    const granted = inWords(
      path,
      free ? { scripts, settings: [...settings, ...asked] } : { scripts: [], settings: asked },
    )
    if (granted !== null) privileged.push(granted)
    // No existing command installs the dependencies of a new manifest.
    const mayDepend = free || status !== 'modified' || grants.allow.includes('dependencies')
    const { renewed = [], brought = [] } = compared
    const isGranted = (name: string) =>
      mayDepend ||
      (renewed.includes(name) && asksToRenew(grants.title, name)) ||
      (brought.includes(name) && namesDependency(grants.words, name))
    found.dependenciesTouched.push(...compared.dependencies.filter(name => !isGranted(name)))
    const dependencies = [...compared.dependencies.filter(isGranted), ...(compared.narrowed ?? [])]
    if (dependencies.length > 0 && status === 'modified')
      privileged.push(`${path} (dependencies: ${dependencies.join(', ')})`)
  }
  return { ...found, privileged }
}

/**
 * Whether an added or removed manifest applies to files that existed before and still do: tools take their
 * settings from the nearest one above. A manifest in a folder that is added or removed with it applies to nothing else.
 */
async function takesOver(
  vault: Vault,
  { base, candidate }: Trees,
  path: string,
  status: FileChange['status'],
): Promise<boolean> {
  if (!rulesItsFolder(path)) return false
  const folder = folderPrefix(path)
  const others = await vault.list(status === 'added' ? base : candidate)
  return others.some(file => file.startsWith(folder))
}

/** The text of a file; empty if there is no file, and null if it is not text. */
async function textAt(vault: Vault, tree: Tree, path: string): Promise<string | null> {
  return (await vault.list(tree)).includes(path) ? vault.readText(tree, path) : ''
}

function inWords(
  path: string,
  { scripts, settings }: { readonly scripts: readonly string[]; readonly settings: readonly string[] },
): string | null {
  const parts = [
    ...(scripts.length > 0 ? [`scripts: ${scripts.join(', ')}`] : []),
    ...(settings.length > 0 ? [`settings: ${settings.join(', ')}`] : []),
  ]
  return parts.length > 0 ? `${path} (${parts.join('; ')})` : null
}
