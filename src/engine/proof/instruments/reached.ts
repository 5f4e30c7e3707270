/**
 * The files that a command reaches: those that it names, and those named by the make rules, npm scripts and scripts that it calls.
 * Programs are not followed: their imports belong to them.
 */

import { matchesAny } from '../../../core/text/glob.ts'
import { pathFrom, withoutEnding } from '../../../core/text/paths.ts'
import { splitCode } from '../reading/code-lines.ts'
import { readLanguageOf } from '../reading/file-kind.ts'
import { MAKEFILES, rulesOf } from '../settings/makefile.ts'
import { nameIn, parseScripts } from '../settings/package-json.ts'
import { importedPaths, importNames } from '../syntax/imports.ts'
import { isShell } from '../syntax/language.ts'

/** A tree whose files can be listed and read. */
export interface ReadableTree {
  readonly list: readonly string[]
  readonly readText: (path: string) => Promise<string | null>
}

export interface Reached {
  readonly files: ReadonlySet<string>
  /** Make rules and npm scripts by their file. */
  readonly rules: ReadonlyMap<string, ReadonlySet<string>>
  /** Every command line that was reached. */
  readonly lines: readonly string[]
  /** Whether the output of a command is compared with something. */
  readonly compares: boolean
}

/** Maximum number of texts to follow; a script nested deeper is unreadable for people too. */
const TEXTS_MAX = 200
const FOLDER_FILES_MAX = 500

/** The files that a command reaches in a tree; `isFollowed` selects the files to read. */
export async function reached(
  command: string,
  tree: ReadableTree,
  isFollowed: (path: string) => boolean,
): Promise<Reached> {
  const walk = new Walk(tree, isFollowed)
  await walk.follow(command, '')
  return { files: walk.files, rules: walk.rules, lines: walk.lines, compares: walk.compares }
}

/** These commands and every command line that their make rules, npm scripts and shell scripts start. */
export async function startedLines(commands: readonly string[], tree: ReadableTree): Promise<readonly string[]> {
  const walk = new Walk(tree, isShell)
  for (const command of commands) await walk.follow(command, '')
  return walk.lines
}

class Walk {
  readonly files = new Set<string>()
  readonly rules = new Map<string, Set<string>>()
  compares = false
  readonly lines: string[] = []
  readonly #tree: ReadableTree
  readonly #known: ReadonlySet<string>
  readonly #isFollowed: (path: string) => boolean

  constructor(tree: ReadableTree, isFollowed: (path: string) => boolean) {
    this.#tree = tree
    this.#known = new Set(tree.list)
    this.#isFollowed = isFollowed
  }

  /** Follows everything that these command lines name, relative to this folder. */
  async follow(text: string, folder: string): Promise<void> {
    if (this.lines.length >= TEXTS_MAX || this.lines.includes(text)) return
    this.lines.push(text)
    let at = folder
    for (const part of text.split(/&&|\|\||[;|\n]/)) {
      const into = /^\s*\(?\s*cd\s+(?:--\s+)?["']?([^\s"')]+)/.exec(part)?.[1]
      if (into !== undefined) at = below(at, into)
      const operands = /(?:^|[(!]|\bif)\s*(?:diff|cmp|comm)\s(.*)/.exec(part)?.[1]
      if (operands !== undefined) this.compares ||= this.#isMade(operands, at)
      await this.#make(part, at)
      await this.#script(part, at)
      for (const word of wordsOf(part)) await this.#take(word, [at])
    }
  }

  async #take(word: string, folders: readonly string[]): Promise<void> {
    for (const folder of folders)
      for (const path of this.#resolve(below(folder, word))) {
        if (this.files.has(path)) continue
        this.files.add(path)
        if (this.#isFollowed(path)) await this.#look(path)
      }
  }

  /** Whether one of these operands is not a file of the tree, so that a command must have created it. */
  #isMade(operands: string, folder: string): boolean {
    const words = operands.split(/\s+/).filter(word => word === '-' || (word !== '' && !word.startsWith('-')))
    return words.some(word => this.#resolve(below(folder, word.replace(/["']/g, ''))).length === 0)
  }

  /** The files of a path: the file itself, a module without its extension, a pattern, or a whole folder. */
  #resolve(path: string): readonly string[] {
    if (path === '' || path === '.') return []
    if (this.#known.has(path)) return [path]
    const module = [`${path.replaceAll('.', '/')}.py`, `${path.replaceAll('.', '/')}/__main__.py`]
    const found = module.filter(file => this.#known.has(file))
    if (found.length > 0) return found
    const inside = path.includes('*')
      ? this.#tree.list.filter(file => matchesAny(file, [path]))
      : this.#tree.list.filter(file => file.startsWith(`${path}/`))
    return inside.length <= FOLDER_FILES_MAX ? inside : []
  }

  /** Follows the names in a script: shell words, imports and strings, relative to the root and to its folder. */
  async #look(path: string): Promise<void> {
    const text = await this.#tree.readText(path)
    if (text === null) return
    const folder = path.slice(0, Math.max(0, path.lastIndexOf('/')))
    const language = readLanguageOf(path)
    if (language === 'hash' || language === 'none') {
      await this.follow(withoutComments(text), '')
      for (const word of wordsOf(text)) await this.#take(word, [folder])
      return
    }
    for (const found of await importedPaths(text, path)) await this.#import(found)
    for (const line of splitCode(text, language)) {
      for (const [, word] of line.spoken.matchAll(/["'`]([^"'`\n]+)["'`]/g)) {
        if (/\s/.test(word!)) await this.follow(word!, '')
        else await this.#take(word!, ['', folder])
      }
    }
  }

  async #import(found: string): Promise<void> {
    if (this.#known.has(found)) return this.#take(found, [''])
    const wanted = [found, withoutEnding(found)]
    for (const file of this.#tree.list)
      if (importNames(file).some(name => wanted.includes(name))) await this.#take(file, [''])
  }

  /** `make -C web check`: the rules of these targets and of their prerequisites. */
  async #make(line: string, folder: string): Promise<void> {
    const [, words] = /(?:^|\s|\()g?make\b([^)]*)/.exec(line) ?? []
    if (words === undefined) return
    const into = /\s(?:-C|--directory)[= ]?(\S+)/.exec(words)?.[1] ?? ''
    const named = /\s(?:-f|--file)[= ]?(\S+)/.exec(words)?.[1]
    const at = below(folder, into)
    const file = (named === undefined ? MAKEFILES : [named])
      .map(name => below(at, name))
      .find(path => this.#known.has(path))
    if (file === undefined) return
    this.files.add(file)
    const rules = rulesOf((await this.#tree.readText(file)) ?? '')
    const targets = words
      .replace(/\s(-C|-f|--directory|--file)[= ]?\S+/g, ' ')
      .split(/\s+/)
      .filter(word => word !== '' && !/^-|=/.test(word))
    const first = [...rules].find(([name, text]) => text.startsWith(':') && !name.startsWith('.'))?.[0]
    for (const target of targets.length > 0 ? targets : first === undefined ? [] : [first])
      await this.#rule(file, rules, target, at)
  }

  async #rule(file: string, rules: ReadonlyMap<string, string>, name: string, folder: string): Promise<void> {
    const taken = this.rules.get(file) ?? new Set<string>()
    this.rules.set(file, taken)
    if (taken.has(name)) return
    taken.add(name)
    const text = rules.get(name)
    if (text === undefined) return
    for (const [, variable] of text.matchAll(/\$[({](\w+)[)}]/g)) await this.#rule(file, rules, variable!, folder)
    for (const line of text.split('\n'))
      if (line.startsWith(':')) {
        for (const need of line.slice(1).split(/\s+/).filter(Boolean))
          if (rules.has(need)) await this.#rule(file, rules, need, folder)
          else await this.#take(need, [folder])
      } else await this.follow(line.replace(/^\s*[@+-]*/, ''), folder)
  }

  /** `npm run check`: the script of this name, with its hooks. */
  async #script(line: string, folder: string): Promise<void> {
    const [, first, second] = /(?:^|\s|\()(?:npm|pnpm|yarn|bun)\s+([\w:-]+)(?:\s+([\w:.-]+))?/.exec(line) ?? []
    if (first === undefined) return
    const file = await this.#manifestFor(line, folder)
    if (file === null) return
    const scripts = parseScripts((await this.#tree.readText(file)) ?? '')
    const name = /^run(-script)?$/.test(first) ? second : first === 't' ? 'test' : first
    if (name === undefined || (!Object.hasOwn(scripts, name) && !/^(run(-script)?|test|t|start)$/.test(first))) return
    this.files.add(file)
    const at = file.slice(0, Math.max(0, file.lastIndexOf('/')))
    const taken = this.rules.get(file) ?? new Set<string>()
    this.rules.set(file, taken)
    for (const script of [`pre${name}`, name, `post${name}`]) {
      if (script === name) taken.add(script)
      if (!Object.hasOwn(scripts, script)) continue
      taken.add(script)
      await this.follow(scripts[script]!, at)
    }
  }

  /** The manifest whose scripts a line starts: in its folder, or of the workspace member that it names. */
  async #manifestFor(line: string, folder: string): Promise<string | null> {
    const member = /\s(?:-w|--workspace|--prefix|-C|--dir|--cwd|-F|--filter|workspace)[= ](\S+)/.exec(line)?.[1]
    const own = below(folder, 'package.json')
    if (member === undefined) return this.#known.has(own) ? own : null
    const named = below(folder, `${member}/package.json`)
    if (this.#known.has(named)) return named
    for (const path of this.#tree.list)
      if (path.endsWith('/package.json') && nameIn((await this.#tree.readText(path)) ?? '') === member) return path
    return null
  }
}

/** Words that may be paths: text between spaces, quotes, brackets and shell operators. */
const wordsOf = (text: string): readonly string[] => [
  ...new Set(
    text
      .split(/[\s"'`()<>|;&,={}$]+/)
      .map(word => word.replace(/^[@!]|[.:]+$/g, ''))
      .filter(word => /\w/.test(word) && !word.startsWith('-')),
  ),
]

const withoutComments = (text: string): string => text.replace(/^\s*#.*$/gm, '')

/** A path relative to a folder; an absolute one is none of the tree. */
const below = (folder: string, path: string): string => (path.startsWith('/') ? path : pathFrom(folder, path))
