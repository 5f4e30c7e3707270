import type { Tree } from '../../../core/plan/ids.ts'
import { asWord } from '../../../core/text/literal.ts'
import type { Ports } from '../../../ports.ts'
import { type Bench, isGreen } from './bench.ts'

/** As much of the project is read for the names of variables. */
const FILES_MAX = 2_000
const BYTES_MAX = 100_000
const NAMES_SHOWN = 8

/**
 * Whether a command that fails in a clean room passes in the user's own session, on the same committed code, and what is different
 * there; null where it fails there too.
 */
export async function sessionWords(
  on: { readonly ports: Pick<Ports, 'vault'>; readonly bench: Bench; readonly tree: Tree },
  command: string,
): Promise<string | null> {
  const outcome = await on.bench.inSession(on.tree, command)
  if (!isGreen(outcome)) return null
  const withheld = outcome.withheld ?? []
  const read = await mentioned(on, withheld)
  const rest = 'your home folder, the network'
  if (read.length === 0)
    return `it passes in your own session, which has besides: ${rest}${withheld.length > 0 ? ` and ${withheld.length} variables` : ''}; env: {pass: [NAME]} in pm-agent.yaml lets a variable in`
  const names = read.slice(0, NAMES_SHOWN)
  return `it passes in your own session, and the project mentions variables that rooms do not get: ${names.join(', ')}; env: {pass: [${names.join(', ')}]} in pm-agent.yaml lets them in`
}

/** Those of these names that stand somewhere in the project's files. */
async function mentioned(
  { ports: { vault }, tree }: { readonly ports: Pick<Ports, 'vault'>; readonly tree: Tree },
  names: readonly string[],
): Promise<readonly string[]> {
  const paths = (await vault.list(tree)).slice(0, FILES_MAX)
  const texts = [...(await vault.look(tree, paths, BYTES_MAX)).values()].map(({ text }) => text ?? '')
  return names.filter(name => texts.some(text => text.includes(name) && asWord(name).test(text)))
}
