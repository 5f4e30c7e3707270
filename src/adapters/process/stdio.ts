import { closeSync, constants, openSync, unlinkSync, writeFileSync } from 'node:fs'
import { Socket } from 'node:net'
import type { Readable, Writable } from 'node:stream'

/** What a child is connected to, and our side of it. */
export interface Stdio {
  /** For the child: standard input, output and error. */
  readonly given: readonly [number | 'ignore' | 'pipe', number | 'pipe', number | 'pipe']
  /** Our ends of output and error; null when the child is left to make its own. */
  readonly readers: readonly [Readable, Readable] | null
  /** Our end of its input when it is spoken with; null when it has none, or is left to make its own. */
  readonly writer: Writable | null
  /** Lets go of the child's ends, so that they are open in the child only. */
  closeGiven(): void
}

/**
 * Connects a child through real pipes and a real file.
 * Node itself would use sockets, which programs notice: `echo > /dev/stderr` fails on one, and a bash that finds one
 * as its standard input takes itself for a remote login and runs the user's start-up files.
 * The names exist only until both ends are open. Without `mkfifo` it is sockets after all.
 */
export async function openStdio(
  base: string,
  stdin: string | 'spoken-with' | undefined,
  makeFifos: (paths: readonly string[]) => Promise<boolean>,
): Promise<Stdio> {
  const isSpokenWith = stdin === SPOKEN_WITH
  const paths = [`${base}.stdout`, `${base}.stderr`, ...(isSpokenWith ? [`${base}.stdin`] : [])]
  const hasFifos = await makeFifos(paths)
  const spoken = isSpokenWith && hasFifos ? openSpokenInput(`${base}.stdin`) : null
  const input = spoken?.readEnd ?? (isSpokenWith ? 'pipe' : stdin === undefined ? 'ignore' : openInput(base, stdin))
  const writer = spoken?.writer ?? null
  if (!hasFifos) return { given: [input, 'pipe', 'pipe'], readers: null, writer, closeGiven: () => close([input]) }
  const [stdout, stderr] = [openPipe(paths[0]!), openPipe(paths[1]!)]
  return {
    given: [input, stdout.writeEnd, stderr.writeEnd],
    readers: [stdout.reader, stderr.reader],
    writer,
    closeGiven: () => close([input, stdout.writeEnd, stderr.writeEnd]),
  }
}

/** In place of a text: what the child reads is written while it runs. */
export const SPOKEN_WITH = 'spoken-with'

/** A file cannot fill up or break like a pipe, so a child that does not read hinders nobody. */
function openInput(base: string, text: string): number {
  const path = `${base}.stdin`
  writeFileSync(path, text, { mode: 0o600 })
  const descriptor = openSync(path, 'r')
  unlinkSync(path)
  return descriptor
}

function openPipe(path: string): { readonly reader: Readable; readonly writeEnd: number } {
  // The order matters: a reader that does not wait may come first, a writer would wait for the reader.
  const readEnd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
  const writeEnd = openSync(path, constants.O_WRONLY)
  unlinkSync(path)
  return { reader: new Socket({ fd: readEnd, readable: true, writable: false }), writeEnd }
}

/** Whoever opens one end alone waits for the other; with both ends in one hand nobody waits. */
function openSpokenInput(path: string): { readonly writer: Writable; readonly readEnd: number } {
  const both = openSync(path, constants.O_RDWR)
  const readEnd = openSync(path, constants.O_RDONLY)
  const writeEnd = openSync(path, constants.O_WRONLY | constants.O_NONBLOCK)
  closeSync(both)
  unlinkSync(path)
  return { writer: new Socket({ fd: writeEnd, readable: false, writable: true }), readEnd }
}

function close(descriptors: readonly (number | 'ignore' | 'pipe')[]): void {
  for (const descriptor of descriptors) if (typeof descriptor === 'number') closeSync(descriptor)
}
