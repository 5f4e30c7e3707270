import type { FileChange } from '../../../core/event.ts'
import type { Tree } from '../../../core/ids.ts'
import type { TreeEdit, Vault } from '../../../ports.ts'
import { asksForSettingsOf, namesDependency } from '../asked-for.ts'
import { matchesAny } from '../names.ts'
import { asksForOtherNodes, asksToRenew } from '../renewals.ts'
import { changedRules, goesThroughMake, isMakefile } from './makefile.ts'
import { compareManifests, type ManifestChange } from './package-json.ts'
import { compareTomlManifests, goModules, isTomlManifest } from './toml.ts'

/** Files in which some parts decide how checks run, and others are ordinary code. */
const isJudgedByPart = (path: string, commands: readonly string[]): boolean =>
  /(^|\/)(package\.json|go\.mod|pnpm-workspace\.yaml)$/.test(path) ||
  REQUIREMENTS.test(path) ||
  isTomlManifest(path) ||
  (isMakefile(path) && goesThroughMake(commands))

function compareParts(
  path: string,
  before: string,
  after: string,
  { commands, title }: { readonly commands: readonly string[]; readonly title: string },
): ManifestChange | null {
  const settingsOf = (tool: string) => asksForSettingsOf(title, new RegExp(`\\b${tool}\\b`))
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
  if (isTomlManifest(path)) return compareTomlManifests(before, after, commands.join('\n'), settingsOf)
  return compareManifests(before, after, {
    settingsOf,
    renewing: name => asksToRenew(title, name),
    otherNodes: asksForOtherNodes(title),
  })
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
  /** What decides how checks run, was changed, and may be. */
  readonly privileged: readonly string[]
}

/** What of a contract decides about manifests. */
interface Grants {
  readonly allow: readonly string[]
  readonly named: readonly string[]
  readonly commands: readonly string[]
  readonly title: string
  /** All that the contract says of the work, the title included. */
  readonly words: readonly string[]
}

/** What happened to the manifests of a draft, and how they look with the base's scripts and settings. */
export async function readManifests(
  vault: Vault,
  trees: { readonly base: Tree; readonly candidate: Tree },
  changes: readonly FileChange[],
  grants: Grants,
): Promise<Manifests> {
  const found = { edits: [] as TreeEdit[], scriptsTouched: [] as string[], dependenciesTouched: [] as string[] }
  const privileged: string[] = []
  for (const { path, status } of changes) {
    if (status !== 'modified' || !isJudgedByPart(path, grants.commands)) continue
    const before = await vault.readText(trees.base, path)
    const after = await vault.readText(trees.candidate, path)
    const compared = before !== null && after !== null ? compareParts(path, before, after, grants) : null
    const free = matchesAny(path, grants.allow) || matchesAny(path, grants.named)
    if (!compared) {
      const touched = free ? privileged : found.scriptsTouched
      touched.push(path)
      continue
    }
    const { scripts, settings, asked = [], restored } = compared
    const kept = inWords(path, { scripts, settings })
    if (kept !== null && !free) {
      found.scriptsTouched.push(kept)
      found.edits.push({ path, text: restored })
    }
    const granted = inWords(
      path,
      free ? { scripts, settings: [...settings, ...asked] } : { scripts: [], settings: asked },
    )
    if (granted !== null) privileged.push(granted)
    const mayDepend = free || grants.allow.includes('dependencies')
    const { renewed = [], brought = [] } = compared
    const isGranted = (name: string) =>
      mayDepend ||
      (renewed.includes(name) && asksToRenew(grants.title, name)) ||
      (brought.includes(name) && namesDependency(grants.words, name))
    found.dependenciesTouched.push(...compared.dependencies.filter(name => !isGranted(name)))
    const dependencies = [...compared.dependencies.filter(isGranted), ...(compared.narrowed ?? [])]
    if (dependencies.length > 0) privileged.push(`${path} (dependencies: ${dependencies.join(', ')})`)
  }
  return { ...found, privileged }
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
