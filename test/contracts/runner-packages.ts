import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Brought, placeOf, programsIn } from '../rig/brought.ts'

const runner = (name: string, version: string): Brought => ({ name, package: name, version })

/** Test runners that are no dependency of ours; `npm run test:runners` brings them. */
export const RUNNER_PACKAGES: readonly Brought[] = [
  runner('jest', '30.5.2'),
  runner('mocha', '12.0.3'),
  runner('tape', '5.10.2'),
  runner('tap', '21.8.0'),
]

/** Why a runner in an installation cannot be used, or null. Not every one of them has a word for its version. */
export function problemWith({ name, package: folder, version }: Brought, installation: string): string | null {
  const manifest = join(installation, 'node_modules', folder, 'package.json')
  if (!existsSync(manifest) || !existsSync(join(programsIn(installation), name))) return 'it is not there'
  const found: unknown = JSON.parse(readFileSync(manifest, 'utf8')).version
  return found === version ? null : `it is ${found}`
}

/** Links that put a brought runner into a room as setup would, by their path there; null where it was not brought. */
export function linksOf(name: string): Readonly<Record<string, string>> | null {
  const wanted = RUNNER_PACKAGES.find(one => one.name === name)
  if (!wanted || problemWith(wanted, placeOf(wanted)) !== null) return null
  const paths = [`node_modules/${name}`, `node_modules/.bin/${name}`]
  return Object.fromEntries(paths.map(path => [path, join(placeOf(wanted), path)]))
}

/** What stands behind the name of a suite whose runner was not brought. */
export const NOT_BROUGHT = 'not run: npm run test:runners brings it'
