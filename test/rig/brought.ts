import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { basename, dirname, join } from 'node:path'

/** A program for tests that is not our dependency: exactly this version. */
export interface Brought {
  /** The command that starts it. */
  readonly name: string
  readonly package: string
  readonly version: string
}

/** Why an installed program is unusable, or null. */
export type Problem = (wanted: Brought, installation: string) => string | null

/** The installation folder: outside the repository, by version, writable only by this user; reused by the next run. */
export const placeOf = ({ package: name, version }: Brought): string =>
  join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'pm-agent', `${basename(name)}-${version}`)

/** The folder to put on a PATH, in an installation. */
export const programsIn = (installation: string): string => join(installation, 'node_modules', '.bin')

/** Installs missing programs, and returns the path of each, or why it is missing. */
export function bringAll(wanted: readonly Brought[], problemWith: Problem): void {
  for (const one of wanted) {
    const problem = problemWith(one, placeOf(one)) === null ? null : bring(one, problemWith)
    console.log(
      problem === null
        ? `${one.package}@${one.version} is in ${placeOf(one)}`
        : `not run: ${one.package}@${one.version} could not be installed: ${problem}`,
    )
  }
}

/** Installs beside the target and renames, so that a partial installation is never found. */
function bring(one: Brought, problemWith: Problem): string | null {
  const place = placeOf(one)
  mkdirSync(dirname(place), { recursive: true })
  const beside = mkdtempSync(join(dirname(place), 'new-'))
  try {
    const wanted = `${one.package}@${one.version}`
    // An install script may put a binary in place, which newer versions of npm allow only by name.
    const manifest = { private: true, allowScripts: { [wanted]: true } }
    writeFileSync(join(beside, 'package.json'), JSON.stringify(manifest))
    const args = ['install', '--prefix', beside, '--no-audit', '--no-fund', '--loglevel', 'error', wanted]
    execFileSync('npm', args, { cwd: beside, stdio: ['ignore', 'inherit', 'inherit'] })
    const problem = problemWith(one, beside)
    if (problem !== null) return problem
    rmSync(place, { recursive: true, force: true })
    renameSync(beside, place)
    return null
  } catch (error) {
    return (error as Error).message
  } finally {
    rmSync(beside, { recursive: true, force: true })
  }
}
