import type { Tree } from '../../../core/plan/ids.ts'
import { asWord } from '../../../core/text/pattern.ts'
import type { Ports } from '../../../ports.ts'
import { type Bench, isGreen } from './bench.ts'

/** Bytes of the project that are searched for names of variables. */
const FILES_MAX = 2_000
const BYTES_MAX = 100_000
const NAMES_SHOWN = 8

/**
 * Tells how the user's session differs, if a command that fails in a clean room passes there on the same committed
 * code; null if it fails there too.
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
    return `it passes in your own session, which also has: ${rest}${withheld.length > 0 ? ` and ${withheld.length} variables` : ''}; env: {pass: [NAME]} in pm-agent.yaml passes a variable on`
  const names = read.slice(0, NAMES_SHOWN)
  return `it passes in your own session, and the project mentions variables that clean rooms do not get: ${names.join(', ')}; env: {pass: [${names.join(', ')}]} in pm-agent.yaml passes them on`
}

/** The names that occur in the project's files. */
async function mentioned(
  { ports: { vault }, tree }: { readonly ports: Pick<Ports, 'vault'>; readonly tree: Tree },
  names: readonly string[],
): Promise<readonly string[]> {
  const paths = (await vault.list(tree)).slice(0, FILES_MAX)
  const texts = [...(await vault.look(tree, paths, BYTES_MAX)).values()].map(({ text }) => text ?? '')
  return names.filter(name => texts.some(text => text.includes(name) && asWord(name).test(text)))
}
