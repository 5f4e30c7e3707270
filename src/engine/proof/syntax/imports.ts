import { relativeTo } from './relative.ts'

/** A line of code, with and without the contents of strings. */
interface Line {
  readonly code: string
  readonly spoken: string
}

const TAKES_FROM = /\bfrom\b|\bimport\b|\brequire\b/

/** Files of the tree that a line of JavaScript or Python may load; their extensions may differ. */
export function importsOf(path: string, { code, spoken }: Line): readonly string[] {
  if (path.endsWith('.py')) {
    const [, dots = '', from = '', names = ''] =
      /^\s*from\s+(\.*)([\w.]*)\s+import\s+(.+)/.exec(code) ?? /^\s*import()\s+([\w.]+)()/.exec(code) ?? []
    if (dots === '' && from === '') return []
    const up = '../'.repeat(Math.max(0, dots.length - 1))
    const module = relativeTo(dots === '' ? '' : path, `${up}${from.replaceAll('.', '/')}`)
    return [module, ...(names.match(/\w+/g) ?? []).map(name => `${module}/${name}`)].map(found => `${found}.py`)
  }
  if (!TAKES_FROM.test(code)) return []
  return [...spoken.matchAll(/["'`](\.{1,2}\/[^"'`]+)["'`]/g)].map(match => relativeTo(path, match[1]!))
}

/** A path in imports, without its extension. */
export const withoutEnding = (path: string): string => path.replace(/\.\w+$/, '')
