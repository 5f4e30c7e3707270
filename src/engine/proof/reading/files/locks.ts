import type { DiffCheck } from '../check.ts'
import { aboutFile, type DiffFile, type DiffUnderReview } from '../diff.ts'
import type { DiffFinding } from '../finding.ts'

/** The manifests that belong to a lock file. */
const MANIFESTS: readonly (readonly [RegExp, readonly string[]])[] = [
  [
    /(package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|bun\.lockb?)$/,
    ['package.json', 'pnpm-workspace.yaml'],
  ],
  [/Cargo\.lock$/, ['Cargo.toml']],
  [/(poetry|uv)\.lock$/, ['pyproject.toml']],
  [/Pipfile\.lock$/, ['Pipfile']],
  [/go\.sum$/, ['go.mod']],
  [/composer\.lock$/, ['composer.json']],
  [/Gemfile\.lock$/, ['Gemfile']],
]

/** Lock files that changed without their manifest, or that give other contents for the same version. */
export const locks: DiffCheck = {
  name: 'locks',
  look: diff =>
    diff.files.filter(file => file.kind === 'lock' && file.status === 'modified').flatMap(file => judge(diff, file)),
}

function judge(diff: DiffUnderReview, file: DiffFile): readonly DiffFinding[] {
  const swapped = swaps(file)
  if (swapped.length > 0)
    return [
      aboutFile(
        'locks',
        'halt',
        file.path,
        `the same version has different contents now: ${swapped.slice(0, 5).join(', ')}`,
      ),
    ]
  if (diff.isNamed(file.path) || diff.contract.task.allow.includes('dependencies')) return []
  const beside = MANIFESTS.find(([lock]) => lock.test(file.path))?.[1] ?? []
  // In a workspace, the manifest of any package changes the one lock file at the root.
  const moved = diff.files.some(other => beside.some(name => other.path === name || other.path.endsWith(`/${name}`)))
  // A task that asks for newer packages may change the lock file alone.
  const asked = /\b(dependenc\w+|lock ?file|bump\w*|upgrad\w+|audit)\b/.test(diff.contractText)
  return moved || asked ? [] : [aboutFile('locks', 'question', file.path, 'changed without a change of its manifest')]
}

/** Packages with the same version and different contents. */
function swaps({ path, before, after }: DiffFile): readonly string[] {
  if (before === null || after === null) return []
  const [old, fresh] = [contentsOf(path, before), contentsOf(path, after)]
  return [...fresh].flatMap(([key, contents]) => {
    const known = old.get(key)
    return known !== undefined && isOther(known, contents) ? [key] : []
  })
}

/**
 * Package managers replace old checksums by stronger ones. Of two that cannot be compared, the new one must be the
 * stronger, and the download address the same.
 */
function isOther(known: Pin, now: Pin): boolean {
  if (known.checksum === now.checksum) return false
  const [then, is] = [checksumsOf(known.checksum), checksumsOf(now.checksum)]
  if (!then || !is) return true
  const old = new Map(then)
  const shared = is.filter(([kind]) => old.has(kind))
  if (shared.some(([kind, digest]) => old.get(kind) !== digest)) return true
  if (shared.length > 0 && is.length === new Set(is.map(([kind]) => kind)).size) return false
  const strength = (all: typeof is) => Math.max(...all.map(([kind]) => STRENGTHS.indexOf(kind)))
  return strength(is) <= strength(then) || known.place === null || known.place !== now.place
}

const STRENGTHS = ['md5', 'sha1', 'sha256', 'sha384', 'sha512']

/** Algorithm and digest of each; null for any other form, which is compared as a whole. */
function checksumsOf(text: string): readonly (readonly [string, string])[] | null {
  const all = text.split(' ').map(one => /^(md5|sha1|sha256|sha384|sha512)-([\w+/=]+)$/.exec(one))
  return all.every(one => one !== null) ? all.map(one => [one[1]!, one[2]!] as const) : null
}

interface Pin {
  readonly checksum: string
  /** The download address without its checksum. */
  readonly place: string | null
}

const pinned = (checksum: string, place: string | null = null): Pin => ({
  checksum,
  place: place?.replace(/#.*$/, '').replace(/^https:\/\/registry\.(yarnpkg\.com|npmjs\.org)\//, 'registry/') ?? null,
})

/** Pinned packages by name and version. */
function contentsOf(path: string, text: string): ReadonlyMap<string, Pin> {
  if (/\.json$/.test(path)) return ofNpm(text)
  const found = new Map<string, Pin>()
  const take = (pattern: RegExp, key: (match: RegExpMatchArray) => string, value: (match: RegExpMatchArray) => Pin) => {
    for (const match of text.matchAll(pattern)) found.set(key(match), value(match))
  }
  if (/yarn\.lock$/.test(path))
    take(
      /^"?([^\s"][^\n]*?)"?:\n(?: {2}[^\n]*\n)*? {2}version:? "?([^\s"]+)"?\n(?: {2}resolved "([^"]*)"\n)?(?: {2}[^\n]*\n)*? {2}(?:integrity|checksum):? ([^\n]+)/gm,
      m => `${m[1]!.replace(/,.*/, '').replace(/@[^@]*$/, '')}@${m[2]}`,
      m => pinned(m[4]!, m[3] ?? null),
    )
  if (/pnpm-lock\.yaml$/.test(path))
    take(
      /^ {2}'?\/?([^\s':]+(?:@|\/)[^\s':]+)'?:\n {4}resolution: \{integrity: ([^,}\s]+)/gm,
      m => m[1]!,
      m => pinned(m[2]!),
    )
  if (/Cargo\.lock$/.test(path))
    take(
      /name = "([^"]+)"\nversion = "([^"]+)"\n(?:source = "([^"]*)"\n)?(?:checksum = "([^"]+)")?/g,
      m => `${m[1]}@${m[2]}`,
      m => pinned(`${m[3] ?? ''}|${m[4] ?? ''}`),
    )
  if (/go\.sum$/.test(path))
    take(
      /^(\S+ \S+) (h1:\S+)$/gm,
      m => m[1]!,
      m => pinned(m[2]!),
    )
  return found
}

function ofNpm(text: string): ReadonlyMap<string, Pin> {
  const found = new Map<string, Pin>()
  try {
    const { packages = {} } = JSON.parse(text) as {
      packages?: Readonly<Record<string, Readonly<Record<string, unknown>>>>
    }
    for (const [place, { version, integrity, resolved, link }] of Object.entries(packages)) {
      if (place === '' || link === true || typeof version !== 'string') continue
      const from = typeof resolved === 'string' ? resolved : null
      if (typeof integrity === 'string') found.set(`${place}@${version}`, pinned(integrity, from))
      // A download address may be absent; only a different one is a change.
      if (from) found.set(`${place}@${version} from`, pinned(from))
    }
  } catch {
    // An unreadable lock file makes the install fail, and setup reports it.
  }
  return found
}
