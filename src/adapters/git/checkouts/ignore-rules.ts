/** Which untracked files are no part of the work: by the ignore files of the base, those of the workspace, and habit. */
import ignore, { type Ignore } from 'ignore'
import { readBytes } from '../objects/object-reader.ts'
import { type BytePath, type Entries, shownPath } from '../objects/tree.ts'

export interface IgnoreRules {
  /** Adds the `.gitignore` of a folder of the workspace (`''` is the root); parents before their children. */
  learn(folder: BytePath, text: string): void
  /** Whether an untracked path is left out; a folder's path ends in `/`. */
  ignores(path: BytePath): boolean
}

/** Starts with the rules of the base: no ignore file written by an agent can take one of those back. */
export async function openIgnoreRules(gitDir: string, base: Entries): Promise<IgnoreRules> {
  const ofBase = ruleSet()
  const ofWorkspace = ruleSet()
  for (const [folder, text] of await ignoreFilesOf(gitDir, base)) addFile(ofBase, folder, text)
  return {
    learn: (folder, text) => addFile(ofWorkspace, folder, text),
    ignores: path => {
      const shown = shownPath(path)
      return ofBase.ignores(shown) || ofWorkspace.ignores(shown)
    },
  }
}

const ruleSet = (): Ignore => ignore({ ignorecase: false })

async function ignoreFilesOf(gitDir: string, base: Entries): Promise<readonly (readonly [BytePath, string])[]> {
  const files = [...base].filter(
    ([path, entry]) => entry.mode.startsWith('100') && (path === '.gitignore' || path.endsWith('/.gitignore')),
  )
  if (files.length === 0) return []
  const texts = await Promise.all(files.map(async ([, { id }]) => (await readBytes(gitDir, id)).toString()))
  const folders = files.map(([path], at) => [path.slice(0, -'.gitignore'.length), texts[at]!] as const)
  // A folder nearer to the file has the last word, so it comes later.
  return folders.sort(([left], [right]) => left.split('/').length - right.split('/').length)
}

/**
 * All ignore files become one list of rules anchored at the root. That gives exactly git's order of precedence, and
 * git's rule that nothing below an ignored folder can be taken in again.
 */
function addFile(rules: Ignore, folder: BytePath, text: string): void {
  const prefix = shownPath(folder).replace(/\/?$/, folder === '' ? '' : '/')
  for (const line of text.replace(/^\uFEFF/, '').split('\n')) {
    const pattern = anchored(prefix, line.replace(/\r$/, ''))
    if (pattern === null) continue
    try {
      rules.add({ pattern })
    } catch {
      // What cannot be understood hides nothing.
    }
  }
}

/** A pattern of a nested ignore file, as it would stand in the one at the root; null for comments and blank lines. */
function anchored(prefix: string, line: string): string | null {
  if (line.trim() === '' || line.startsWith('#') || !isReasonable(line)) return null
  if (prefix === '') return line
  const negated = line.startsWith('!')
  const pattern = negated ? line.slice(1) : line
  const hasPlace = /\/(?=.*\S)/.test(pattern)
  const place = prefix.replace(/[\\*?[\]!# ]/g, '\\$&')
  return `${negated ? '!' : ''}/${place}${hasPlace ? pattern.replace(/^\//, '') : `**/${pattern}`}`
}

/**
 * What this matcher cannot do hides nothing: it does not know `[!a]`, and many stars in one name would take it
 * exponential time.
 */
function isReasonable(pattern: string): boolean {
  if (pattern.length > 1000 || /(?<!\\)\[[!^]/.test(pattern)) return false
  return pattern.split('/').every(name => name.replace(/\*+/g, '*').split('*').length <= 5)
}

/** Folders that tools make beside the work and that no project keeps in its history. */
const TOOL_FOLDERS = new Set([
  'node_modules',
  '.venv',
  '__pycache__',
  '.pytest_cache',
  '.mypy_cache',
  '.ruff_cache',
  '.tox',
  '.nox',
  '.gradle',
  '.turbo',
  '.next',
  '.nuxt',
  '.svelte-kit',
  '.parcel-cache',
  '.nyc_output',
])
/** Names that are also used for honest work, and the file that tells: beside the folder, or in it. */
const TELLING: Readonly<Record<string, { readonly file: string; readonly where: 'beside' | 'inside' }>> = {
  target: { file: 'Cargo.toml', where: 'beside' },
  venv: { file: 'pyvenv.cfg', where: 'inside' },
  env: { file: 'pyvenv.cfg', where: 'inside' },
}

/** Whether a folder is a tool's by its name and surroundings. */
export async function isToolFolder(
  name: string,
  beside: ReadonlySet<string>,
  isInside: (file: string) => Promise<boolean>,
): Promise<boolean> {
  if (TOOL_FOLDERS.has(name)) return true
  const telling = Object.hasOwn(TELLING, name) ? TELLING[name]! : null
  if (telling === null) return false
  return telling.where === 'beside' ? beside.has(telling.file) : isInside(telling.file)
}

/** Files that file managers leave behind. */
export const isToolFile = (name: string): boolean => name === '.DS_Store' || name === 'Thumbs.db'
