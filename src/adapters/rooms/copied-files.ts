import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { cp, mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** Copies required files of the user's checkout that are not in the repository, such as `.env.local`. */
export async function copyFiles(top: string, paths: readonly string[], dir: string): Promise<void> {
  for (const path of paths) {
    const target = join(dir, path)
    // Files of the tree take precedence, and a folder of the tree may be a link to the outside.
    if (!existsSync(join(top, path)) || existsSync(target) || leads(dir, dirname(target))) continue
    await mkdir(dirname(target), { recursive: true })
    await cp(join(top, path), target, { recursive: true, dereference: true, preserveTimestamps: true })
  }
}

/** One sentence for each missing file. */
export const missingFiles = (top: string, paths: readonly string[]): readonly string[] =>
  paths
    .filter(path => !existsSync(join(top, path)))
    .map(path => `${path}, which pm-agent.yaml says to copy, is not in your checkout`)

/** A digest of their contents, on which results depend. */
export function digestOfCopies(top: string, paths: readonly string[]): string {
  const hash = createHash('sha256')
  const read = (path: string): void => {
    const stats = statSync(join(top, path), { throwIfNoEntry: false })
    hash.update(`\0${path}\0`)
    if (stats?.isDirectory()) for (const name of readdirSync(join(top, path)).sort()) read(`${path}/${name}`)
    else if (stats?.isFile())
      hash.update(
        createHash('sha256')
          .update(readFileSync(join(top, path)))
          .digest(),
      )
  }
  for (const path of paths) read(path)
  return hash.digest('hex')
}

/** Whether the nearest existing folder is outside of the room. */
function leads(dir: string, folder: string): boolean {
  let nearest = folder
  while (!existsSync(nearest)) nearest = dirname(nearest)
  return !`${realpathSync(nearest)}/`.startsWith(`${realpathSync(dir)}/`)
}
