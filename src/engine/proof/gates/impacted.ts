import { impactedSuites } from '../../../core/plan/area.ts'
import { tierOfChange } from '../../../core/risk/tier.ts'
import type { Case } from '../case.ts'
import { plainGate } from './command.ts'
import type { Gate } from './gate-case.ts'

/** For critical work: the suites of every area that it touches, not only that of its task. */
export function impactedGates(on: Case): readonly Gate[] {
  const { config, contract, draft, extent } = on
  if (tierOfChange(contract.task, config, { changes: draft.changes, extent }).tier !== 'critical') return []
  const paths = draft.changes.map(({ path }) => path)
  return impactedSuites(paths, on.commands.test, config).map((command, at) => {
    const name = `test:impacted${at === 0 ? '' : `-${at + 1}`}`
    return { name, results: [name], needsProject: true, run: async of => [await plainGate(of, name, { command })] }
  })
}
