/** The target of a relative import in a file. */
export function relativeTo(path: string, source: string): string {
  const parts = path.split('/').slice(0, -1)
  for (const part of source.split('/')) {
    if (part === '..') parts.pop()
    else if (part !== '.') parts.push(part)
  }
  return parts.join('/')
}
