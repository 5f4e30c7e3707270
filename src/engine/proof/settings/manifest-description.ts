/** Package manifests, and their parts that nothing runs: the version, the description, addresses. */
import { globMatcher } from '../../../core/text/glob.ts'
import { settingsData } from './data.ts'
import { differingParts, type PartKey } from './parts.ts'

export const isManifest = globMatcher([
  '**/{package.json,pyproject.toml,Cargo.toml,composer.json,setup.cfg,go.mod,go.work,deno.json,deno.jsonc,Gemfile,Pipfile}',
  '**/{requirements*.txt,requirements*.in,constraints*.txt,environment.yml,environment.yaml}',
])

const DESCRIBES: ReadonlySet<string> = new Set([
  ...['version', 'description', 'keywords', 'license', 'author', 'contributors', 'maintainers', 'repository'],
  ...['homepage', 'bugs', 'funding', 'readme', 'classifiers', 'urls', 'authors', 'categories', 'documentation'],
])

/** The tables of a TOML manifest that describe the package; in JSON the whole file does. */
const PACKAGE_TABLES: readonly PartKey[] = [['project'], ['package'], ['tool', 'poetry'], ['workspace', 'package']]

/** Whether an entry, by its path of names, only describes the package. */
export const isIdleEntry = (key: PartKey): boolean => {
  const table = PACKAGE_TABLES.find(names => names.every((name, at) => key[at] === name))
  return DESCRIBES.has(key[table?.length ?? 0] ?? '')
}

/** Whether two forms of a manifest differ only in these parts. */
export function isIdleManifest(path: string, before: string | null, after: string | null): boolean {
  if (!path.endsWith('.json') && !path.endsWith('.toml')) return false
  const [then, now] = [settingsData(path, before), settingsData(path, after)]
  return then !== null && now !== null && differingParts(then, now).every(({ key }) => isIdleEntry(key))
}
