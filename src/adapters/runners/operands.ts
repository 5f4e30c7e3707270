import { matchesGlob } from '../../core/text/glob.ts'
import { plainPath } from '../../core/text/paths.ts'
import type { TreeReader } from '../../ports.ts'
import { sortArguments } from './arguments.ts'
import type { Word } from './command-line.ts'
import type { Invocation } from './invocation.ts'

/** Programs that run a script, with their options whose value is the next word. The script is then the whole suite. */
const INTERPRETERS: Readonly<Record<string, readonly string[]>> = {
  node: ['-r', '--require', '--import', '--loader', '-C', '--conditions', '--env-file'],
  tsx: ['-r', '--require', '--import', '--tsconfig'],
  python: ['-W', '-X'],
  python3: ['-W', '-X'],
  ruby: ['-I', '-r', '-C'],
  php: ['-d', '-c'],
  lua: ['-l', '-e'],
  perl: ['-I', '-M'],
}

/** The script that a test command gives to an interpreter. */
export function scriptOperand({ program, args }: Invocation): readonly string[] {
  const withValue = INTERPRETERS[program]
  if (!withValue) return []
  const { places } = sortArguments(args, { withValue: new Set(withValue), dropped: new Set() })
  // A module that is started by name gets its operands like a runner: `python -m unittest test.py`.
  return operandsOf(places.slice(0, args.some(({ value }) => value === '-m') ? places.length : 1))
}

/** Words of a command as paths; what pytest writes after `::` is inside of a file. */
export const operandsOf = (places: readonly Word[]): readonly string[] =>
  places.map(({ value }) => plainPath(value).replace(/::.*$/s, ''))

/** The files of a tree that these operands name one by one or by a pattern; a folder says nothing of a single file in it. */
export const namedFiles = (operands: readonly string[], { list }: TreeReader): readonly string[] =>
  list.filter(path =>
    operands.some(operand => path === operand || (/[*?{]/.test(operand) && matchesGlob(path, operand))),
  )

/** The one file of a suite whose command says nothing that we can read, as runners look for it: `xo && ava`, `tox`, `make test`. */
export const isCalledSuite = (path: string): boolean =>
  /(^|\/)(tests?|test-[^/]+)\.[cm]?[jt]sx?$|(^|\/)tests?\.(py|rb|php|lua|pl)$/.test(path)
