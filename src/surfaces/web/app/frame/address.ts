/** The pages, in the order of the navigation. */
export const PAGES = ['inbox', 'tasks', 'timeline', 'log', 'run', 'plan'] as const

export type PageName = (typeof PAGES)[number]

/** The parts of the page of one task. */
export const TASK_PARTS = ['proof', 'changes', 'talk', 'history'] as const

export type TaskPart = (typeof TASK_PARTS)[number]

/** What the fragment of the address names. */
export interface Address {
  /** Null for the newest run. */
  readonly run: string | null
  readonly page: PageName
  /** On the page of tasks: one task. */
  readonly task: string | null
  readonly part: TaskPart
  /** Null for the last one. */
  readonly attempt: number | null
  /** `path:line` in the changes. */
  readonly place: string | null
}

const isOneOf = <T extends string>(names: readonly T[], name: string | undefined): name is T =>
  names.some(one => one === name)

/** Reads `#/RUN/tasks/TASK/changes?attempt=2`. An address that names nothing is the inbox. */
export function readAddress(hash: string): Address {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?')
  const [run, page, task, part] = path.split('/').map(decoded)
  const asked = new URLSearchParams(query)
  const attempt = Number(asked.get('attempt') ?? Number.NaN)
  return {
    run: run || null,
    page: isOneOf(PAGES, page) ? page : 'inbox',
    task: (page === 'tasks' && task) || null,
    part: isOneOf(TASK_PARTS, part) ? part : 'proof',
    attempt: Number.isInteger(attempt) && attempt > 0 ? attempt : null,
    place: asked.get('at'),
  }
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

/** The address of a page, for links. */
export const pageLink = (run: string, page: PageName): string => `#/${encodeURIComponent(run)}/${page}`

/** The address of a task or of a part of its page. */
export function taskLink(
  run: string,
  task: string,
  part: TaskPart = 'proof',
  { attempt = null, place = null }: { readonly attempt?: number | null; readonly place?: string | null } = {},
): string {
  const query = new URLSearchParams()
  if (attempt !== null) query.set('attempt', String(attempt))
  if (place !== null) query.set('at', place)
  const rest = part === 'proof' ? '' : `/${part}`
  return `${pageLink(run, 'tasks')}/${encodeURIComponent(task)}${rest}${query.size > 0 ? `?${query}` : ''}`
}
