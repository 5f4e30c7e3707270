import { posix } from 'node:path'
import { cleanText } from '../../../core/text/clean-text.ts'
import type { TestRunner, TreeReader } from '../../../ports.ts'
import { commandOf } from '../arguments.ts'
import { CONTROL_SAYS, controlName } from '../control.ts'
import type { Invocation } from '../invocation.ts'
import { type RawReport, type RawTest, suiteReport } from '../reading.ts'

const MANIFESTS_READ_MAX = 200
const STATUS = { ok: 'passed', FAILED: 'failed', ignored: 'skipped' } as const

/**
 * cargo has no custom reporter, so its own output is parsed. A test could print extra result lines, so a program whose
 * lines do not match the count it announced counts as broken.
 */
export async function recogniseCargo(invocation: Invocation, tree: TreeReader): Promise<TestRunner | null> {
  const { program, args } = invocation
  if (program !== 'cargo' || args[0]?.value !== 'test') return null
  const end = args.findIndex(({ value }) => value === '--')
  const own = (end === -1 ? args.slice(1) : args.slice(1, end)).filter(
    ({ value }) => !['--no-fail-fast', '--quiet', '-q', '--no-run'].includes(value),
  )
  if (own.some(({ value }) => value.startsWith('--message-format') || value === '--manifest-path')) return null
  const passed = (end === -1 ? [] : args.slice(end + 1)).filter(
    ({ value }) => !['--nocapture', '--no-capture', '--show-output', '--quiet', '-q'].includes(value),
  )
  const crates = await crateFolders(tree)
  return {
    name: 'cargo test',
    selectsFiles: false,
    launch: how => ({
      command: commandOf(invocation, how, {
        words: [
          ...['cargo', 'test', '--no-fail-fast', '--color=never', ...own.map(({ raw }) => raw)],
          ...(passed.length > 0 ? ['--', ...passed.map(({ raw }) => raw)] : []),
          // stderr names the program that the results belong to.
          '2>&1',
        ],
      }),
      tools: {},
    }),
    read({ stdout }) {
      const raw = readCargo(stdout, (file, program) => placeOf(file, program, crates, tree))
      return raw && suiteReport(raw)
    },
    isTestFile: path => /(^|\/)tests\/[^/]+\.rs$|(^|\/)tests\.rs$|_test\.rs$/.test(path),
    control(beside) {
      const crate = crateOf(beside, tree)
      if (crate === null) return null
      const name = controlName()
      const path = posix.join(crate, 'tests', `${name}.rs`)
      return { path, text: `#[test]\nfn ${name}() {\n    panic!("${CONTROL_SAYS}");\n}\n` }
    },
  }
}

/** The nearest folder with a manifest. */
function crateOf(path: string, tree: TreeReader): string | null {
  for (let dir = posix.dirname(path); ; dir = posix.dirname(dir)) {
    if (tree.list.includes(posix.join(dir, 'Cargo.toml'))) return dir
    if (dir === '.') return null
  }
}

/** Crate folders by the name of their test program. */
async function crateFolders(tree: TreeReader): Promise<ReadonlyMap<string, string>> {
  const folders = new Map<string, string>()
  for (const path of tree.list.filter(file => /(^|\/)Cargo\.toml$/.test(file)).slice(0, MANIFESTS_READ_MAX)) {
    const name = /^\[package\][^[]*?^name\s*=\s*"([^"]+)"/ms.exec((await tree.readText(path)) ?? '')?.[1]
    if (name !== undefined) folders.set(name.replaceAll('-', '_'), posix.dirname(path))
  }
  return folders
}

type Place = (file: string, program: string) => string

/** cargo names files relative to their crate, which in a workspace is not the path in the tree. */
function placeOf(file: string, program: string, crates: ReadonlyMap<string, string>, tree: TreeReader): string {
  const inCrate = posix.join(crates.get(program.replaceAll('-', '_')) ?? '.', file)
  if (inCrate !== file && tree.list.includes(inCrate)) return inCrate
  const fitting = tree.list.filter(path => path === file || path.endsWith(`/${file}`))
  return fitting.length === 1 ? fitting[0]! : file
}

/** One part of the output for each test program. */
function readCargo(output: string, place: Place): RawReport | null {
  const text = cleanText(output)
  const parts = text.split(/^\s*(?=Running .*\(.*\)\s*$|Doc-tests )/m).slice(1)
  const tests: RawTest[] = []
  const broken: { readonly file: string; readonly message: string; readonly stack: string }[] = []
  for (const part of parts) {
    const [head = ''] = part.split('\n', 1)
    const doc = /^Doc-tests (\S+)/.exec(head)?.[1]
    const program = /\(.*\/([\w-]+)-[\da-f]+(?:\.exe)?\)\s*$/.exec(head)?.[1] ?? ''
    const file = place(/^Running (?:unittests )?(\S+\.rs) /.exec(head)?.[1] ?? '', program)
    const found = testsOf(part, doc === undefined ? { file, names: [] } : { file: '', names: [`doc-tests ${doc}`] })
    const announced = Number(/^running (\d+) tests?$/m.exec(part)?.[1] ?? Number.NaN)
    const isWhole = /^test result: /m.test(part) && announced === found.length
    if (!isWhole)
      broken.push({ file, message: 'this test program ended before it reported all of its tests', stack: '' })
    tests.push(...found.map(test => ({ ...test, variant: program })))
  }
  const compile = /^error(?:\[E\d+\])?: (?!.*target\(s\)? failed|test failed|\d+ target).*$/m.exec(text)
  if (compile && parts.length === 0) {
    const said = text.slice(compile.index)
    broken.push({ file: /--> (\S+?):\d+/.exec(said)?.[1] ?? '', message: said, stack: '' })
  }
  return parts.length === 0 && broken.length === 0 ? null : { tests, broken }
}

function testsOf(
  part: string,
  place: { readonly file: string; readonly names: readonly string[] },
): readonly RawTest[] {
  const panics = new Map(
    [...part.matchAll(/^---- (.+?) stdout ----\n(.*?)(?=^---- |^failures:)/gms)].map(([, name, text]) => [
      name!,
      text!,
    ]),
  )
  const lines = part.matchAll(/^test (.+?)(?: - should panic)? \.\.\. (ok|FAILED|ignored)\b.*$/gm)
  // Tests of one program finish in any order.
  const sorted = [...lines].sort(([, a], [, b]) => (a! < b! ? -1 : 1))
  return sorted.map(([, name, word]) => {
    const status = STATUS[word as keyof typeof STATUS]
    const names = [...place.names, ...(place.names.length > 0 ? [name!] : name!.split('::'))]
    return { file: place.file, names, status, ...(status === 'failed' ? panicOf(panics.get(name!) ?? '') : {}) }
  })
}

function panicOf(said: string): { readonly message: string; readonly stack: string } {
  // Before 1.73 the message was in quotes, followed by its location.
  const quoted = /^thread '.*?' panicked at '(.*)', (\S+?\.rs):(\d+):\d+$/ms.exec(said)
  if (quoted) return { message: quoted[1]!, stack: `File "${quoted[2]}", line ${quoted[3]}` }
  const at = /panicked at (\S+?\.rs):(\d+)/.exec(said)
  const message = said
    .replace(/^(?:note: |stack backtrace).*/gms, '')
    .replace(/^\s*thread '.*?'(?: \(\d+\))? panicked at .*:\n/m, '')
  return { message, stack: at ? `File "${at[1]}", line ${at[2]}` : '' }
}
