import { baseName } from '../../../../core/text/paths.ts'
import { jsonEntries } from '../../settings/json.ts'
import { isTable, type PartTable } from '../../settings/parts.ts'
import { parseToml } from '../../settings/toml.ts'
import type { DiffCheck } from '../check.ts'
import { aboutFile, type DiffFile, type DiffUnderReview } from '../diff.ts'
import type { DiffFinding } from '../finding.ts'

interface LockFormat {
  /** The manifests that belong to the lock file. */
  readonly manifests: readonly string[]
  /** The packages of the lock file, in tables of its own form; null if it does not parse: then setup fails. */
  readonly parse: (text: string) => PartTable | null
}

const NODE = ['package.json', 'pnpm-workspace.yaml']
const LOCKS: Readonly<Record<string, LockFormat>> = {
  'package-lock.json': { manifests: NODE, parse: jsonEntries },
  'npm-shrinkwrap.json': { manifests: NODE, parse: jsonEntries },
  'pnpm-lock.yaml': { manifests: NODE, parse: parsePnpm },
  'yarn.lock': { manifests: NODE, parse: parseYarn },
  'bun.lock': { manifests: NODE, parse: () => null },
  'bun.lockb': { manifests: NODE, parse: () => null },
  'Cargo.lock': { manifests: ['Cargo.toml'], parse: parseToml },
  'poetry.lock': { manifests: ['pyproject.toml'], parse: parseToml },
  'uv.lock': { manifests: ['pyproject.toml'], parse: parseToml },
  'Pipfile.lock': { manifests: ['Pipfile'], parse: jsonEntries },
  'go.sum': { manifests: ['go.mod'], parse: parseGoSum },
  'composer.lock': { manifests: ['composer.json'], parse: jsonEntries },
  'Gemfile.lock': { manifests: ['Gemfile'], parse: () => null },
}

/** Lock files that changed without their manifest, or that give other contents for the same version. */
export const locks: DiffCheck = {
  name: 'locks',
  look: diff =>
    diff.files.filter(file => file.kind === 'lock' && file.status === 'modified').flatMap(file => judge(diff, file)),
}

function judge(diff: DiffUnderReview, file: DiffFile): readonly DiffFinding[] {
  const format = LOCKS[baseName(file.path)]
  if (!format) return []
  const swapped = swaps(format, file)
  const words = `the same version has different contents now: ${swapped.slice(0, 5).join(', ')}`
  if (swapped.length > 0) return [aboutFile('locks', 'halt', file.path, words)]
  if (diff.isNamed(file.path) || diff.contract.task.allow.includes('dependencies')) return []
  // In a workspace, the manifest of any package changes the one lock file at the root.
  const moved = diff.files.some(({ path }) => format.manifests.includes(baseName(path)))
  // A task that asks for newer packages may change the lock file alone.
  const asked = /\b(dependenc\w+|lock ?file|bump\w*|upgrad\w+|audit)\b/.test(diff.contractText)
  return moved || asked ? [] : [aboutFile('locks', 'question', file.path, 'changed without a change of its manifest')]
}

/** Packages with the same version and different contents. */
function swaps({ parse }: LockFormat, { before, after }: DiffFile): readonly string[] {
  const [old, fresh] = [pinsIn(parse(before ?? '')), pinsIn(parse(after ?? ''))]
  return [...fresh].flatMap(([key, contents]) => {
    const known = old.get(key)
    return known !== undefined && isOther(known, contents) ? [key] : []
  })
}

/**
 * Package managers replace old checksums by stronger ones. Of two that cannot be compared, the new one must be the
 * stronger, and the download address the same. Either of them may be absent.
 */
function isOther(known: Pin, now: Pin): boolean {
  const isElsewhere = known.place !== null && now.place !== null && known.place !== now.place
  if (known.checksum === null || now.checksum === null || known.checksum === now.checksum) return isElsewhere
  const [then, is] = [checksumsOf(known.checksum), checksumsOf(now.checksum)]
  if (!then || !is) return true
  const old = new Map(then)
  const shared = is.filter(([kind]) => old.has(kind))
  if (shared.some(([kind, digest]) => old.get(kind) !== digest)) return true
  if (shared.length > 0 && is.length === new Set(is.map(([kind]) => kind)).size) return isElsewhere
  const strength = (all: typeof is) => Math.max(...all.map(([kind]) => STRENGTHS.indexOf(kind)))
  return strength(is) <= strength(then) || known.place === null || known.place !== now.place
}

const STRENGTHS = ['md5', 'sha1', 'sha256', 'sha384', 'sha512']

/** Algorithm and digest of each; null for any other form, which is compared as a whole. */
function checksumsOf(text: string): readonly (readonly [string, string])[] | null {
  const all = text.split(' ').map(one => one.split(/-(.+)/) as [string, string])
  return all.every(([kind, digest]) => digest && STRENGTHS.includes(kind)) ? all : null
}

interface Pin {
  readonly checksum: string | null
  /** The download address without its checksum. */
  readonly place: string | null
}

/** The pinned packages and their files, by name and version, wherever a lock file has them. */
function pinsIn(data: PartTable | null): ReadonlyMap<string, Pin> {
  const found = new Map<string, Pin>()
  const visit = (value: unknown, name: string): void => {
    if (Array.isArray(value)) for (const item of value) visit(item, name)
    if (!isTable(value)) return
    const said = (...keys: readonly string[]) =>
      keys.map(key => value[key]).find((one): one is string => typeof one === 'string') ?? null
    // A file belongs to its package, and the lock file has no version of its own.
    const own = said('file') ?? (name.includes('@') ? said('url') : null) ?? said('name')
    const version = said('version')
    const key = `${own === null ? name : `${said('name') ? '' : name} ${own}`.trim()}${version ? `@${version}` : ''}`
    const [checksum, address] = [said('integrity', 'checksum', 'hash', 'shasum'), said('resolved', 'tarball')]
    const place = address === null ? said('source') : placeOf(address)
    if ((name !== '' || own !== null) && (checksum ?? place) !== null) found.set(key, { checksum, place })
    for (const [below, inside] of Object.entries(value)) visit(inside, BELONGS.has(below) ? key : below)
  }
  visit(data, '')
  return found
}

/** Parts of a package, which have no name of their own. */
const BELONGS: ReadonlySet<string> = new Set(['resolution', 'files', 'wheels', 'sdist', 'dist'])

const placeOf = (address: string): string =>
  address.replace(/#.*$/, '').replace(/^https:\/\/registry\.(yarnpkg\.com|npmjs\.org)\//, 'registry/')

/** Entries of a header and indented fields; a header has ranges, and other ranges may have the same version. */
function parseYarn(text: string): PartTable {
  const entries = text.split('\n\n').map(block => {
    const [head = '', ...lines] = block.split('\n').filter(line => line !== '' && !line.startsWith('#'))
    const fields = lines.map(line => /^ {2}(\w+):? "?([^"]*)"?$/.exec(line)?.slice(1) ?? [])
    const [name] = head.replaceAll('"', '').split(',')
    return { ...Object.fromEntries(fields), name: name!.slice(0, name!.lastIndexOf('@')) }
  })
  return { entries }
}

/** Line by line: a parser of YAML takes seconds for a large lock file. */
function parsePnpm(text: string): PartTable {
  const found = text.matchAll(/^ {2}'?\/?([^\s':]+(?:@|\/)[^\s':]+)'?:\n {4}resolution: \{integrity: ([^,}\s]+)/gm)
  return { entries: [...found].map(([, name, integrity]) => ({ name, integrity })) }
}

function parseGoSum(text: string): PartTable {
  const entries = text.split('\n').map(line => line.split(' '))
  return { entries: entries.map(([name, version, hash]) => ({ name, version, hash })) }
}
