/** A program: brings exactly the CLI that the journeys are played with into a folder outside the repository. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { INSTALLED, PACKAGE, problemWith } from './installation.ts'

if (problemWith(INSTALLED) === null) console.log(`${PACKAGE} is in ${INSTALLED}`)
else {
  const problem = install()
  if (problem !== null) {
    console.error(`not run: ${PACKAGE} could not be installed: ${problem}`)
    process.exitCode = 1
  }
}

/** Installs beside the place and moves there when all is well, so that half an installation is never found. */
function install(): string | null {
  mkdirSync(dirname(INSTALLED), { recursive: true })
  const beside = mkdtempSync(join(dirname(INSTALLED), 'new-'))
  try {
    // Its binary is put in place by an install script, which newer versions of npm want to see allowed by name.
    const manifest = { private: true, allowScripts: { [PACKAGE]: true } }
    writeFileSync(join(beside, 'package.json'), JSON.stringify(manifest))
    const args = ['install', '--prefix', beside, '--no-audit', '--no-fund', '--loglevel', 'error', PACKAGE]
    execFileSync('npm', args, { cwd: beside, stdio: ['ignore', 'inherit', 'inherit'] })
    const problem = problemWith(beside)
    if (problem !== null) return problem
    rmSync(INSTALLED, { recursive: true, force: true })
    renameSync(beside, INSTALLED)
    return null
  } catch (error) {
    return (error as Error).message
  } finally {
    rmSync(beside, { recursive: true, force: true })
  }
}
