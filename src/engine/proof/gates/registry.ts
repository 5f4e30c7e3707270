import { type GateName, isDeclared, plannedGates } from '../../../core/settings/gate-assignment.ts'
import type { OwnGate } from '../../../core/settings/gate-settings.ts'
import { type Case, hasProject } from '../case.ts'
import { notRunGate } from '../gate-result.ts'
import { criterionGates } from '../shown/criteria.ts'
import { outputGates } from '../shown/outputs.ts'
import { commandTestGates } from '../suite/command-tests.ts'
import { suiteGates } from '../suite/suite-gates.ts'
import { buildGate } from './build.ts'
import { plainGate } from './command.ts'
import { contractGate } from './contract.ts'
import type { Gate } from './gate-case.ts'
import { impactedGates } from './impacted.ts'
import { numericGate } from './numeric.ts'
import { setupGate } from './setup.ts'
import { suppressionGate } from './suppressions.ts'

/** The type checker or the linter passes. */
const toolGate = (name: 'typecheck' | 'lint'): Gate => ({
  name,
  results: [name, `suppressions:${name}`],
  needsProject: true,
  run: async on => {
    const command = on.commands[name]!
    const gate = await plainGate(on, name, { command })
    const suppressed =
      gate.verdict === 'passed' && !on.without.has('suppressions') ? await suppressionGate(on, name, command) : null
    return suppressed ? [gate, suppressed] : [gate]
  },
})

/** The tests as submitted, as they were on the base, and as they were first agreed upon. */
const unitGate: Gate = {
  name: 'test',
  results: ['test', 'test:old-form', 'test:first-form'],
  needsProject: true,
  run: async on => (on.suite ? suiteGates(on, on.suite) : commandTestGates(on, on.commands.test!)),
}

/** A gate from the settings: a command. */
const ownGate = ({ name, command, blocking }: OwnGate): Gate => ({
  name: `gate:${name}`,
  results: [`gate:${name}`],
  needsProject: true,
  // In a separate room: tests may leave files behind.
  run: async on => [await plainGate(on, `gate:${name}`, { command, blocking, use: 'criteria' })],
})

/** Every built-in gate that a task can be assigned, by name. */
const REGISTRY: Readonly<Record<GateName, Gate>> = {
  build: buildGate,
  typecheck: toolGate('typecheck'),
  lint: toolGate('lint'),
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
  run: async () => [{ ...notRunGate(name, why), blocking }],
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
