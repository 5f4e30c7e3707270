/** One line of the plan with its task, if one begins there. */
export interface PlanLine {
  readonly number: number
  readonly text: string
  readonly task: string | null
  readonly kind: 'heading' | 'fence' | 'text'
}

/** The lines of a document with the tasks that begin in them. The text stays as it was written. */
export function planLines(text: string, lines: Readonly<Record<string, number>>): readonly PlanLine[] {
  const tasks = new Map(Object.entries(lines).map(([task, line]) => [line, task]))
  let isFenced = false
  return text.split('\n').map((line, at) => {
    const isFence = line.trimStart().startsWith('```')
    const kind = isFence || isFenced ? 'fence' : line.startsWith('#') ? 'heading' : 'text'
    if (isFence) isFenced = !isFenced
    return { number: at + 1, text: line, task: tasks.get(at + 1) ?? null, kind }
  })
}
