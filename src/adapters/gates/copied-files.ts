import { existsSync } from 'node:fs'
import { cp, mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** Files of the user's checkout that are not in the repository and without which nothing works, such as `.env.local`. */
export async function copyFiles(top: string, paths: readonly string[], dir: string): Promise<void> {
  for (const path of paths) {
    if (!existsSync(join(top, path)) || existsSync(join(dir, path))) continue
    await mkdir(dirname(join(dir, path)), { recursive: true })
    await cp(join(top, path), join(dir, path), { recursive: true, preserveTimestamps: true })
  }
}

/** One sentence for each file that is to be copied and is not there. */
export const missingFiles = (top: string, paths: readonly string[]): readonly string[] =>
  paths
    .filter(path => !existsSync(join(top, path)))
    .map(path => `${path}, which pm-agent.yaml says to copy, is not in your checkout`)
