import type { Kind, Task, Tier } from '../plan/plan.ts'
import { matchesGlob } from '../text/glob.ts'

/** The tasks that a gate applies to; absent conditions match all. */
export interface GateWhen {
  /** Globs of changed files, or before there are any, of the files that the task names. */
  readonly files?: readonly string[]
  readonly kind?: readonly Kind[]
  readonly layer?: readonly string[]
  readonly tier?: readonly Tier[]
}

interface GateSetting {
  readonly when?: GateWhen
  /** Whether a failure keeps the work from landing; true by default. */
  readonly blocking: boolean
}

/** Compares public signatures with those of the base, or with a file. */
export interface ContractSetting extends GateSetting {
  /** Prints the signatures one by one, or fails if they broke. Without it declarations are read. */
  readonly command?: string
  /** A file with the signatures, or `base` for the command's output there. */
  readonly reference?: string
  /** Globs of the files whose exports are public. */
  readonly files?: readonly string[]
}

export type NumericFormat = 'json' | 'csv' | 'stdout'

/** Compares values with a reference, within a tolerance. */
export interface NumericSetting extends GateSetting {
  readonly command?: string
  /** The file with the values after the command; by default the command's output. */
  readonly file?: string
  readonly reference: string
  readonly format: NumericFormat
  readonly absolute: number
  readonly relative: number
}

/** The user's own command as a gate. */
export interface OwnGate extends GateSetting {
  readonly name: string
  readonly command: string
}

/** Built-in gates with settings. */
interface SettingGates {
  readonly contract: ContractSetting
  readonly numeric: NumericSetting
}

/** The gate settings beyond the project's commands. */
export interface GateSettings extends Partial<SettingGates> {
  readonly own: readonly OwnGate[]
}

export const NO_GATES: GateSettings = { own: [] }

export type SettingGate = keyof SettingGates

interface Row<T> {
  /** The setting that is missing where the gate cannot run. */
  readonly setting: string
  /** Its comparison in words. */
  words(setting: T): string
}

/** One row for each gate with settings, in the order in which they run after the commands. */
export const SETTING_ROWS: { readonly [K in SettingGate]: Row<SettingGates[K]> } = {
  contract: {
    setting: 'gates.contract.command',
    words: ({ command }) => command ?? 'exported declarations against the base',
  },
  numeric: {
    setting: 'gates.numeric',
    words: ({ command, file, reference }) => `${command ?? file} against ${reference}`,
  },
}
export const SETTING_GATES = Object.keys(SETTING_ROWS) as readonly SettingGate[]

/** The configured gates, each with its command, if any, and its comparison in words. */
export function configuredGates(gates: GateSettings): readonly {
  readonly name: string
  readonly when?: GateWhen | undefined
  readonly command?: string | undefined
  readonly words: string
}[] {
  const settings: Partial<SettingGates> = gates
  const row = <K extends SettingGate>(name: K) => {
    const setting = settings[name]
    if (!setting) return []
    return [{ name, when: setting.when, command: setting.command, words: SETTING_ROWS[name].words(setting) }]
  }
  return [...SETTING_GATES.flatMap(name => row(name)), ...gates.own.map(gate => ({ ...gate, words: gate.command }))]
}

/** The parts of a task that decide whether a gate applies. */
type Meant = Pick<Task, 'kind' | 'layer' | 'tier'>

/** Whether a gate applies to a task with these files; unknown (null) files count as a match. */
export function isMeantFor(when: GateWhen | undefined, task: Meant, files: readonly string[] | null): boolean {
  if (!when) return true
  const layer = task.layer?.trim().toLowerCase() ?? null
  if (when.kind && !when.kind.includes(task.kind)) return false
  if (when.tier && !when.tier.includes(task.tier)) return false
  if (when.layer && !when.layer.some(name => name.trim().toLowerCase() === layer)) return false
  return !when.files || files === null || when.files.some(glob => files.some(file => matchesGlob(file, glob)))
}
