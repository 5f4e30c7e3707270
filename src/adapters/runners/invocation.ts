import { shellWord } from '../../core/text/shell-word.ts'
import type { TreeReader } from '../../ports.ts'
import { parseChain, rawText, type Word, word } from './command-line.ts'

/** A test command reduced to preparation steps and one program with its arguments. */
export interface Invocation {
  /** Shell commands that must succeed before the runner starts. */
  readonly before: readonly string[]
  /** `NAME=value`, as the shell reads it. */
  readonly env: readonly string[]
  /** Whether it came from a script of the manifest; such scripts find programs in `node_modules/.bin`. */
  readonly isScript: boolean
  readonly program: string
  readonly args: readonly Word[]
}

const SCRIPTS_DEEP_MAX = 5
/** Commands that change the working directory or environment of the next one, which our own command could not follow. */
const MOVES = new Set(['cd', 'pushd', 'popd', 'source', '.', 'export', 'set', 'exec', 'eval', 'alias', 'unset'])
const ASSIGNMENT = /^[A-Za-z_]\w*=/
const QUIET = new Set(['--silent', '-s', '--quiet', '-q'])

/** Resolves scripts, launchers and wrappers down to the program that runs the tests; null if that is uncertain. */
export async function resolveInvocation(command: string, tree: TreeReader): Promise<Invocation | null> {
  return follow(command, tree, 0)
}

async function follow(command: string, tree: TreeReader, depth: number): Promise<Invocation | null> {
  if (depth > SCRIPTS_DEEP_MAX) return null
  const chain = parseChain(command)
  if (!chain) return null
  const earlier = chain.slice(0, -1)
  if (earlier.some(words => MOVES.has(words[0]!.value) || ASSIGNMENT.test(words[0]!.value))) return null
  const bare = unwrap(chain.at(-1)!)
  if (!bare) return null
  const found = await followProgram(bare, tree, depth)
  return found && { ...found, before: [...earlier.map(rawText), ...found.before], env: [...bare.env, ...found.env] }
}

interface Bare {
  readonly env: readonly string[]
  readonly words: readonly Word[]
}

/** Removes variables, launchers that only look a program up, and wrappers that only measure. */
function unwrap(words: readonly Word[]): Bare | null {
  const env: string[] = []
  let rest = [...words]
  const take = (): Word | undefined => rest.shift()
  for (;;) {
    const first = rest[0]?.value
    if (first === undefined) return null
    if (ASSIGNMENT.test(first)) env.push(take()!.raw)
    else if (first === 'cross-env' || first === 'env') take()
    else if (first === 'npx' || first === 'pnpx') {
      take()
      while (rest[0] && ['--yes', '-y', '--no-install', '--no', '--'].includes(rest[0].value)) take()
      if (rest[0]?.value.startsWith('-')) return null
    } else if ((first === 'pnpm' || first === 'yarn' || first === 'npm') && rest[1]?.value === 'exec') {
      rest = rest.slice(2)
      if (rest[0]?.value === '--') take()
    } else if (programName(first) === 'c8' || programName(first) === 'nyc') {
      take()
      // Its own options; an option's separate value cannot be told from the program's name, so it must be written with `=`.
      while (rest[0]?.value.startsWith('-')) take()
    } else if (first === 'coverage' && rest[1]?.value === 'run') {
      rest = [word('python'), ...rest.slice(2).filter(({ value }) => !/^--(branch|source|parallel|append)/.test(value))]
    } else return { env, words: rest }
  }
}

/** Only installed programs of the room: any other path in the tree is a script of the tree. */
const programName = (text: string): string => text.replace(/^(?:\.\/)?node_modules\/\.bin\//, '')

async function followProgram({ words }: Bare, tree: TreeReader, depth: number): Promise<Invocation | null> {
  const [first, ...args] = words
  const program = programName(first!.value)
  const script = scriptOf(program, args)
  if (script === null) return null
  if (script) return followScript(script, tree, depth)
  return { before: [], env: [], isScript: false, program, args }
}

interface Script {
  readonly name: string
  readonly args: readonly Word[]
  /** Whether the package manager looks for a program of that name if there is no such script. */
  readonly orProgram: boolean
}

/** The script that a package manager is asked to run; undefined if the program is not a package manager, null if it is asked for more. */
function scriptOf(program: string, all: readonly Word[]): Script | undefined | null {
  if (program === 'bun') return null
  if (program !== 'npm' && program !== 'pnpm' && program !== 'yarn') return undefined
  let words = all.filter(
    ({ value }, at) => !(QUIET.has(value) && !all.slice(0, at).some(other => other.value === '--')),
  )
  const verb = words[0]?.value
  if (verb === 'run' || verb === 'run-script') words = words.slice(1)
  else if (program === 'npm' && (verb === 't' || verb === 'tst')) words = [word('test'), ...words.slice(1)]
  else if (program === 'npm' && verb !== 'test') return null
  const name = words[0]?.value
  if (name === undefined || name.startsWith('-')) return null
  const [separator, ...rest] = words.slice(1)
  const orProgram = program !== 'npm' && name === verb
  if (separator === undefined) return { name, args: [], orProgram }
  if (separator.value === '--') return { name, args: rest, orProgram }
  return program === 'npm' ? null : { name, args: [separator, ...rest], orProgram }
}

async function followScript(script: Script, tree: TreeReader, depth: number): Promise<Invocation | null> {
  const { name, args, orProgram } = script
  const scripts = await readScripts(tree)
  const text = scripts[name] ?? (orProgram ? shellWord(name) : undefined)
  if (text === undefined) return null
  const found = await follow([text, ...args.map(({ raw }) => raw)].join(' '), tree, depth + 1)
  if (!found) return null
  // In a subshell, because its syntax may affect what follows.
  const pre = scripts[`pre${name}`]
  const before = pre === undefined ? [] : [`sh -c ${shellWord(pre)}`]
  return { ...found, isScript: true, before: [...before, ...found.before] }
}

async function readScripts(tree: TreeReader): Promise<Readonly<Record<string, string>>> {
  try {
    const manifest: unknown = JSON.parse(((await tree.readText('package.json')) ?? '').replace(/^\uFEFF/, ''))
    const scripts = (manifest as { scripts?: unknown } | null)?.scripts
    if (typeof scripts !== 'object' || scripts === null) return {}
    return Object.fromEntries(Object.entries(scripts).filter(([, text]) => typeof text === 'string'))
  } catch {
    return {}
  }
}
