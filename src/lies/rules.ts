import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A digest of everything that determines the catalogue's result: a result is valid only for these rules. */
export function rulesDigest(root: string): string {
  const hash = createHash('sha256')
  const files = ['src/engine/proof/**/*.ts', 'src/adapters/runners/**/*.ts', 'lies/**/*.{mjs,sh,yaml}']
    .flatMap(pattern => globSync(pattern, { cwd: root }))
    .filter(path => !path.endsWith('.test.ts'))
  for (const path of files.sort())
    hash
      .update(`${path}\0`)
      .update(readFileSync(join(root, path)))
      .update('\0')
  return hash.digest('hex').slice(0, 16)
}
