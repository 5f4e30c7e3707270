import { referenceProblem } from '../../core/integration/reference-value.ts'
import type { Tree } from '../../core/plan/ids.ts'
import type { IntegrationTest } from '../../core/plan/plan.ts'
import type { GateResult, Verdict } from '../../core/proof/receipt.ts'
import { shellQuoted } from '../../core/text/shell-word.ts'
import { commandGate, endWords } from '../proof/gate-result.ts'
import { type Bench, isGreen } from '../proof/suite/bench.ts'
import { RoomAltered } from '../proof/suite/room-altered.ts'

/** The result of an integration test on a tree: its exit code, and its values against their references. */
export async function integrationGate(
  bench: Bench,
  tree: Tree,
  test: IntegrationTest,
  { rehearsed }: { readonly rehearsed: boolean },
): Promise<GateResult> {
  const { command, references } = test
  const outcome = await runOn(bench, tree, command)
  const says = (verdict: Verdict, words: string, lines?: readonly string[]) =>
    commandGate('integration', { command, outcome }, { verdict, words, ...(lines ? { lines } : {}) })
  if (outcome.setupFailed || outcome.ending.is === 'could-not-start') return says('environment', endWords(outcome))
  if (!isGreen(outcome)) return says('failed', endWords(outcome))
  // The output of a rehearsed command holds no values.
  if (rehearsed) return says('passed', endWords(outcome))
  const texts = new Map<string, string | null>()
  for (const file of new Set(references.flatMap(({ file: name }) => name ?? []))) {
    const read = await runOn(bench, tree, `cat -- ${shellQuoted(file)}`)
    texts.set(file, isGreen(read) ? read.stdout : null)
  }
  const problems = references.flatMap(reference => {
    const text = reference.file === null ? outcome.stdout : (texts.get(reference.file) ?? null)
    return referenceProblem(reference, text) ?? []
  })
  if (problems.length > 0)
    return says(
      'failed',
      `${problems.length} of ${references.length} values differ from their references`,
      problems.map(problem => `- ${problem}`),
    )
  return says('passed', references.length > 0 ? `${references.length} values agree` : endWords(outcome))
}

/** A test may change files of its room; nothing else runs there. */
async function runOn(bench: Bench, tree: Tree, command: string) {
  bench.expectToFail(tree)
  try {
    return await bench.fresh(tree, { command }, 'criteria')
  } catch (error) {
    if (error instanceof RoomAltered) return bench.fresh(tree, { command }, 'criteria, apart 1')
    throw error
  }
}
