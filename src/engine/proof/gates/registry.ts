import type { GateResult } from '../../../core/proof/receipt.ts'
import { type GateName, isDeclared, plannedGates } from '../../../core/settings/gate-assignment.ts'
import { type Case, hasProject } from '../case.ts'
import { readingGate } from '../gate-result.ts'
import { criterionGates } from '../shown/criteria.ts'
import { outputGates } from '../shown/outputs.ts'
import { buildGate } from './build.ts'
import { contractGate } from './contract.ts'
import type { Gate } from './gate-case.ts'
import { impactedGates } from './impacted.ts'
import { lintGate } from './lint.ts'
import { numericGate } from './numeric.ts'
import { ownGate } from './own.ts'
import { setupGate } from './setup.ts'
import { typecheckGate } from './typecheck.ts'
import { unitGate } from './unit.ts'

/** Every built-in gate that a task can be assigned, by name. */
const REGISTRY: Readonly<Record<GateName, Gate>> = {
  build: buildGate,
  typecheck: typecheckGate,
  lint: lintGate,
  test: unitGate,
  contract: contractGate,
  numeric: numericGate,
}

const outputs: Gate = { name: 'outputs', results: ['outputs', 'created-files'], always: true, run: outputGates }

const criteria = (on: Case): Gate => ({
  name: 'criteria',
  results: on.contract.criteria.map(({ id }) => `criterion:${id}`),
  run: criterionGates,
})

/** The gates of a draft, in order. */
export function gatesFor(on: Case): readonly Gate[] {
  const settings = on.config.gates
  const planned = plannedGates(on.contract.task, on.commands, {
    ...(settings ? { settings } : {}),
    files: on.draft.changes.map(change => change.path),
  })
  const own = new Map(settings?.own.map(gate => [`gate:${gate.name}`, ownGate(gate)]))
  return [
    outputs,
    setupGate,
    ...planned.map(({ gate, notRun: why, blocking }) =>
      why === null ? needed(on, own.get(gate) ?? REGISTRY[gate as GateName]) : silent(gate, why, blocking),
    ),
    ...impactedGates(on),
    ...(on.without.has('criteria') ? [] : [criteria(on)]),
  ]
}

/** An assigned gate that cannot run: shown with its reason, never a pass. */
const silent = (name: string, why: string, blocking: boolean): Gate => ({
  name,
  results: [name],
  always: true,
  run: async () => [{ ...notRun(name, why), blocking }],
})

/** A gate that the task names and that cannot run keeps the task from being proven. */
const needed = (on: Case, gate: Gate): Gate =>
  isDeclared(on.contract.task, gate.name) && hasProject(on)
    ? {
        ...gate,
        run: async of =>
          (await gate.run(of)).map(result => (result.verdict === 'not-run' ? { ...result, blocking: true } : result)),
      }
    : gate

/** A gate that did not run, and why. */
export const notRun = (gate: string, why: string): GateResult =>
  readingGate(gate, why, { verdict: 'not-run', blocking: false })
