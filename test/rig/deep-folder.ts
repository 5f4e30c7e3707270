import { mkdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'

/** Some sixteen thousand bytes deep, created from the inside out, because no path could name its end. */
export function makeDeep(dir: string): void {
  const around = `${dir}-around`
  mkdirSync(dir)
  for (let depth = 0; depth < 80; depth++) {
    mkdirSync(around)
    renameSync(dir, join(around, 'deeper'.repeat(33)))
    renameSync(around, dir)
  }
}
