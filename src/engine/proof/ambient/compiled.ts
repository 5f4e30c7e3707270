/** Reads of Go, Rust, C and C++, by their tokens: a name of the standard library is written out where it is used. */
import { languageOf } from '../syntax/language.ts'
import { codeTokens } from '../translation/languages/code-tokens.ts'
import type { AmbientRead, SourceTable } from './source.ts'

const GO: SourceTable = {
  'os.Getenv': 'environment',
  'os.LookupEnv': 'environment',
  'os.Environ': 'environment',
  'os.Args': 'arguments',
  'flag.Lookup': 'arguments',
  'flag.Args': 'arguments',
  'time.Now': 'clock',
  'time.Since': 'clock',
  'rand.*': 'chance',
  'runtime.*': 'stack',
  'debug.*': 'stack',
  'os.Getpid': 'process',
  'os.Getwd': 'process',
  'os.Executable': 'source',
  'os.Hostname': 'machine',
  'os.Open': 'files',
  'os.ReadFile': 'files',
  'os.ReadDir': 'files',
  'testing.*': 'globals',
}
const RUST: SourceTable = {
  'env.var': 'environment',
  'env.var_os': 'environment',
  'env.vars': 'environment',
  'env.args': 'arguments',
  'env.current_exe': 'source',
  'env.current_dir': 'process',
  'SystemTime.now': 'clock',
  'Instant.now': 'clock',
  'rand.*': 'chance',
  'Backtrace.*': 'stack',
  'process.id': 'process',
  'fs.*': 'files',
}
const C: SourceTable = {
  getenv: 'environment',
  environ: 'environment',
  time: 'clock',
  clock: 'clock',
  clock_gettime: 'clock',
  gettimeofday: 'clock',
  'system_clock.now': 'clock',
  'steady_clock.now': 'clock',
  rand: 'chance',
  random_device: 'chance',
  isatty: 'terminal',
  getpid: 'process',
  backtrace: 'stack',
  dladdr: 'source',
  fopen: 'files',
  ifstream: 'files',
}

const TABLES: Readonly<Record<string, SourceTable>> = { go: GO, rust: RUST, c: C }

/** The reads of a file: a name with its package, or of a function of C; null for a language that is not read here. */
export async function readsOfCompiled(text: string, path: string): Promise<readonly AmbientRead[] | null> {
  const table = TABLES[languageOf(path)]
  if (!table) return null
  const tokens = await codeTokens(text, path)
  return tokens.flatMap((token, at) => {
    if (token.kind !== 'word') return []
    const [mark, last] = [tokens[at + 1]?.text, tokens[at + 2]]
    const isQualified = (mark === '.' || mark === '::') && last?.kind === 'word'
    const name = isQualified ? `${token.text}.${last.text}` : token.text
    // A function of C is called; its name alone may be a variable.
    const isCall = isQualified || mark === '(' || table !== C
    const source = table[name] ?? (isQualified ? (table[`${token.text}.*`] ?? null) : null)
    return source && isCall ? [{ source, name, start: token.start }] : []
  })
}
