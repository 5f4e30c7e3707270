/** Reads of Python, by its tokens. */
import { pythonTokens, type Token } from '../syntax/python/parse.ts'
import { type AmbientRead, type SourceTable, sourceIn } from './source.ts'

/** Names of modules and of built-in functions. */
const PLATFORM: SourceTable = {
  'os.getpid': 'process',
  'os.getppid': 'process',
  'os.getcwd': 'process',
  'os.times': 'process',
  'os.stat': 'files',
  'os.get_terminal_size': 'terminal',
  'os.environ': 'environment',
  'os.environb': 'environment',
  'os.getenv': 'environment',
  'os.listdir': 'files',
  'os.scandir': 'files',
  'os.walk': 'files',
  'os.open': 'files',
  'os.isatty': 'terminal',
  'os.uname': 'machine',
  'os.cpu_count': 'machine',
  sys: 'process',
  'sys.argv': 'arguments',
  'sys.orig_argv': 'arguments',
  'sys.flags': 'arguments',
  'sys._getframe': 'stack',
  'sys._current_frames': 'stack',
  'sys.exc_info': 'stack',
  'sys.stdin': 'terminal',
  'sys.stdout': 'terminal',
  'sys.stderr': 'terminal',
  'sys.stdout.write': null,
  'sys.stderr.write': null,
  'sys.exit': null,
  'sys.maxsize': null,
  'sys.version_info': 'machine',
  'sys.platform': 'machine',
  time: 'clock',
  'time.sleep': null,
  'datetime.datetime.now': 'clock',
  'datetime.datetime.today': 'clock',
  'datetime.datetime.utcnow': 'clock',
  'datetime.date.today': 'clock',
  random: 'chance',
  secrets: 'chance',
  'uuid.uuid1': 'chance',
  'uuid.uuid4': 'chance',
  inspect: 'stack',
  traceback: 'stack',
  gc: 'process',
  'threading.current_thread': 'process',
  'threading.enumerate': 'process',
  'multiprocessing.current_process': 'process',
  'multiprocessing.parent_process': 'process',
  'signal.getsignal': 'process',
  subprocess: 'process',
  platform: 'machine',
  'socket.gethostname': 'machine',
  pathlib: 'files',
  'pathlib.PurePath': null,
  glob: 'files',
  linecache: 'source',
  pkgutil: 'source',
  importlib: 'code',
  builtins: 'globals',
  open: 'files',
  __file__: 'source',
  __builtins__: 'globals',
  globals: 'globals',
  eval: 'code',
  exec: 'code',
  compile: 'code',
  __import__: 'code',
}

/** Names without an import. */
const BUILT_IN: ReadonlySet<string> = new Set(
  Object.keys(PLATFORM).filter(
    name => ['open', 'globals', 'eval', 'exec', 'compile'].includes(name) || name.startsWith('__'),
  ),
)

/** The reads of a module; null if it is not Python. */
export async function readsOfPython(text: string): Promise<readonly AmbientRead[] | null> {
  const tokens = await pythonTokens(text)
  if (!tokens) return null
  const { locals, within } = importsIn(tokens)
  const reads: AmbientRead[] = []
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at]!
    if (token.kind !== 'word' || within.has(at) || tokens[at - 1]?.text === '.' || tokens[at - 1]?.text === 'def')
      continue
    // `name=` in a call is the name of a parameter.
    const module = locals.get(token.text) ?? (BUILT_IN.has(token.text) ? token.text : null)
    if (module === null) continue
    const parts = [module]
    for (let next = at; tokens[next + 1]?.text === '.' && tokens[next + 2]?.kind === 'word'; next += 2)
      parts.push(tokens[next + 2]!.text)
    const name = parts.join('.')
    const source = sourceIn(PLATFORM, name)
    if (source) reads.push({ source, name, start: token.start })
  }
  return reads
}

/** The full name behind each local name, and the positions of the tokens of imports. */
function importsIn(tokens: readonly Token[]): {
  readonly locals: ReadonlyMap<string, string>
  readonly within: ReadonlySet<number>
} {
  const locals = new Map<string, string>()
  const within = new Set<number>()
  for (let at = 0; at < tokens.length; at++) {
    const isFirst =
      at === 0 ||
      ['newline', 'indent', 'dedent'].includes(tokens[at - 1]!.kind) ||
      [';', ':'].includes(tokens[at - 1]!.text)
    if (!isFirst || !['import', 'from'].includes(tokens[at]!.text)) continue
    const end = tokens.findIndex((token, other) => other > at && (token.kind === 'newline' || token.text === ';'))
    const line = tokens.slice(at, end === -1 ? undefined : end)
    for (const offset of line.keys()) within.add(at + offset)
    for (const [local, full] of namesIn(line.map(({ text }) => text))) locals.set(local, full)
  }
  return { locals, within }
}

/** `import a.b as c` and `from a import b as c`. */
function namesIn(words: readonly string[]): readonly (readonly [string, string])[] {
  const split = words[0] === 'from' ? words.indexOf('import') : 0
  const module = words.slice(1, split).join('')
  const items = words
    .slice(split + 1)
    .filter(word => word !== '(' && word !== ')')
    .join(' ')
    .split(' , ')
  return items.flatMap(item => {
    const [name = '', local] = item.split(' as ').map(part => part.replaceAll(' ', ''))
    if (name === '' || module.startsWith('.')) return []
    const full = words[0] === 'from' ? `${module}.${name}` : local === undefined ? name.split('.')[0]! : name
    return [[local ?? (words[0] === 'from' ? name : name.split('.')[0]!), full] as const]
  })
}
