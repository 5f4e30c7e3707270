/** A program: brings exactly the CLIs that the journeys are played with into folders outside the repository. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type LiveCli, placeOf, problemWith, wantedClis } from './installation.ts'

for (const cli of wantedClis([process.env.PM_AGENT_LIVE ?? '', ...process.argv.slice(2)].join(','))) {
  const problem = problemWith(cli, placeOf(cli)) === null ? null : install(cli)
  console.log(
    problem === null
      ? `${cli.package}@${cli.version} is in ${placeOf(cli)}`
      : `not run: ${cli.package}@${cli.version} could not be installed: ${problem}`,
  )
}

/** Installs beside the place and moves there when all is well, so that half an installation is never found. */
function install(cli: LiveCli): string | null {
  const place = placeOf(cli)
  mkdirSync(dirname(place), { recursive: true })
  const beside = mkdtempSync(join(dirname(place), 'new-'))
  try {
    const wanted = `${cli.package}@${cli.version}`
    // A binary may be put in place by an install script, which newer versions of npm want to see allowed by name.
    const manifest = { private: true, allowScripts: { [wanted]: true } }
    writeFileSync(join(beside, 'package.json'), JSON.stringify(manifest))
    const args = ['install', '--prefix', beside, '--no-audit', '--no-fund', '--loglevel', 'error', wanted]
    execFileSync('npm', args, { cwd: beside, stdio: ['ignore', 'inherit', 'inherit'] })
    const problem = problemWith(cli, beside)
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
