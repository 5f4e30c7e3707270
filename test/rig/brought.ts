import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { basename, dirname, join } from 'node:path'

/** A program that is no dependency of ours and that tests are played with: exactly this version and no other. */
export interface Brought {
  /** As it is started. */
  readonly name: string
  readonly package: string
  readonly version: string
}

/** Why a program in an installation cannot be used, or null. */
export type Problem = (wanted: Brought, installation: string) => string | null

/** Where one lies: outside the repository, by its version, where only this user writes; used again by the next run. */
export const placeOf = ({ package: name, version }: Brought): string =>
  join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'pm-agent', `${basename(name)}-${version}`)

/** The folder to put on a PATH, in an installation. */
export const programsIn = (installation: string): string => join(installation, 'node_modules', '.bin')

/** Brings what is not there yet, and says of each where it is or why it is not. */
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

/** Installs beside the place and moves there when all is well, so that half an installation is never found. */
function bring(one: Brought, problemWith: Problem): string | null {
  const place = placeOf(one)
  mkdirSync(dirname(place), { recursive: true })
  const beside = mkdtempSync(join(dirname(place), 'new-'))
  try {
    const wanted = `${one.package}@${one.version}`
    // A binary may be put in place by an install script, which newer versions of npm want to see allowed by name.
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
