import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import type { Context } from '../context.ts'

/** Whether a program can be started by its name. */
export function isOnPath(context: Pick<Context, 'env'>, program: string): boolean {
  return (context.env.PATH ?? '').split(delimiter).some(dir => {
    try {
      accessSync(join(dir, program), constants.X_OK)
      return true
    } catch {
      return false
    }
  })
}
