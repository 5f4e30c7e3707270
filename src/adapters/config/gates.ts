import type { Config } from '../../core/settings/config.ts'
import { COMMAND_GATES } from '../../core/settings/gate-assignment.ts'
import type { GateSettings, GateWhen, NumericFormat } from '../../core/settings/gate-settings.ts'
import { type ConfigProblem, type Path, placeOfKey, type Source } from './problem.ts'
import type { WrittenSettings } from './schema.ts'

type Written = NonNullable<WrittenSettings['gates']>
type WrittenGate = NonNullable<Written[string]>
type WrittenWhen = NonNullable<WrittenGate['when']>

/** The gates of the settings, complete; empty if there are none. */
export function gatesIn({ gates }: WrittenSettings): Pick<Config, 'gates'> {
  if (!gates) return {}
  const { contract, numeric } = gates
  const settings: GateSettings = {
    ...(contract
      ? {
          contract: {
            ...held(contract),
            ...(contract.command ? { command: contract.command } : {}),
            ...(contract.reference ? { reference: contract.reference } : {}),
            ...(contract.files ? { files: contract.files } : {}),
          },
        }
      : {}),
    ...(numeric
      ? {
          numeric: {
            ...held(numeric),
            ...(numeric.command ? { command: numeric.command } : {}),
            ...(numeric.file ? { file: numeric.file } : {}),
            reference: numeric.reference,
            format: numeric.format ?? formatOf(numeric.file ?? numeric.reference),
            absolute: numeric.absolute ?? DEFAULT_TOLERANCE.absolute,
            relative: numeric.relative ?? DEFAULT_TOLERANCE.relative,
          },
        }
      : {}),
    own: ownIn(gates).map(([name, gate]) => ({ name, command: gate.command, ...held(gate) })),
  }
  return { gates: settings }
}

const DEFAULT_TOLERANCE = { absolute: 1e-9, relative: 1e-6 }

const formatOf = (path: string): NumericFormat =>
  path.endsWith('.json') ? 'json' : path.endsWith('.csv') ? 'csv' : 'stdout'

/** The user's own gates. */
const ownIn = (gates: Written): readonly (readonly [string, WrittenGate & { readonly command: string }])[] =>
  Object.entries(gates).flatMap(([name, gate]) =>
    name === 'contract' || name === 'numeric' || !gate?.command ? [] : [[name, { ...gate, command: gate.command }]],
  )

function held({ when, blocking }: Pick<WrittenGate, 'when' | 'blocking'>) {
  return { ...(when ? { when: whenOf(when) } : {}), blocking: blocking ?? true }
}

const whenOf = ({ files, kind, layer, tier }: WrittenWhen): GateWhen => ({
  ...(files ? { files: [files].flat() } : {}),
  ...(kind ? { kind: [kind].flat() } : {}),
  ...(layer ? { layer: [layer].flat() } : {}),
  ...(tier ? { tier: [tier].flat() } : {}),
})

/** Problems that only show when the parts of a gate are combined. */
export function gateProblems({ gates }: WrittenSettings, source: Source | null): readonly ConfigProblem[] {
  if (!gates || !source) return []
  const wrong = (path: Path, message: string, hint: string): ConfigProblem => ({
    reason: 'wrong-value',
    where: placeOfKey(source, path),
    message,
    hint,
  })
  const taken = [...COMMAND_GATES, 'setup'] as readonly string[]
  return [
    ...ownIn(gates).flatMap(([name]) => {
      const path = ['gates', name]
      if (taken.includes(name)) return [wrong(path, `"${name}" is a gate already`, `its command is "commands.${name}"`)]
      if (/^[a-z][a-z0-9-]*$/.test(name)) return []
      return [wrong(path, `"${name}" is not a valid name for a gate`, 'use lower-case letters, digits and -')]
    }),
    ...(gates.numeric && !gates.numeric.command && !gates.numeric.file
      ? [wrong(['gates', 'numeric'], '"gates.numeric" needs a command that prints the values, or a file', 'add one')]
      : []),
    ...(gates.contract?.reference && !gates.contract.command
      ? [
          wrong(
            ['gates', 'contract', 'reference'],
            '"gates.contract.reference" needs a command that prints the signatures',
            'add "command", or remove the reference to compare declarations with the base',
          ),
        ]
      : []),
  ]
}
