/**
 * Probes of compiled languages: code beside the changed functions calls them with plain values and prints the results, once from a test
 * and once from a program. No expected value is needed, because the two have to be the same.
 */
import type { TreeEdit } from '../../../../ports.ts'
import { changedFunctions } from '../../syntax/tree/functions.ts'
import type { ReadText } from '../../syntax/tree/language-row.ts'
import type { TreeNode } from '../../syntax/tree/node.ts'
import { readWhole } from '../../syntax/tree/read.ts'
import type { ProbeValues } from './values.ts'

/** A function that can be called with plain values. */
export interface Callable {
  readonly name: string
  /** Types as they are written, without layout. */
  readonly parameters: readonly string[]
  readonly results: readonly string[]
}

/** A call of a probe: what to show to people, and the code of its arguments. */
export interface ProbeCall {
  readonly id: string
  readonly name: string
  readonly args: readonly string[]
  readonly results: number
}

export interface ProbedFile {
  readonly path: string
  readonly text: string
  readonly before: string | null
}

/** The additions of a check to the code, and the commands that start both sides. */
export interface ProbeProgram {
  readonly edits: readonly TreeEdit[]
  /** Runs the probe as a test. */
  readonly inTests: string
  /** Builds the probe as a program, with `$out` as the folder for what it builds. */
  readonly build: string
  /** The program that `build` made, below `$out`. */
  readonly program: string
}

interface Probe extends ProbeProgram {
  readonly calls: readonly ProbeCall[]
}

export interface ProbeGround {
  readonly list: readonly string[]
  readText(path: string): Promise<string | null>
  /** In every name that is added. */
  readonly mark: string
  readonly values: ProbeValues
}

export interface ProbeLanguage {
  isProgram(path: string): boolean
  /** Null if nothing of these files can be called. */
  probe(files: readonly ProbedFile[], on: ProbeGround): Promise<Probe | null>
}

const FUNCTIONS_MAX = 12
const CALLS_MAX = 8

/** The changed functions of a file that `read` can describe, and which are there in both builds. */
export async function callablesIn(
  { path, text, before }: ProbedFile,
  describe: (read: ReadText, node: TreeNode) => Callable | null,
): Promise<readonly Callable[]> {
  const read = await readWhole(text, path)
  if (!read) return []
  const old = before === null ? null : await readWhole(before, path)
  const found = changedFunctions(old, read)
    .filter(({ isTest, start, node }) => !isTest && !/\bcfg\b/.test(text.slice(start, node.start)))
    .flatMap(({ node }) => describe(read, node) ?? [])
  const once = found.filter(({ name }) => found.filter(other => other.name === name).length === 1)
  return once.slice(0, FUNCTIONS_MAX)
}

/** Calls with different values for each parameter. A function without parameters is called once. */
export function callsOf(
  { name, parameters, results }: Callable,
  prefix: string,
  values: ProbeValues,
  codeOf: (type: string, pick: <T>(from: readonly T[]) => T) => string | null,
): readonly ProbeCall[] {
  const turns = parameters.length === 0 ? [0] : Array.from({ length: CALLS_MAX }, (_, turn) => turn)
  const rows = turns.map(turn =>
    parameters.map((type, at) => codeOf(type, from => from[(turn * (at + 1) + at) % from.length]!)),
  )
  const all = rows.flatMap((args, turn) =>
    args.includes(null) ? [] : [{ id: `${prefix}${turn}`, name, args: args as string[], results: results.length }],
  )
  return values.texts.length === 0
    ? []
    : all.filter(({ args }, at) => all.findIndex(one => `${one.args}` === `${args}`) === at)
}
