import { z } from 'zod'
import type { Kind, Tier } from '../../core/plan/plan.ts'
import { present } from '../../core/present.ts'
import type { Config } from '../../core/settings/config.ts'
import type { GateSettings, GateWhen, NumericFormat } from '../../core/settings/gate-settings.ts'
import { choice, expectationOf, expectations, flag, glob, globs, inside, mapping, optional, text } from './values.ts'

const KINDS = ['feature', 'fix', 'refactor', 'perf', 'docs', 'chore', 'release'] as const satisfies readonly Kind[]
const TIERS = ['critical', 'normal', 'low'] as const satisfies readonly Tier[]
/** One, or a list of them. */
function someOf<T extends z.ZodType>(one: T): z.ZodUnion<readonly [T, z.ZodArray<T>]> {
  const schema = z.union([one, z.array(one)])
  const { expects, ...choices } = expectationOf(one)
  expectations.add(schema as z.ZodType, { expects: `${expects}, or a list of such`, ...choices })
  return schema
}

const forTasks = {
  when: mapping({
    files: someOf(glob()).describe('Globs of changed files'),
    kind: someOf(choice(KINDS)),
    layer: someOf(text().register(expectations, { expects: 'the name of a layer' })),
    tier: someOf(choice(TIERS)),
  }).describe('Tasks that the gate applies to; every given condition must match'),
  blocking: flag().describe('Whether a failure keeps the work from landing; true by default'),
}
const tolerance = () =>
  z.number().min(0).max(Number.MAX_VALUE).register(expectations, { expects: 'a number that is not negative' })

/** The settings of gates as they are written. */
export const gates = z
  .object(
    optional({
      contract: mapping({
        command: text().describe('Prints the public signatures line by line, or fails when they broke'),
        reference: text().describe('A file with the signatures, or base for what the command prints there'),
        files: globs().describe('Globs of the files whose exports are public'),
        ...forTasks,
      }).describe('Reports removed or changed public signatures'),
      numeric: z
        .strictObject({
          ...optional({
            command: text(),
            file: inside().describe('File with the values; by default the output of the command'),
            format: choice(['json', 'csv', 'stdout']),
            absolute: tolerance(),
            relative: tolerance(),
            ...forTasks,
          }),
          reference: inside().describe('The file with the reference values'),
        })
        .register(expectations, { expects: 'a mapping of settings' })
        .describe('Compares values with a reference within a tolerance'),
    }),
  )
  .catchall(
    z
      .strictObject({ ...optional(forTasks), command: text() })
      .register(expectations, { expects: '{ command: …, when: …, blocking: … }' })
      .nullish(),
  )
  .register(expectations, { expects: 'a mapping of gates' })

type Written = z.infer<typeof gates>
type WrittenGate = NonNullable<Written[string]>
type WrittenWhen = NonNullable<WrittenGate['when']>

/** The gates of the settings, complete; empty if there are none. */
export function gatesIn(gates: Written | null | undefined): Pick<Config, 'gates'> {
  if (!gates) return {}
  const { contract, numeric } = gates
  const settings: GateSettings = {
    ...(contract
      ? {
          contract: {
            ...held(contract),
            ...present({ command: contract.command, reference: contract.reference, files: contract.files }),
          },
        }
      : {}),
    ...(numeric
      ? {
          numeric: {
            ...held(numeric),
            ...present({ command: numeric.command, file: numeric.file }),
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
export const ownIn = (gates: Written): readonly (readonly [string, WrittenGate & { readonly command: string }])[] =>
  Object.entries(gates).flatMap(([name, gate]) =>
    name === 'contract' || name === 'numeric' || !gate?.command ? [] : [[name, { ...gate, command: gate.command }]],
  )

function held({ when, blocking }: Pick<WrittenGate, 'when' | 'blocking'>) {
  return { ...present({ when: when && whenOf(when) }), blocking: blocking ?? true }
}

const whenOf = ({ files, kind, layer, tier }: WrittenWhen): GateWhen =>
  present({ files: listOf(files), kind: listOf(kind), layer: listOf(layer), tier: listOf(tier) })

const listOf = <T>(written: T | readonly T[] | null | undefined): readonly T[] | null =>
  written == null ? null : ([written].flat() as readonly T[])
