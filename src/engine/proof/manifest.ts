/** package.json is judged by key: scripts decide how checks run, dependencies what they run with, the rest is ordinary code. */
export interface ManifestChange {
  /** Scripts of the base that were changed or removed. */
  readonly scripts: readonly string[]
  /** Dependencies that were added or changed. */
  readonly dependencies: readonly string[]
  /** The candidate's manifest with the base's scripts put back. */
  readonly restored: string
}

const DEPENDENCY_KEYS = [
  'dependencies',
  'devDependencies',
  'optionalDependencies',
  'peerDependencies',
  'overrides',
  'resolutions',
]
type Json = Readonly<Record<string, unknown>>

/** Null when either side is not a readable manifest: then it is protected as a whole. */
export function compareManifests(baseText: string, candidateText: string): ManifestChange | null {
  const base = parse(baseText)
  const candidate = parse(candidateText)
  if (!base || !candidate) return null
  const baseScripts = objectAt(base, 'scripts')
  const candidateScripts = objectAt(candidate, 'scripts')
  const scripts = Object.keys(baseScripts).filter(name => baseScripts[name] !== candidateScripts[name])
  const dependencies = DEPENDENCY_KEYS.flatMap(key => {
    const before = objectAt(base, key)
    const after = objectAt(candidate, key)
    return Object.keys(after).filter(name => JSON.stringify(after[name]) !== JSON.stringify(before[name]))
  })
  const restored =
    scripts.length === 0
      ? candidateText
      : `${JSON.stringify({ ...candidate, scripts: { ...candidateScripts, ...baseScripts } }, null, 2)}\n`
  return { scripts, dependencies: [...new Set(dependencies)], restored }
}

function parse(text: string): Json | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : null
  } catch {
    return null
  }
}

function objectAt(json: Json, key: string): Json {
  const value = json[key]
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {}
}
