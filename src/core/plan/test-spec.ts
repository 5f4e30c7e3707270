import type { HeldOut } from './plan.ts'

/** A test as a plan or a setting names it: a path or a command, with or without saying which. */
export function testSpec(words: string): HeldOut {
  const kind = /^(command|file)\s*[:：]\s*/i.exec(words)
  const rest = kind === null ? words : words.slice(kind[0].length)
  const isFile = kind === null ? isTestPath(rest) : kind[1]!.toLowerCase() === 'file'
  return isFile ? { is: 'file', path: rest } : { is: 'command', command: rest }
}

/** A held-out check: the path is relative to the top of the repository. */
export function heldOut(words: string): HeldOut {
  const spec = testSpec(words.trim())
  return spec.is === 'file' ? { is: 'file', path: spec.path.replace(/^(\.\/)+/, '') } : spec
}

/** One word with a folder or an extension; anything with a blank in it is a command. */
export const isTestPath = (words: string): boolean => !/\s/.test(words) && (words.includes('/') || /\.\w+$/.test(words))
