import type { Word } from '../command-line.ts'
import type { Invocation } from '../invocation.ts'

/** How a program of a package is started, and its arguments. */
export interface Started {
  readonly words: readonly string[]
  readonly args: readonly Word[]
}

/**
 * Recognises `name`, or `node` with the program's file in node_modules, and starts the program that setup installed
 * into the room: never a script of the tree.
 */
export function startedBy({ program, args }: Invocation, programs: Readonly<Record<string, RegExp>>): Started | null {
  if (program in programs) return { words: [`node_modules/.bin/${program}`], args }
  if (program !== 'node') return null
  const at = args.findIndex(({ value }) => !value.startsWith('-'))
  const file = args[at]?.value.replace(/^\.\//, '')
  if (file === undefined || !file.startsWith('node_modules/')) return null
  const isOurs = Object.entries(programs).some(
    ([name, pattern]) => file === `node_modules/.bin/${name}` || pattern.test(file),
  )
  return isOurs ? { words: ['node', ...args.slice(0, at + 1).map(({ raw }) => raw)], args: args.slice(at + 1) } : null
}
