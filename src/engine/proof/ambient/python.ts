/** Reads of Python, by its tokens. */
import { importedNames, importStatements, type PythonImport } from '../syntax/python/imports.ts'
import { parsePython, type Statement, type Token } from '../syntax/python/parse.ts'
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
  const statements = await parsePython(text)
  if (!statements) return null
  const locals = new Map(
    importStatements(statements)
      .flatMap(importedNames)
      .filter(({ from }) => !from?.startsWith('.'))
      .map(one => [one.local, fullName(one)] as const),
  )
  return withoutImports(statements).flatMap(line => line.flatMap((_, at) => readAt(line, at, locals)))
}

/** The name behind a local name. */
const fullName = ({ from, name, local, isRenamed }: PythonImport): string =>
  from !== null ? `${from}.${name}` : isRenamed ? name : local

/** The tokens of each statement but imports. */
const withoutImports = (statements: readonly Statement[]): readonly (readonly Token[])[] =>
  statements.flatMap(({ kind, head, block }) => (kind === 'import' ? [] : [head, ...withoutImports(block)]))

function readAt(line: readonly Token[], at: number, locals: ReadonlyMap<string, string>): readonly AmbientRead[] {
  const { kind, text, start } = line[at]!
  const before = line[at - 1]?.text
  const module = locals.get(text) ?? (BUILT_IN.has(text) ? text : undefined)
  if (kind !== 'word' || before === '.' || before === 'def' || module === undefined) return []
  const parts = [module]
  for (let next = at; line[next + 1]?.text === '.' && line[next + 2]?.kind === 'word'; next += 2)
    parts.push(line[next + 2]!.text)
  const name = parts.join('.')
  const source = sourceIn(PLATFORM, name)
  return source ? [{ source, name, start }] : []
}
