import type { Emptied } from './edits.ts'

/** `name() {` at the beginning of a line, up to the brace that closes it at the beginning of a line. */
const FUNCTION = /^(?:function\s+)?([A-Za-z_][\w-]*)\s*\(\)\s*\{([\s\S]*?)^\}/gm

/** Functions of a shell script by name, with their bodies. */
export function shellFunctions(text: string): ReadonlyMap<string, { readonly body: string; readonly start: number }> {
  const found = new Map<string, { readonly body: string; readonly start: number }>()
  for (const match of text.matchAll(FUNCTION)) {
    const [whole, name, body] = match
    found.set(name!, { body: body!, start: match.index + whole.length - 1 - body!.length })
  }
  return found
}

/** Empties the functions of a shell script that a change added or changed. */
export function gutShell(before: string | null, after: string): Emptied {
  const known = shellFunctions(before ?? '')
  const changed = [...shellFunctions(after)].filter(([name, { body }]) => known.get(name)?.body !== body)
  if (changed.length === 0) return { is: 'bare' }
  return {
    is: 'edits',
    edits: changed.map(([name, { body, start }]) => ({ start, end: start + body.length, text: '\n  :\n', name })),
  }
}
