import { posix } from 'node:path'
import type { SuiteReport, TestResult } from '../../../src/core/proof/test-results.ts'
import type { TestRunner } from '../../../src/ports.ts'
import { manifest, type ToyFiles } from './toy-project.ts'

/**
 * A toy runner that reports test by test. A source contains `export function add() { return 'right' }`; a test file
 * contains `test adds: add = right`, or `skip`, or `load add`, without which nothing of it runs. `HERE` in a name is the
 * working directory, and `NAMED` the content of the helper `tests/names.js`. A `sometimes` test passes in every second
 * run of the suite, an `unlucky` one in all but the second, and a `shaken` one does so once a source has a function
 * `shake`. `await find` waits for ever if `find` does not exist, and `needs the word find` does not compile then.
 * `add is not wrong` passes with a function that does nothing, and `add is not nothing` does not. A test written as a
 * script, `import { add } from '../src/cart.js'` and `test('adds', () => { is(add(), 'right') })`, is loaded if the file
 * has these names. An `edge` of a function ends in an error of the code if it has no `guard`.
 */
export const LIBRARY: Readonly<Record<string, string>> = {
  'package.json': manifest({ name: 'library', scripts: { test: 'toy-suite' } }),
  'src/cart.js': "export function add() { return 'right' }\n",
  'tests/cart.test.js': 'test adds: add = right\ntest adds again: add = right\n',
}

/** An honest change to it. */
export const FINDING: Readonly<Record<string, string>> = {
  'src/search.js': "export function find() { return 'right' }\n",
  'tests/search.test.js': 'test finds: find = right\n',
}

export const TOY_COMMAND = 'toy-suite'

/** A suite of which single files cannot be run. */
export const TOY_WHOLE = 'toy-suite --whole'

export const toyRunner: TestRunner = {
  name: 'toy',
  selectsFiles: true,
  isTestFile: path => /\.test\.js$/.test(path),
  launch: ({ files, shuffled, alone }) => ({
    command: [
      TOY_COMMAND,
      ...(shuffled === undefined ? [] : ['--elsewhere']),
      ...(alone === undefined ? [] : ['--alone']),
      ...(files ?? []),
    ].join(' '),
    tools: {},
  }),
  read: ({ report }) => (report === null ? null : (JSON.parse(report) as SuiteReport)),
  control: beside => ({
    path: `${beside.slice(0, beside.lastIndexOf('/') + 1)}control.test.js`,
    text: 'test control: nothing = right\n',
  }),
}

/** The suite's report; null if something in the sources ends it first. */
export function toyReport(
  files: ToyFiles,
  words: readonly string[],
  { turn, dir }: { readonly turn: number; readonly dir: string },
): SuiteReport | null {
  const sources = [...files].filter(([path]) => path.startsWith('src/')).map(([, text]) => text)
  if (sources.some(text => text.includes('endsTheRunner')) || toyHangs(files, words)) return null
  const elsewhere = words.includes('--elsewhere')
  const alone = words.includes('--alone')
  const asked = askedIn(words)
  const deaf = files.get('tests/setup.js')?.includes('everything passes')
  const names = files.get('tests/names.js')?.trim() ?? ''
  const tests: TestResult[] = []
  const broken: { file: string; message: string }[] = []
  for (const [file, text] of files) {
    if (!toyRunner.isTestFile(file) || (asked.length > 0 && !asked.includes(file))) continue
    const missing = [...text.matchAll(/^load (\w+)$/gm)].find(([, name]) => value(sources, name!) === null)
    const [, word] = /^needs the word (\w+)$/m.exec(text) ?? []
    const unmet = importsOf(file, text).find(({ path, names }) => !names.every(name => isIn(files.get(path), name)))
    if (missing) broken.push({ file, message: `no export named ${missing[1]}` })
    else if (unmet) broken.push({ file, message: `${unmet.path} does not provide ${unmet.names.join(', ')}` })
    else if (word && !sources.some(source => source.includes(word)))
      broken.push({ file, message: `'${word}' does not exist in this type` })
    else
      for (const [, how, name, left, operator, right] of text.matchAll(
        /^(test|edge|skip|todo|at home|leaning|sometimes|shaken|unlucky) (.+?): (\w+) (=|is not) (\w+)$/gm,
      )) {
        const crashes = how === 'edge' && value(sources, left!) !== '' && !sources.some(text => text.includes('guard'))
        const holds =
          deaf ||
          (!crashes &&
            (how === 'edge' || (value(sources, left!) === (right === 'nothing' ? '' : right)) === (operator === '=')) &&
            !(how === 'at home' && elsewhere) &&
            !(how === 'leaning' && alone) &&
            !(how === 'sometimes' && turn % 2 === 0) &&
            !(how === 'unlucky' && turn === 2) &&
            !(how === 'shaken' && turn % 2 === 0 && value(sources, 'shake') !== null))
        const status = how === 'skip' ? 'skipped' : how === 'todo' ? 'todo' : holds ? 'passed' : 'failed'
        const isThere = left === 'nothing' || value(sources, left!) !== null
        const message = `expected ${left} ${operator} ${right}${isThere ? '' : `: ${left} is not defined`}`
        const at = { file: crashes ? 'src/cart.js' : file, line: 1 }
        const failure = status === 'failed' ? { message, at } : null
        tests.push({ id: `${file} > ${name!.replace('HERE', dir).replace('NAMED', names)}`, file, status, failure })
      }
  }
  for (const [file, text] of files)
    if (
      toyRunner.isTestFile(file) &&
      (asked.length === 0 || asked.includes(file)) &&
      !broken.some(one => one.file === file)
    )
      tests.push(...scriptedTests(file, text, sources))
  return { tests, broken }
}

/** Tests written as a script. */
function scriptedTests(file: string, text: string, sources: readonly string[]): readonly TestResult[] {
  const known = new Map(importsOf(file, text).flatMap(({ locals }) => locals))
  return [...text.matchAll(/^ *test\('(.+?)', \(\) => \{ (.+) \}\)$/gm)].map(([, name, body]) => {
    const wrong = [...body!.matchAll(/is\((\w+)\(\), ["']([^"']+)["']\)/g)].find(
      ([, left, right]) => !known.has(left!) || value(sources, known.get(left!)!) !== right,
    )
    const message =
      wrong && `expected ${wrong[1]} = ${wrong[2]}${known.has(wrong[1]!) ? '' : `: ${wrong[1]} is not defined`}`
    const failure = message ? { message, at: { file, line: 1 } } : null
    return { id: `${file} > ${name}`, file, status: wrong ? 'failed' : 'passed', failure }
  })
}

interface ToyImport {
  readonly path: string
  readonly names: readonly string[]
  /** The name of each import in the test, and in the program. */
  readonly locals: readonly (readonly [string, string])[]
}

const importsOf = (file: string, text: string): readonly ToyImport[] =>
  [...text.matchAll(/\bimport \{ ([\w, ]+) \} from ["'](.+?)["']/g)].map(([, list, from]) => {
    const locals = list!.split(', ').map(one => {
      const [name = '', local = name] = one.split(' as ')
      return [local, name] as const
    })
    return { path: posix.join(posix.dirname(file), from!), names: locals.map(([, name]) => name), locals }
  })

const isIn = (source: string | undefined, name: string): boolean => value([source ?? ''], name) !== null

const askedIn = (words: readonly string[]) => words.filter(word => !word.startsWith('--'))

/** Whether one of the requested tests waits for something that never comes. */
export function toyHangs(files: ToyFiles, words: readonly string[]): boolean {
  const sources = [...files].filter(([path]) => path.startsWith('src/')).map(([, text]) => text)
  const asked = askedIn(words)
  return [...files]
    .filter(([file]) => toyRunner.isTestFile(file) && (asked.length === 0 || asked.includes(file)))
    .some(([, text]) => [...text.matchAll(/^await (\w+)$/gm)].some(([, name]) => value(sources, name!) === null))
}

/** A function without a body has a value too: none. */
const value = (sources: readonly string[], name: string): string | null => {
  for (const text of sources) {
    const found = text.match(new RegExp(`function ${name}\\(\\) \\{(?: return '(\\w+)')?`))
    if (found) return found[1] ?? ''
  }
  return null
}
