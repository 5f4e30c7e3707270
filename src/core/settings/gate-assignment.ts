import type { Task } from '../plan/plan.ts'
import type { Commands } from './commands.ts'
import { COMMAND_GATES, COMMAND_ROWS, type CommandGate } from './commands.ts'
import {
  type GateSettings,
  isMeantFor,
  NO_GATES,
  SETTING_GATES,
  SETTING_ROWS,
  type SettingGate,
} from './gate-settings.ts'
import { type CodePlace, LANGUAGES, type LanguageRow } from './language-gates.ts'

/** The gates that a project can have, in the order in which they run. `test` is the unit gate. */
const GATE_NAMES: readonly GateName[] = [...COMMAND_GATES, ...SETTING_GATES]
export type GateName = CommandGate | SettingGate

/** Whether a gate on a receipt is an assigned one, and not one that applies to every change. */
export const isAssignable = (gate: string): boolean =>
  (GATE_NAMES as readonly string[]).includes(gate) || gate.startsWith('gate:')

type Place = CodePlace | 'integration'

/** The assigned gates of a task, and why. */
export interface Assignment {
  readonly gates: readonly GateName[]
  readonly why: string | null
  readonly languages?: readonly LanguageRow[]
  /** Whether the task names its gates itself: then each of them is required for a proof. */
  readonly declared?: true
  /** Whether only its files tell: then a gate that this project has no command for is not missed. */
  readonly byFiles?: true
}

type Assigned = Pick<Task, 'layer' | 'role' | 'files' | 'type' | 'other'>

/** The gates of a task: from its `Gates`, else by layer and language, from its `Layer` and `Role` or its files. */
export function assignedGates(task: Assigned): Assignment {
  if (task.type === 'verification') return NOTHING
  const declared = declaredGates(task.other)
  if (declared.gates.length + declared.others.length > 0) return { gates: declared.gates, why: null, declared: true }
  const said = [task.layer, task.role].filter(word => word !== null).join(' ')
  const place = placeOf(said)
  if (place === 'integration') return { gates: ['test', 'numeric'], why: 'integration' }
  const spoken = LANGUAGES.find(({ spoken }) => spoken.test(said))
  const languages = spoken ? [spoken] : languagesOf(Object.values(task.files).flat())
  if (languages.length === 0) return NOTHING
  const wanted = new Set(languages.flatMap(({ gates }) => gates(place)))
  return {
    gates: GATE_NAMES.filter(name => wanted.has(name)),
    why: [languages.map(({ name }) => name).join(' and '), place].filter(Boolean).join(' '),
    languages,
    ...(said === '' ? { byFiles: true as const } : {}),
  }
}

interface DeclaredGates {
  readonly gates: readonly GateName[]
  /** Names that are not built-in gates: the user's own, or unknown. */
  readonly others: readonly string[]
}

const declared = new WeakMap<Task['other'], DeclaredGates>()

/** Computed once per task: every step of a proof asks. */
function declaredGates(other: Task['other']): DeclaredGates {
  const known = declared.get(other) ?? gatesIn(other)
  declared.set(other, known)
  return known
}

/** The gates named in a `Gates` field. An entry of several words names the gates among them; the rest is for humans. */
function gatesIn(other: Task['other']): DeclaredGates {
  const text = Object.entries(other).find(([name]) => name.toLowerCase() === 'gates')?.[1] ?? ''
  const entries = text
    .replace(/\([^)]*\)/g, ' ')
    .split(/[,;+&\n]|\band\b/i)
    .map(entry =>
      entry
        .replace(/[`*_.]/g, ' ')
        .trim()
        .toLowerCase(),
    )
  const gates = new Set<GateName>()
  const others: string[] = []
  for (const entry of entries) {
    const words = new Set(entry.match(/[a-z]+/g) ?? [])
    const named = GATE_NAMES.filter(name => words.has(name) || spellingsOf(name).some(word => words.has(word)))
    for (const name of named) gates.add(name)
    if (named.length === 0 && /^[\w:-]+$/.test(entry) && !/^(none|n-a|na|all|default|standard)$/.test(entry))
      others.push(entry.replace(/^gate:/, ''))
  }
  return { gates: GATE_NAMES.filter(name => gates.has(name)), others }
}

const isSettingGate = (name: GateName): name is SettingGate => SETTING_GATES.some(gate => gate === name)
const spellingsOf = (name: GateName): readonly string[] =>
  isSettingGate(name) ? [] : (COMMAND_ROWS[name].spellings ?? [])

const NOTHING: Assignment = { gates: [], why: null }

const languagesOf = (files: readonly string[]): readonly LanguageRow[] => [
  ...new Set(files.flatMap(file => LANGUAGES.find(({ paths }) => paths.test(file)) ?? [])),
]

const PLACES: readonly (readonly [RegExp, Place])[] = [
  [/\b(integration|e2e|end-to-end|system)\b/i, 'integration'],
  [/\b(workflow|pipeline|script|scripts|orchestration|glue)\b/i, 'workflow'],
  [/\b(core|kernel|engine|library|lib|sdk|api)\b/i, 'core'],
]
const placeOf = (words: string): Place | null => PLACES.find(([pattern]) => pattern.test(words))?.[1] ?? null

/** A gate of a task, or why it will not run although it is assigned. */
export interface PlannedGate {
  /** As on a receipt: `lint`, or `gate:licences` for one of the user's own. */
  readonly gate: string
  readonly blocking: boolean
  /** Null when it runs. */
  readonly notRun: string | null
}

type Planned = Assigned & Parameters<typeof isMeantFor>[1]

/** Every gate of a task, known before anything runs; `files` are the changed ones, null if unknown. */
export function plannedGates(
  task: Planned,
  commands: Commands,
  {
    settings = NO_GATES,
    files = null,
  }: { readonly settings?: GateSettings; readonly files?: readonly string[] | null },
): readonly PlannedGate[] {
  const { gates: assigned, why, languages = [], declared = false, byFiles = false } = assignedGates(task)
  const named = files ?? namedFiles(task)
  const planned = GATE_NAMES.flatMap((gate): readonly PlannedGate[] => {
    if (isSettingGate(gate)) {
      const setting = settings[gate]
      if (setting && isMeantFor(setting.when, task, named)) return [{ gate, blocking: setting.blocking, notRun: null }]
      if (!assigned.includes(gate)) return []
      if (setting) return declared ? [{ gate, blocking: setting.blocking, notRun: null }] : []
      const readable = gate === 'contract' && (declared || languages.some(({ hasDeclarations }) => hasDeclarations))
      if (byFiles && !readable) return []
      return [{ gate, blocking: readable || declared, notRun: readable ? null : nothingConfigured(gate, why) }]
    }
    if (commands[gate]) return [{ gate, blocking: true, notRun: null }]
    return assigned.includes(gate) && !byFiles
      ? [{ gate, blocking: declared, notRun: nothingConfigured(gate, why) }]
      : []
  })
  const names = declared ? declaredGates(task.other).others : []
  const own = settings.own
    .filter(({ name, when }) => names.includes(name.toLowerCase()) || isMeantFor(when, task, named))
    .map(({ name, blocking }) => ({ gate: `gate:${name}`, blocking, notRun: null }))
  const unknown = names
    .filter(name => !settings.own.some(gate => gate.name.toLowerCase() === name))
    .map(name => ({
      gate: `gate:${name}`,
      blocking: true,
      notRun: `the task names the gate "${name}", and there is none of this name: set gates.${name} in pm-agent.yaml, or take it out of Gates`,
    }))
  return [...planned, ...own, ...unknown]
}

/** The files that a task names; null if it names none, because then it may touch any. */
function namedFiles(task: Assigned): readonly string[] | null {
  const files = Object.values(task.files).flat()
  return files.length > 0 ? files : null
}

const settingOf = (gate: GateName): string => (isSettingGate(gate) ? SETTING_ROWS[gate].setting : `commands.${gate}`)
const nothingConfigured = (gate: GateName, why: string | null): string =>
  why === null
    ? `the task names the gate ${gate}, and no command is known: set ${settingOf(gate)} in pm-agent.yaml, or take it out of Gates`
    : `${why}: ${gate} is assigned, and no command is known: set ${settingOf(gate)} in pm-agent.yaml`

/** Gates that a task requires and that cannot run here. */
export const missingGates = (planned: readonly PlannedGate[]): readonly PlannedGate[] =>
  planned.filter(({ blocking, notRun }) => blocking && notRun !== null)

/** Whether a task names this gate itself, so that it is not proven if the gate did not run. */
export function isDeclared(task: Assigned, gate: string): boolean {
  if (task.type === 'verification') return false
  const { gates, others } = declaredGates(task.other)
  return gates.some(name => name === gate) || others.some(name => `gate:${name}` === gate.toLowerCase())
}

/** The gates of a task on one line. */
export function gateWords(planned: readonly PlannedGate[]): string {
  const runs = planned.filter(({ notRun }) => notRun === null)
  const not = planned.filter(({ notRun }) => notRun !== null)
  const words = runs.map(({ gate, blocking }) => (blocking ? gate : `${gate} (does not block)`)).join(', ')
  return [
    words || 'none',
    ...not.map(({ gate, blocking }) => `${gate} cannot run${blocking ? ', and the task names it' : ''}`),
  ].join('; ')
}
