import { startAside } from '../../adapters/process/child.ts'
import { findProgram } from '../../adapters/process/shell.ts'
import type { Context } from '../cli/context.ts'

/** The program that shows an address to the user: none in CI, without a terminal, over SSH or without a display. */
export function browserProgram(
  { env, ask }: Pick<Context, 'env' | 'ask'>,
  platform: NodeJS.Platform = process.platform,
): string | null {
  if (!ask || env.CI || env.SSH_CONNECTION) return null
  const found = (...names: readonly (string | undefined)[]) =>
    names.flatMap(name => (name && findProgram(name, env.PATH ?? '')) || []).at(0) ?? null
  if (platform === 'darwin') return found(env.BROWSER, 'open')
  if (!env.DISPLAY && !env.WAYLAND_DISPLAY) return null
  return found(env.BROWSER, 'wslview', 'xdg-open')
}

/** Opens the address in the user's browser; says whether there is one. */
export function openBrowser(context: Context, url: string): boolean {
  const program = browserProgram(context)
  if (program === null) return false
  startAside(program, [url], context)
  return true
}
