import { randomBytes } from 'node:crypto'
import { posix } from 'node:path'
import { z } from 'zod'
import type { SuiteReport } from '../../core/test-results.ts'
import type { TestRunner, TreeReader } from '../../ports.ts'
import { commandOf } from './arguments.ts'
import { CONTROL_SAYS } from './control.ts'
import type { Invocation } from './invocation.ts'
import { type RawTest, suiteReport } from './reading.ts'

const FOLDERS_READ_MAX = 300
const DROPPED = /^-?-(?:json|v|failfast|count|shuffle|cover|coverprofile|covermode|coverpkg|list)(?:=|$)/

/** go has no reporter of ours: its own stream of events is read, which the tests' output is a part of. */
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
      command: commandOf(invocation, how, {
        words: [
          ...'go test -json -count=1'.split(' '),
          ...(how.shuffled === undefined ? [] : [`-shuffle=${how.shuffled}`]),
          ...kept.map(({ raw }) => raw),
        ],
      }),
      tools: {},
    }),
    read: ({ stdout }) => readGo(stdout, module),
    isTestFile: path => /_test\.go$/.test(path),
    control(beside) {
      const folder = posix.dirname(beside)
      const name = packages.get(folder)
      if (name === undefined) return null
      const random = randomBytes(4).toString('hex')
      const text = `package ${name}\n\nimport "testing"\n\nfunc TestControl${random}(t *testing.T) {\n\tt.Fatal("${CONTROL_SAYS}")\n}\n`
      return { path: posix.join(folder, `control_${random}_test.go`), text }
    },
  }
}

/** What the files of each folder call their package. */
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

/** A test that began and did not end was left in the middle: it failed, and so did those it was inside of. */
export function readGo(stdout: string, module: string): SuiteReport | null {
  const rows = new Map<string, { folder: string; names: readonly string[]; ended: string | null; said: string }>()
  const packages = new Map<string, { ended: string | null; said: string; build: string }>()
  for (const line of stdout.split('\n')) {
    const event = parsed(line)
    if (!event) continue
    const name = (event.Package || event.ImportPath).replace(/ \[.*$/, '')
    const whole = packages.get(name) ?? { ended: null, said: '', build: '' }
    packages.set(name, whole)
    if (event.Action === 'build-output') whole.build += event.Output
    const isEnd = /^(?:pass|fail|skip)$/.test(event.Action)
    if (event.Test === undefined) {
      if (isEnd) whole.ended = event.Action
      else whole.said += event.Output
      continue
    }
    const key = `${name}\n${event.Test}`
    const row = rows.get(key) ?? { folder: folderOf(name, module), names: event.Test.split('/'), ended: null, said: '' }
    rows.set(key, row)
    if (isEnd) row.ended = event.Action
    else if (event.Action === 'output') row.said += event.Output
  }
  if (packages.size === 0 || [...packages.values()].some(({ ended, build }) => ended === null && build === ''))
    return null
  const failed = [...packages].filter(
    ([name, { ended }]) => ended === 'fail' && ![...rows.keys()].some(key => key.startsWith(`${name}\n`)),
  )
  return suiteReport({
    tests: [...rows.values()].map(row => goTest(row)),
    broken: failed.map(([name, { said, build }]) => ({ file: folderOf(name, module), message: build || said })),
  })
}

function goTest(row: {
  readonly folder: string
  readonly names: readonly string[]
  readonly ended: string | null
  readonly said: string
}): RawTest {
  const names = row.folder === '' ? row.names : [row.folder, ...row.names]
  const plain = { file: '', names }
  if (row.ended === 'pass') return { ...plain, status: 'passed' }
  if (row.ended === 'skip') return { ...plain, status: 'skipped' }
  const said = row.said
    .split('\n')
    .filter(line => !/^\s*(?:=== |--- )/.test(line))
    .join('\n')
  const at = /^\s*(\w[\w.-]*_test\.go):(\d+):/m.exec(said)
  const stack = at ? `File "${posix.join(row.folder, at[1]!)}", line ${at[2]}` : ''
  return {
    ...plain,
    status: 'failed',
    message: said.trim() || (row.ended === null ? 'it never ended' : 'something inside of it failed'),
    stack,
  }
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
