import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundle } from '../../scripts/bundle.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
/** Beside `dist`, which the test of the package makes anew, and at the same distance from the prompts. */
const BUNDLE = join(ROOT, 'dist-tests')

/** Before any test: journeys start the program as users have it, which loads in half the time of the sources. */
export default async function setup(): Promise<void> {
  process.env.PM_AGENT_BUNDLE = BUNDLE
  if (isFresh()) return
  const aside = `${BUNDLE}-${process.pid}`
  mkdirSync(aside)
  await bundle(aside)
  rmSync(BUNDLE, { recursive: true, force: true })
  renameSync(aside, BUNDLE)
}

function isFresh(): boolean {
  const main = join(BUNDLE, 'main.js')
  if (!existsSync(main)) return false
  const built = statSync(main).mtimeMs
  const sources = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' }).map(path => join('src', path))
  return [...sources, 'package.json', 'scripts/bundle.ts'].every(path => statSync(join(ROOT, path)).mtimeMs < built)
}
