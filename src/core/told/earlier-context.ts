/** What the context folder held when a run began: left by an earlier run of the plan, or by whoever wrote it. */
export interface Inherited {
  /** `learnings.md`, `issues.md` and `audit.md`, as they were. */
  readonly learnings: string
  readonly issues: string
  readonly audit: string
  /** `outputs.json`: values by name, by task. */
  readonly outputs: Readonly<Record<string, Readonly<Record<string, string>>>>
}

export const NOTHING_INHERITED: Inherited = { learnings: '', issues: '', audit: '', outputs: {} }

/** What earlier tasks left for later ones; a file that somebody broke is no reason to stop, and is said. */
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

/** A list or an object is handed on as it would stand in the file. */
const texts = (values: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
  )

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
