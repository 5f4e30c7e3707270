/** Decides which untracked files are not part of the work: by the base's ignore files, the workspace's, and common tool folders. */
import ignore, { type Ignore } from 'ignore'
import { readBytes } from '../objects/object-reader.ts'
import { type BytePath, type Entries, shownPath } from '../objects/tree.ts'

export interface IgnoreRules {
  /** Adds the `.gitignore` of a workspace folder (`''` is the root); parents before children. */
  learn(folder: BytePath, text: string): void
  /** Whether an untracked path is left out; a folder's path ends in `/`. */
  ignores(path: BytePath): boolean
}

/** Starts with the base's rules, which an ignore file written by an agent cannot negate. */
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
  // The ignore file nearest to the path decides, so it comes later.
  return folders.sort(([left], [right]) => left.split('/').length - right.split('/').length)
}

/**
 * All ignore files become one list of rules anchored at the root. This gives exactly git's precedence, and git's rule
 * that nothing below an ignored folder can be re-included.
 */
function addFile(rules: Ignore, folder: BytePath, text: string): void {
  const prefix = shownPath(folder).replace(/\/?$/, folder === '' ? '' : '/')
  for (const line of text.replace(/^\uFEFF/, '').split('\n')) {
    const pattern = anchored(prefix, line.replace(/\r$/, ''))
    if (pattern === null) continue
    try {
      rules.add({ pattern })
    } catch {
      // A pattern that cannot be parsed ignores nothing.
    }
  }
}

/** A pattern of git that means this path and no other. */
export const asPattern = (path: string): string => path.replace(/[\\*?[\]!# ]/g, '\\$&')

/** A pattern of a nested ignore file, rewritten for the root; null for comments and blank lines. */
function anchored(prefix: string, line: string): string | null {
  if (line.trim() === '' || line.startsWith('#') || !isReasonable(line)) return null
  if (prefix === '') return line
  const negated = line.startsWith('!')
  const pattern = negated ? line.slice(1) : line
  const hasPlace = /\/(?=.*\S)/.test(pattern)
  const place = asPattern(prefix)
  return `${negated ? '!' : ''}/${place}${hasPlace ? pattern.replace(/^\//, '') : `**/${pattern}`}`
}

/**
 * Patterns that this matcher cannot handle ignore nothing: it does not support `[!a]`, and many stars in one name take
 * exponential time.
 */
function isReasonable(pattern: string): boolean {
  if (pattern.length > 1000 || /(?<!\\)\[[!^]/.test(pattern)) return false
  return pattern.split('/').every(name => name.replace(/\*+/g, '*').split('*').length <= 5)
}

/** Output folders of tools that are never kept in a project's history. */
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
/** Folder names that projects also use for their own code, and the file (beside or inside) that marks a tool's folder. */
const TELLING: Readonly<Record<string, { readonly file: string; readonly where: 'beside' | 'inside' }>> = {
  target: { file: 'Cargo.toml', where: 'beside' },
  venv: { file: 'pyvenv.cfg', where: 'inside' },
  env: { file: 'pyvenv.cfg', where: 'inside' },
}

/** Whether a folder belongs to a tool, by its name and surroundings. */
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
