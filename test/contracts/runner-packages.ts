import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Brought, placeOf, programsIn } from '../rig/brought.ts'

const runner = (name: string, version: string): Brought => ({ name, package: name, version })

/** Test runners that are not our dependencies; `npm run test:runners` installs them. */
export const RUNNER_PACKAGES: readonly Brought[] = [
  runner('jest', '30.5.2'),
  runner('mocha', '12.0.3'),
  runner('tape', '5.10.2'),
  runner('tap', '21.8.0'),
]

/** Why an installed runner is unusable, or null. Not all of them print a version. */
export function problemWith({ name, package: folder, version }: Brought, installation: string): string | null {
  const manifest = join(installation, 'node_modules', folder, 'package.json')
  if (!existsSync(manifest) || !existsSync(join(programsIn(installation), name))) return 'it is not there'
  const found: unknown = JSON.parse(readFileSync(manifest, 'utf8')).version
  return found === version ? null : `it is ${found}`
}

/** Links that put an installed runner into a room as setup would, by their path there; null if it is not installed. */
export function linksOf(name: string): Readonly<Record<string, string>> | null {
  const wanted = RUNNER_PACKAGES.find(one => one.name === name)
  if (!wanted || problemWith(wanted, placeOf(wanted)) !== null) return null
  const paths = [`node_modules/${name}`, `node_modules/.bin/${name}`]
  return Object.fromEntries(paths.map(path => [path, join(placeOf(wanted), path)]))
}

/** Suffix for the name of a suite whose runner is not installed. */
export const NOT_BROUGHT = 'not run: npm run test:runners installs it'
