import { spawnSync } from 'node:child_process'
import { MAIN } from './program.ts'
import { type Finished, start } from './projects/project.ts'

const AS_NOBODY = ['--reuid=65534', '--regid=65534', '--clear-groups', process.execPath, MAIN]

const isRoot = process.getuid?.() === 0

/** Nothing is forbidden to root, who has to become somebody else for some tests. */
export const canBeOther = !isRoot || spawnSync('setpriv', [...AS_NOBODY, '--version']).status === 0

/** Gives a folder to the other user. */
export function giveTo(dir: string): void {
  if (isRoot) spawnSync('chown', ['-R', '65534:65534', dir])
}

/** pm-agent as a user who is not root. */
export function asOther(
  args: readonly string[],
  place: { readonly cwd: string; readonly env: NodeJS.ProcessEnv },
): Promise<Finished> {
  const [file, ...rest] = isRoot ? ['setpriv', ...AS_NOBODY] : [process.execPath, MAIN]
  return start(file!, [...rest, ...args], place).done
}
