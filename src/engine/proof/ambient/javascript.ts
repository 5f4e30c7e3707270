/** Reads of JavaScript and TypeScript, by the syntax tree. */
import { freeNames } from '../syntax/javascript/free-names.ts'
import { childrenOf, isNode, type Node, parseScript, wordOf } from '../syntax/javascript/parse.ts'
import { type AmbientRead, type AmbientSource, type SourceTable, sourceIn } from './source.ts'

/** Names of the platform. A call that only writes or ends is no read. */
const NAMES: SourceTable = {
  process: 'process',
  'process.env': 'environment',
  'process.loadEnvFile': 'environment',
  'process.argv': 'arguments',
  'process.argv0': 'arguments',
  'process.execArgv': 'arguments',
  'process.execPath': 'arguments',
  'process.hrtime': 'clock',
  'process.uptime': 'clock',
  'process.stdout': 'terminal',
  'process.stderr': 'terminal',
  'process.stdin': 'terminal',
  'process.stdout.write': null,
  'process.stderr.write': null,
  'process.exit': null,
  'process.exitCode': null,
  'process.nextTick': null,
  'process.on': null,
  'process.once': null,
  'process.emitWarning': null,
  Deno: 'process',
  Bun: 'process',
  performance: 'clock',
  'Date.now': 'clock',
  'Math.random': 'chance',
  'crypto.getRandomValues': 'chance',
  'crypto.randomBytes': 'chance',
  'crypto.randomInt': 'chance',
  'crypto.randomUUID': 'chance',
  'Error.captureStackTrace': 'stack',
  'Error.prepareStackTrace': 'stack',
  'Error.stackTraceLimit': 'stack',
  'arguments.callee': 'stack',
  __filename: 'source',
  __dirname: 'source',
  'require.main': 'source',
  'require.cache': 'source',
  'module.parent': 'source',
  'module.children': 'source',
  globalThis: 'globals',
  global: 'globals',
  eval: 'code',
  Function: 'code',
  navigator: 'machine',
}

/** The same for modules of the platform, by their names. */
const MODULES: SourceTable = {
  ...NAMES,
  fs: 'files',
  'fs.writeFile': null,
  'fs.writeFileSync': null,
  'fs.appendFile': null,
  'fs.appendFileSync': null,
  'fs.mkdir': null,
  'fs.mkdirSync': null,
  'fs.rm': null,
  'fs.rmSync': null,
  os: 'machine',
  tty: 'terminal',
  readline: 'terminal',
  perf_hooks: 'clock',
  child_process: 'process',
  worker_threads: 'process',
  cluster: 'process',
  inspector: 'process',
  v8: 'process',
  diagnostics_channel: 'process',
  module: 'source',
  vm: 'code',
  'util.getCallSites': 'stack',
}

/** Names that every program of this platform has. Everything else comes from a browser, a runner or another file. */
const EVERYWHERE: ReadonlySet<string> = new Set([
  ...Object.getOwnPropertyNames(globalThis),
  ...['undefined', 'NaN', 'Infinity', 'arguments', 'require', 'module', 'exports'],
])

/** The reads of a module; null if it does not parse. */
export async function readsOfScript(text: string, path: string): Promise<readonly AmbientRead[] | null> {
  const script = await parseScript(text, path)
  if (!script) return null
  const { program, shift } = script
  const chains = chainsIn(program)
  const free = freeNames(program).flatMap(node => readOf(node, chains.get(node) ?? node, String(node.name)))
  const found = [...free, ...moduleReads(program, chains), ...plainReads(program)]
  return found.map(read => ({ ...read, start: read.start + shift }))
}

/** The longest member expression on each name: `process.env.CI` for `process`. */
function chainsIn(program: Node): ReadonlyMap<Node, Node> {
  const chains = new Map<Node, Node>()
  const visit = (node: Node): void => {
    childrenOf(node).forEach(visit)
    if (node.type !== 'MemberExpression' && node.type !== 'OptionalMemberExpression') return
    let root = node
    while ((root.type === 'MemberExpression' || root.type === 'OptionalMemberExpression') && isNode(root.object))
      root = root.object
    chains.set(root, node)
  }
  visit(program)
  return chains
}

/** A chain in words; a computed part ends it. */
function nameOf(chain: Node, root: Node, rootName: string): string {
  const parts: string[] = []
  for (let node = chain; node !== root; node = node.object as Node) {
    const part =
      node.computed && isNode(node.property) && node.property.type !== 'StringLiteral' ? null : wordOf(node.property)
    if (part === null) parts.length = 0
    else parts.unshift(part)
  }
  return [rootName, ...parts].join('.')
}

function readOf(root: Node, chain: Node, rootName: string): readonly AmbientRead[] {
  const name = nameOf(chain, root, rootName)
  const source =
    sourceIn(NAMES, name) ?? (Object.hasOwn(NAMES, rootName) || EVERYWHERE.has(rootName) ? null : 'globals')
  return source ? [{ source, name, start: root.start }] : []
}

/** Reads by way of a module of the platform: imported, required, or loaded while the program runs. */
function moduleReads(program: Node, chains: ReadonlyMap<Node, Node>): readonly AmbientRead[] {
  const locals = new Map<string, string>()
  const reads: AmbientRead[] = []
  const add = (name: string, start: number) => {
    const source = sourceIn(MODULES, name)
    if (source) reads.push({ source, name, start })
  }
  for (const node of childrenOf(program))
    if (node.type === 'ImportDeclaration' && node.importKind !== 'type') {
      const module = platformModule(node.source)
      for (const one of module === null ? [] : (node.specifiers as readonly Node[])) {
        const imported = one.type === 'ImportSpecifier' ? wordOf(one.imported) : null
        if (imported === null) locals.set(wordOf(one.local)!, module!)
        else add(`${module}.${imported}`, one.start)
      }
    }
  const visit = (node: Node): void => {
    if (node.type === 'Identifier' && locals.has(node.name as string) && chains.has(node))
      add(nameOf(chains.get(node)!, node, locals.get(node.name as string)!), node.start)
    const loaded = loadedBy(node)
    if (loaded?.module) add(loaded.module, node.start)
    if (loaded?.isComputed) reads.push({ source: 'code', name: `${loaded.by}(…)`, start: node.start })
    childrenOf(node).forEach(visit)
  }
  visit(program)
  return reads
}

const platformModule = (source: unknown): string | null =>
  isNode(source) && source.type === 'StringLiteral'
    ? String(source.value)
        .replace(/^node:/, '')
        .replace(/\/promises$/, '')
    : null

/** A module that is loaded by a call: its name, if it is written out. */
function loadedBy(
  node: Node,
): { readonly by: string; readonly module: string | null; readonly isComputed: boolean } | null {
  const callee = node.type === 'CallExpression' && isNode(node.callee) ? node.callee : null
  const by =
    node.type === 'ImportExpression' || callee?.type === 'Import'
      ? 'import'
      : callee && ['require', 'process.getBuiltinModule'].find(name => name === wordOf(callee))
  if (!by) return null
  const [given] = node.type === 'ImportExpression' ? [node.source] : (node.arguments as readonly unknown[])
  return {
    by,
    module: platformModule(given),
    isComputed: isNode(given) && given.type !== 'StringLiteral' && given.type !== 'TemplateLiteral',
  }
}

/** Reads without a name of the platform: a clock by a call, a stack by a property, the place of the module. */
function plainReads(program: Node): readonly AmbientRead[] {
  const reads: AmbientRead[] = []
  const add = (source: AmbientSource, name: string, { start }: Node) => reads.push({ source, name, start })
  const visit = (node: Node): void => {
    const callee = isNode(node.callee) ? wordOf(node.callee) : null
    const isCall = node.type === 'CallExpression' || node.type === 'NewExpression'
    if (
      isCall &&
      callee === 'Date' &&
      (node.type === 'CallExpression' || (node.arguments as readonly unknown[]).length === 0)
    )
      add('clock', node.type === 'NewExpression' ? 'new Date()' : 'Date()', node)
    if (node.type === 'MemberExpression' || node.type === 'OptionalMemberExpression') {
      const property = wordOf(node.property)
      if (property === 'stack' && (!node.computed || (isNode(node.property) && node.property.type === 'StringLiteral')))
        add('stack', '.stack', node)
      const object = node.object as Node
      if (object.type === 'MetaProperty' && wordOf(object.meta) === 'import' && property !== null)
        add(property === 'env' ? 'environment' : 'source', `import.meta.${property}`, node)
    }
    if (node.type === 'ObjectPattern')
      for (const one of node.properties as readonly Node[])
        if (wordOf(one.key) === 'stack') add('stack', '{ stack }', one)
    childrenOf(node).forEach(visit)
  }
  visit(program)
  return reads
}
