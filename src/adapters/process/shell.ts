import { accessSync, constants, statSync } from 'node:fs'
import { delimiter, isAbsolute, join } from 'node:path'

/** The shell for command lines: bash if there is one. */
export const findShell = (userEnv: Readonly<Record<string, string | undefined>>): string =>
  findProgram('bash', userEnv.PATH ?? '') ?? findProgram('bash', '/bin:/usr/bin') ?? '/bin/sh'

/** The path of a program; relative folders on the PATH are ignored. */
export function findProgram(name: string, path: string): string | null {
  for (const folder of path.split(delimiter)) {
    if (isAbsolute(folder) && isExecutable(join(folder, name))) return join(folder, name)
  }
  return null
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return statSync(file).isFile()
  } catch {
    return false
  }
}
