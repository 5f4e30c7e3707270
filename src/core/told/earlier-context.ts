/** The context folder at the start of a run: from an earlier run of the plan, or from its author. */
export interface Inherited {
  /** `learnings.md`, `issues.md` and `audit.md`, unchanged. */
  readonly learnings: string
  readonly issues: string
  readonly audit: string
  /** `escalations.md`; absent in journals of earlier versions. */
  readonly escalations?: string
  /** `outputs.json`: values by name, by task. */
  readonly outputs: Readonly<Record<string, Readonly<Record<string, string>>>>
}

export const NOTHING_INHERITED: Inherited = { learnings: '', issues: '', audit: '', outputs: {} }

/** Outputs of earlier tasks for later ones; a broken file does not stop the run, and is reported. */
export function parseOutputs(text: string | null): {
  readonly outputs: Inherited['outputs']
  readonly broken: boolean
} {
  try {
    const read: unknown = JSON.parse(text?.trim() || '{}')
    if (!isRecord(read)) return { outputs: {}, broken: true }
    const tasks = Object.entries(read).flatMap(([task, values]) => (isRecord(values) ? [[task, texts(values)]] : []))
    return { outputs: Object.fromEntries(tasks), broken: false }
  } catch {
    return { outputs: {}, broken: true }
  }
}

/** A list or an object is passed on as JSON text. */
const texts = (values: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
  )

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
