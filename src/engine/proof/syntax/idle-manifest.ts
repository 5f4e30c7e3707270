/** Package manifests with changes only in parts that nothing runs: the version, the description, development tools. */
export const isManifest = (path: string): boolean =>
  /(^|\/)(package\.json|pyproject\.toml|Cargo\.toml|composer\.json|setup\.cfg|go\.mod|go\.work|deno\.jsonc?|Gemfile|Pipfile|requirements[^/]*\.(txt|in)|constraints[^/]*\.txt|environment\.ya?ml)$/.test(
    path,
  )

const IDLE_KEYS: ReadonlySet<string> = new Set([
  ...['version', 'description', 'keywords', 'license', 'author', 'contributors', 'maintainers', 'repository'],
  ...['homepage', 'bugs', 'funding', 'readme', 'classifiers', 'urls', 'authors', 'categories', 'documentation'],
])

/** Whether an entry, by its path of names, only describes the package. */
export const isIdleEntry = (key: readonly string[]): boolean => {
  const table = PACKAGE_TABLES.find(names => names.every((name, at) => key[at] === name))
  return IDLE_KEYS.has(key[table?.length ?? 0] ?? '')
}

/** The tables of a TOML manifest that describe the package; in JSON the whole file does. */
const PACKAGE_TABLES: readonly (readonly string[])[] = [
  ['project'],
  ['package'],
  ['tool', 'poetry'],
  ['workspace', 'package'],
]

/** Whether two forms of a manifest differ only in these parts. */
export function isIdleManifest(path: string, before: string | null, after: string | null): boolean {
  if (before === null || after === null) return false
  if (path.endsWith('.json')) return isIdleJson(before, after)
  if (!path.endsWith('.toml')) return false
  return actingLines(before) === actingLines(after)
}

/** The lines of a TOML manifest without the description of the package. */
function actingLines(text: string): string {
  let section = ''
  const acting: string[] = []
  for (const line of text.split('\n')) {
    section = /^\s*\[+([^\]]+)\]+/.exec(line)?.[1]?.trim() ?? section
    const key = /^([\w-]+)\s*=\s*(?:"[^"]*"|'[^']*'|\[[^\]]*\]|\{[^}]*\})\s*(?:#.*)?$/.exec(line)?.[1]
    const isOwn = PACKAGE_TABLES.some(names => names.join('.') === section)
    if (line.trim() !== '' && !/^\s*#/.test(line) && !(isOwn && key !== undefined && IDLE_KEYS.has(key)))
      acting.push(line)
  }
  return acting.join('\n')
}

function isIdleJson(before: string, after: string): boolean {
  try {
    const [then, now] = [JSON.parse(before), JSON.parse(after)] as [Record<string, unknown>, Record<string, unknown>]
    const keys = new Set([...Object.keys(then), ...Object.keys(now)])
    return [...keys].every(key => IDLE_KEYS.has(key) || JSON.stringify(then[key]) === JSON.stringify(now[key]))
  } catch {
    return false
  }
}
