import { posix } from 'node:path'
import { z } from 'zod'
import type { SuiteReport } from '../../../core/proof/test-results.ts'
import type { TestRunner, TreeReader } from '../../../ports.ts'
import { commandOf } from '../arguments.ts'
import { CONTROL_SAYS, controlName } from '../control.ts'
import type { Invocation } from '../invocation.ts'
import { type RawTest, suiteReport } from '../reading.ts'

const FOLDERS_READ_MAX = 300
const DROPPED = /^-?-(?:json|v|failfast|count|shuffle|cover|coverprofile|covermode|coverpkg|list)(?:=|$)/

/** go does not report the file of a test; this list is made first, so that nothing later can add to it. */
const LIST = "{ grep -rn --include='*_test.go' '^func [A-Z]' . || true; }"

/** go has no custom reporter: its event stream is parsed, which includes the tests' output. */
export async function recogniseGo(invocation: Invocation, tree: TreeReader): Promise<TestRunner | null> {
  const { program, args } = invocation
  if (program !== 'go' || args[0]?.value !== 'test') return null
  const module = /^module\s+"?([^\s"]+)/m.exec((await tree.readText('go.mod')) ?? '')?.[1]
  if (module === undefined) return null
  const kept = args.slice(1).filter(({ value }) => !DROPPED.test(value))
  const packages = await packageNames(tree)
  return {
    name: 'go test',
    selectsFiles: false,
    launch: how => ({
      command: commandOf({ ...invocation, before: [...invocation.before, LIST] }, how, {
        words: [
          ...'go test -json -count=1'.split(' '),
          ...(how.shuffled === undefined ? [] : [`-shuffle=${how.shuffled}`]),
          ...kept.map(({ raw }) => raw),
          // Before go 1.24, compile errors are printed to stderr.
          '2>&1',
        ],
      }),
      tools: {},
    }),
    read: ({ stdout }) => readGo(stdout, module),
    sharesProcess: true,
    isTestFile: path => /_test\.go$/.test(path),
    control(beside) {
      const folder = posix.dirname(beside)
      // For a folder added by the change, the package is assumed to be named like the folder, as usual.
      const name = packages.get(folder) ?? posix.basename(folder === '.' ? module : folder).replace(/\W/g, '')
      const control = controlName()
      const text = `package ${name}\n\nimport "testing"\n\nfunc Test_${control}(t *testing.T) {\n\tt.Fatal("${CONTROL_SAYS}")\n}\n`
      return { path: posix.join(folder, `${control}_test.go`), text }
    },
  }
}

/** The package name declared by the files of each folder. */
async function packageNames(tree: TreeReader): Promise<ReadonlyMap<string, string>> {
  const names = new Map<string, string>()
  for (const path of tree.list.filter(file => file.endsWith('_test.go'))) {
    const folder = posix.dirname(path)
    if (names.has(folder) || names.size >= FOLDERS_READ_MAX) continue
    const name = /^package\s+(\w+)/m.exec((await tree.readText(path)) ?? '')?.[1]
    if (name !== undefined) names.set(folder, name)
  }
  return names
}

const goEvent = z.object({
  Action: z.string(),
  Package: z.string().default(''),
  ImportPath: z.string().default(''),
  Test: z.string().optional(),
  Output: z.string().default(''),
})

interface GoTest {
  /** The folder of its package. */
  readonly folder: string
  readonly file: string
  readonly names: readonly string[]
  ended: string | null
  said: string
  /** The test whose panic is printed under its name. */
  panicked?: GoTest
}

interface GoPackage {
  ended: string | null
  said: string
  /** Compiler messages about it. */
  build: string
}

/** A test that began and did not end was interrupted: it failed, and so did its parents. */
export function readGo(stdout: string, module: string): SuiteReport | null {
  const files = new Map<string, string>()
  const rows = new Map<string, GoTest>()
  const packages = new Map<string, GoPackage>()
  const packageOf = (name: string): GoPackage => {
    const known = packages.get(name) ?? { ended: null, said: '', build: '' }
    packages.set(name, known)
    return known
  }
  let compiled: GoPackage | null = null
  for (const line of stdout.split('\n')) {
    const event = parsed(line)
    if (event) {
      compiled = null
      const name = (event.Package || event.ImportPath).replace(/ \[.*$/, '')
      take(event, packageOf(name), name)
      continue
    }
    const [, path, test] = /^\.\/(.+_test\.go):\d+:func (\w+)\(/.exec(line) ?? []
    const [, failed] = /^FAIL\t(\S+) \[(?:build|setup) failed\]$/.exec(line) ?? []
    const [, begun] = /^# (\S+)(?: \[\S+\])?$/.exec(line) ?? []
    if (path !== undefined) files.set(`${posix.dirname(path)}\n${test}`, path)
    else if (failed !== undefined) packageOf(failed).ended = 'fail'
    else if (begun !== undefined) compiled = packageOf(begun)
    else if (compiled) compiled.build += `${line}\n`
  }
  function take(event: z.output<typeof goEvent>, whole: GoPackage, name: string): void {
    // Newer versions name the package before its errors.
    if (event.Action === 'build-output' && !event.Output.startsWith('# ')) whole.build += event.Output
    const isEnd = /^(?:pass|fail|skip)$/.test(event.Action)
    if (event.Test === undefined) {
      if (isEnd) whole.ended = event.Action
      else whole.said += event.Output
      return
    }
    const key = `${name}\n${event.Test}`
    const row = rows.get(key) ?? begin(event.Test, folderOf(name, module), files)
    rows.set(key, row)
    if (isEnd) row.ended = event.Action
    else if (event.Action === 'output') {
      if (event.Output.startsWith('panic: ')) row.panicked = lastFailedInside(key) ?? row
      const speaker = row.panicked ?? row
      speaker.said += event.Output
    }
  }
  /** Newer versions end a panicking test before they print the reason, which then appears in the parent's output. */
  function lastFailedInside(key: string): GoTest | null {
    const inside = [...rows].filter(([other, { ended }]) => other.startsWith(`${key}/`) && ended === 'fail')
    return inside.at(-1)?.[1] ?? null
  }
  return goReport(
    [...rows].map(([key, row]) => ({ ...row, package: key.split('\n')[0]! })),
    packages,
    module,
  )
}

function begin(test: string, folder: string, files: ReadonlyMap<string, string>): GoTest {
  const names = test.split('/')
  return { folder, file: files.get(`${folder || '.'}\n${names[0]}`) ?? '', names, ended: null, said: '' }
}

function goReport(
  rows: readonly (GoTest & { readonly package: string })[],
  packages: ReadonlyMap<string, GoPackage>,
  module: string,
): SuiteReport | null {
  if (packages.size === 0 || [...packages.values()].some(({ ended, build }) => ended === null && build === ''))
    return null
  const failed = [...packages].filter(
    ([name, { ended }]) => ended === 'fail' && !rows.some(row => row.package === name),
  )
  // A package may fail because of an error in another one that it imports.
  const elsewhere = [...packages.values()].map(({ build }) => build).join('')
  return suiteReport({
    tests: rows.map(row => goTest(row, module)),
    broken: failed.map(([name, { said, build }]) => {
      const message = (
        build ||
        (/\[(?:build|setup) failed\]/.test(said) || said === '' ? elsewhere : '') ||
        said
      ).trim()
      const file = /^(?:vet: )?(\S+\.go):\d+/m.exec(message)?.[1]
      return { file: file ?? folderOf(name, module), message }
    }),
  })
}

function goTest(row: GoTest, module: string): RawTest {
  const names = row.file !== '' || row.folder === '' ? row.names : [row.folder, ...row.names]
  const plain = { file: row.file, names }
  if (row.ended === 'pass') return { ...plain, status: 'passed' }
  if (row.ended === 'skip') return { ...plain, status: 'skipped' }
  const said = row.said
    .split('\n')
    .filter(line => !/^\s*(?:=== |--- )/.test(line))
    .join('\n')
  const message = said.replace(/^goroutine \d+ \[.*/ms, '').replace(/ \[recovered.*\](?:\n\s+panic: .*)?$/m, '')
  return {
    ...plain,
    status: 'failed',
    message: message.trim() || (row.ended === null ? 'it never ended' : 'a subtest failed'),
    stack: placeOf(said, row.folder) ?? panicPlace(said, module) ?? '',
  }
}

/** The prefix of a test's own messages. */
function placeOf(said: string, folder: string): string | null {
  const at = /^\s*(\w[\w.-]*\.go):(\d+):/m.exec(said)
  return at && `File "${posix.join(folder, at[1]!)}", line ${at[2]}`
}

/** The first frame of a panic inside this module; a line names the function, the next one the file. */
function panicPlace(said: string, module: string): string | null {
  for (const [, name, file, line] of said.matchAll(/^(\S+)\(.*\)\n\t\S*\/([^/\s]+\.go):(\d+)/gm)) {
    if (!name!.startsWith(`${module}.`) && !name!.startsWith(`${module}/`)) continue
    const [folder = ''] = /^(?:.*\/)?[^./]*(?=\.)/.exec(name!.slice(module.length + 1)) ?? []
    const isRoot = name!.startsWith(`${module}.`)
    return `File "${posix.join(isRoot ? '' : folder.replace(/_test$/, ''), file!)}", line ${line}`
  }
  return null
}

const folderOf = (name: string, module: string): string =>
  name === module ? '' : name.startsWith(`${module}/`) ? name.slice(module.length + 1) : name

function parsed(line: string): z.output<typeof goEvent> | null {
  if (!line.startsWith('{')) return null
  try {
    return goEvent.safeParse(JSON.parse(line)).data ?? null
  } catch {
    return null
  }
}
