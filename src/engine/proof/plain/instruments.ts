/** How the tests of a language are made to run without their runner. */
import type { TreeEdit, WitnessPrograms } from '../../../ports.ts'
import { applyEdits, type Edit } from '../syntax/edits.ts'
import { childrenOf, isModule, isNode, type Node, parseScript, wordOf } from '../syntax/javascript/parse.ts'
import { isDeclarations, isScript } from '../syntax/language.ts'

export interface PlainInstrument {
  isTest(path: string): boolean
  /** The tests of a tree with `suites` that run themselves; null if their runner has no stand-in. */
  staged(texts: ReadonlyMap<string, string>, suites: ReadonlySet<string>, mark: string): Promise<Staged | null>
  readonly command: string
  tools(job: unknown): Readonly<Record<string, string>>
}

interface Staged {
  readonly edits: readonly TreeEdit[]
  /** Those that run themselves now. */
  readonly suites: readonly string[]
  readonly log: string
  /** For the launcher outside. */
  readonly job: Readonly<Record<string, unknown>>
}

/** The instruments of all languages. */
export const plainInstruments = ({ javascript, python }: WitnessPrograms): readonly PlainInstrument[] => [
  {
    isTest: path => isScript(path) && !isDeclarations(path),
    staged: (texts, suites, mark) => stagedScripts(javascript.plain.standIn, { texts, suites, mark }),
    command: javascript.plain.command,
    tools: javascript.plain.tools,
  },
  {
    isTest: path => path.endsWith('.py'),
    staged: async (texts, suites, mark) => {
      const [harness, log] = [`.${mark}.py`, `.${mark}.log`]
      const edits = [...suites].flatMap(file => {
        const text = texts.get(file)
        return text === undefined
          ? []
          : [{ path: file, text: `${text}\n${python.plain.ownTest(mark, { harness, log, file })}` }]
      })
      return edits.length === 0
        ? null
        : {
            edits: [...edits, { path: harness, text: python.plain.harness }],
            suites: edits.map(({ path }) => path),
            log,
            job: { harness, log, mark },
          }
    },
    command: python.plain.command,
    tools: python.plain.tools,
  },
]

const RUNNERS = ['vitest', 'node:test'] as const

/** Every test file loads the stand-in instead of its runner, and suites run themselves at their end. */
async function stagedScripts(
  standIn: WitnessPrograms['javascript']['plain']['standIn'],
  {
    texts,
    suites,
    mark,
  }: { readonly texts: ReadonlyMap<string, string>; readonly suites: ReadonlySet<string>; readonly mark: string },
): Promise<Staged | null> {
  const [module, log] = [`.${mark}.mjs`, `.${mark}.log`]
  const [edits, own, runners]: [TreeEdit[], string[], Set<(typeof RUNNERS)[number]>] = [[], [], new Set()]
  for (const [path, text] of texts) {
    const script = RUNNERS.some(name => text.includes(name)) ? await parseScript(text, path) : null
    if (!script) continue
    const source = JSON.stringify(`${'../'.repeat(path.split('/').length - 1) || './'}${module}`)
    const replaced: Edit[] = []
    for (const [name, { start, end }] of sourcesOf(script.program)) {
      const runner = RUNNERS.find(one => one === name)
      if (!runner) continue
      runners.add(runner)
      replaced.push({ start: start + script.shift, end: end + script.shift, text: source, name })
    }
    if (replaced.length === 0) continue
    const isLoadedAsModule = isModule(script.program)
    const loaded = isLoadedAsModule ? `(await import(${source}))` : `require(${source})`
    const run = suites.has(path)
      ? `\n;${isLoadedAsModule ? 'await ' : ''}${loaded}.runSuite(${JSON.stringify(path)})\n`
      : ''
    if (suites.has(path)) own.push(path)
    edits.push({ path, text: `${applyEdits(text, replaced)}${run}` })
  }
  const [runner, ...others] = runners
  if (own.length === 0 || runner === undefined || others.length > 0) return null
  return {
    edits: [...edits, { path: module, text: standIn(runner, log) }],
    suites: own,
    log,
    job: { standIn: module, log, vite: runner === 'vitest' },
  }
}

/** The modules that a file imports or requires, each with the place of its name. */
function sourcesOf(program: Node): readonly (readonly [string, Node])[] {
  const found: (readonly [string, Node])[] = []
  const add = (node: unknown) => {
    if (isNode(node) && node.type === 'StringLiteral') found.push([String(node.value), node])
  }
  const visit = (node: Node): void => {
    if (node.type.startsWith('Import') || node.type.startsWith('Export')) add(node.source)
    else if (node.type === 'CallExpression' && (wordOf(node.callee) === 'require' || isImport(node.callee)))
      add((node.arguments as readonly unknown[])[0])
    childrenOf(node).forEach(visit)
  }
  visit(program)
  return found
}

const isImport = (node: unknown): boolean => isNode(node) && node.type === 'Import'
