import type { Contract } from '../../../core/plan/contract.ts'
import type { Tree } from '../../../core/plan/ids.ts'
import type { GateResult } from '../../../core/proof/receipt.ts'
import type { Report } from '../../../core/proof/report.ts'
import { matchesAny } from '../../../core/text/glob.ts'
import { plainPath } from '../../../core/text/paths.ts'
import type { Vault } from '../../../ports.ts'
import type { Case } from '../case.ts'
import { readingGate } from '../gate-result.ts'

/** Declared file outputs, and the files that the task is to create, must exist in the candidate; other outputs are claims. */
export async function outputGates(on: Case): Promise<readonly GateResult[]> {
  const there = new Set(await on.ports.vault.list(on.draft.tree))
  return [...(await declaredOutputs(on, there)), ...createdFiles(on, there)]
}

async function declaredOutputs(on: Case, there: ReadonlySet<string>): Promise<readonly GateResult[]> {
  const files = on.contract.outputs.filter(output => output.type === 'file')
  if (files.length === 0) return []
  const values = await settleOutputs(on.ports.vault, on.draft.tree, on.contract, on.claimed)
  const missing = files.filter(output => !exists(there, values[output.name] ?? output.value))
  return [
    readingGate(
      'outputs',
      missing.length > 0
        ? `Declared outputs are missing: ${missing.map(output => `${output.name} (${output.value})`).join(', ')}`
        : null,
    ),
  ]
}

function createdFiles({ contract: { task } }: Case, there: ReadonlySet<string>): readonly GateResult[] {
  const wanted = task.files.create.filter(path => !PLACEHOLDER.test(path))
  const missing = wanted.filter(path => !exists(there, path) && ![...there].some(file => matchesAny(file, [path])))
  // Existing files do not show behaviour, so this gate can only fail.
  if (missing.length === 0 || task.type === 'verification') return []
  const problem = `The task is to create ${missing.join(', ')}, and the change does not have ${missing.length === 1 ? 'it' : 'them'}.`
  return [readingGate('created-files', problem)]
}

/** `src/<name>.js` gives the folder of a file, but not its name. */
const PLACEHOLDER = /[<>\s…]|\.\.\./

/**
 * The value of each declared output: for a file the path that exists, from the agent or the plan;
 * for other types the value that the agent reported, or else the declared one.
 */
export async function settleOutputs(
  vault: Vault,
  tree: Tree,
  contract: Contract,
  report: Report | null,
): Promise<Readonly<Record<string, string>>> {
  const there = new Set(await vault.list(tree))
  return Object.fromEntries(
    contract.outputs.map(output => {
      const claimed = report && Object.hasOwn(report.outputs, output.name) ? report.outputs[output.name] : undefined
      if (output.type === 'file') return [output.name, claimed && exists(there, claimed) ? claimed : output.value]
      return [output.name, claimed ?? output.value]
    }),
  )
}

function exists(files: ReadonlySet<string>, path: string): boolean {
  const plain = plainPath(path).replace(/\/$/, '')
  if (files.has(plain)) return true
  for (const file of files) if (file.startsWith(`${plain}/`)) return true
  return false
}
