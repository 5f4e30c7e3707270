/**
 * A toy language, so that complete proofs run without a process. A source contains `add = right`, a test contains
 * `expect add = right`, and the commands below have their usual meaning.
 */
export type ToyFiles = ReadonlyMap<string, string>

export interface ToyResult {
  readonly code: number
  readonly stdout: string
}

/** A package.json. */
export const manifest = (fields: object): string => `${JSON.stringify(fields, null, 2)}\n`

/** A project with a suite and a linter. */
export const SHOP: Readonly<Record<string, string>> = {
  'package.json': manifest({ name: 'shop', scripts: { test: 'vitest run', lint: 'eslint .' } }),
  'src/cart.js': 'add = right\n',
  'tests/cart.test.js': 'expect add = right\n',
}

/** An honest change to it: a source, and a test that is red without it. */
export const SEARCH: Readonly<Record<string, string>> = {
  'src/search.js': 'find = right\n',
  'tests/search.test.js': 'expect find = right\n',
}

/** Executes the command on these files. */
export function obeyToy(files: ToyFiles, command: string): ToyResult {
  const script = command.match(/^npm (?:run )?(\S+)$/)?.[1]
  if (command === 'npm ci') return install(files)
  if (script) return runScript(files, script)
  const [program, ...words] = command.split(' ')
  switch (program) {
    // A suite that was ended from inside before it could report.
    case 'toy-suite':
    case 'true':
      return { code: 0, stdout: '' }
    case 'vitest':
      return vitest(files)
    case 'node':
      return nodeTest(files)
    case 'eslint':
      return refuseWord(new Map([...files].filter(([, text]) => !text.includes('// toy-off'))), 'ugly')
    case 'bundle':
      return refuseWord(files, 'unbuildable')
    case 'shows':
      return { code: says(files, words.join(' ')) ? 0 : 1, stdout: '' }
    case 'holds':
      return holds(files, words[0]!)
    case 'make':
      return make(files, words[0]!)
    case 'prints':
      return { code: 0, stdout: `${assigned(files, words[0]!)}\n` }
    default:
      return { code: 127, stdout: `sh: ${program}: command not found\n` }
  }
}

/** A checker: every line of it that expects something. A missing one cannot be run. */
function holds(files: ToyFiles, path: string): ToyResult {
  const text = files.get(path)
  if (text === undefined) return { code: 127, stdout: `${path}: not found\n` }
  const expected = text.split('\n').filter(line => line.startsWith('expect '))
  return { code: expected.every(line => says(files, line.replace('expect ', ''))) ? 0 : 1, stdout: '' }
}

/** A rule of one line. */
function make(files: ToyFiles, target: string): ToyResult {
  const recipe = new RegExp(`^${target}:.*\\n\\t(.+)$`, 'm').exec(files.get('Makefile') ?? '')?.[1]
  return recipe === undefined ? { code: 2, stdout: `make: no rule ${target}\n` } : obeyToy(files, recipe)
}

/** Like npm: `pretest` before `test`, and nothing at all without such a script. */
function runScript(files: ToyFiles, name: string): ToyResult {
  const { scripts = {} } = JSON.parse(files.get('package.json') ?? '{}') as { scripts?: Record<string, string> }
  if (scripts[name] === undefined) return { code: 1, stdout: `npm error Missing script: "${name}"\n` }
  // The only hook of this world: removes a blocking test before the suite runs.
  const hidden = scripts[`pre${name}`]?.match(/^hide (.+)$/)?.[1]
  return obeyToy(new Map([...files].filter(([path]) => path !== hidden)), scripts[name])
}

/** The lock file must name every dependency. */
function install(files: ToyFiles): ToyResult {
  const lock = files.get('package-lock.json')
  const { dependencies = {} } = JSON.parse(files.get('package.json') ?? '{}') as { dependencies?: object }
  const missing = Object.keys(dependencies).filter(name => !lock?.includes(name))
  if (lock === undefined || missing.length > 0) return { code: 1, stdout: `npm error missing: ${missing.join(', ')}\n` }
  return { code: 0, stdout: 'added packages\n' }
}

function suite(files: ToyFiles, isIn: (path: string) => boolean) {
  const lines = [...files].flatMap(([path, text]) =>
    /\.test\.js$/.test(path) && isIn(path) ? text.split('\n').filter(line => line.startsWith('expect ')) : [],
  )
  const failed = lines.filter(line => line !== 'expect true' && !says(files, line.replace('expect ', '')))
  return { count: lines.length, failed }
}

function vitest(files: ToyFiles): ToyResult {
  const config = files.get('vitest.config.js') ?? ''
  const { count, failed } = suite(files, path => !config.includes(`exclude ${path}`))
  if (count === 0) return { code: config.includes('passWithNoTests') ? 0 : 1, stdout: 'No test files found, exiting\n' }
  const words = failed.length > 0 ? `${failed.length} failed | ${count - failed.length} passed` : `${count} passed`
  const errors = failed.map(line => `AssertionError: ${line}\n`).join('')
  return { code: failed.length > 0 ? 1 : 0, stdout: `${errors}      Tests  ${words} (${count})\n` }
}

function nodeTest(files: ToyFiles): ToyResult {
  const { count, failed } = suite(files, () => true)
  const stdout = `# tests ${count}\n# pass ${count - failed.length}\n# fail ${failed.length}\n`
  return { code: failed.length > 0 ? 1 : 0, stdout }
}

function refuseWord(files: ToyFiles, word: string): ToyResult {
  const found = sources(files).filter(([, text]) => text.includes(word) || text.includes('const = ;'))
  return { code: found.length > 0 ? 1 : 0, stdout: found.map(([path]) => `error: ${word} in ${path}\n`).join('') }
}

const sources = (files: ToyFiles) => [...files].filter(([path]) => path.startsWith('src/'))
const says = (files: ToyFiles, line: string) => sources(files).some(([, text]) => text.split('\n').includes(line))
const assigned = (files: ToyFiles, name: string) =>
  sources(files)
    .flatMap(([, text]) => text.split('\n'))
    .find(line => line.startsWith(`${name} = `))
    ?.slice(name.length + 3) ?? ''
