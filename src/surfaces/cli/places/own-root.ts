import { fileURLToPath } from 'node:url'

/** The root of the clone, or of the package. */
export function ownRoot(): string {
  const here = import.meta.url
  return fileURLToPath(new URL(here.endsWith('.ts') ? '../../../../' : '../', here))
}
