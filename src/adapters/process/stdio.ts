import { closeSync, constants, openSync, unlinkSync, writeFileSync } from 'node:fs'
import { Socket } from 'node:net'
import type { Readable, Writable } from 'node:stream'

/** A child's connections, and our side of them. */
export interface Stdio {
  /** For the child: stdin, stdout and stderr. */
  readonly given: readonly [number | 'ignore' | 'pipe', number | 'pipe', number | 'pipe']
  /** Our ends of stdout and stderr; null if Node creates them. */
  readonly readers: readonly [Readable, Readable] | null
  /** Our end of its stdin in a conversation; null if it has none, or Node creates it. */
  readonly writer: Writable | null
  /** Closes the child's ends, so that they are open in the child only. */
  closeGiven(): void
}

/**
 * Connects a child through real pipes and a real file.
 * Node itself would use sockets, which programs notice: `echo > /dev/stderr` fails on one, and a bash with a socket
 * as its stdin takes itself for a remote login and runs the user's start-up files.
 * The names exist only until both ends are open. Without `mkfifo` it falls back to sockets.
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

/** Instead of a text: the child's input is written while it runs. */
export const SPOKEN_WITH = 'spoken-with'

/** A file cannot fill up or break like a pipe, so a child that does not read blocks nothing. */
function openInput(base: string, text: string): number {
  const path = `${base}.stdin`
  writeFileSync(path, text, { mode: 0o600 })
  const descriptor = openSync(path, 'r')
  unlinkSync(path)
  return descriptor
}

function openPipe(path: string): { readonly reader: Readable; readonly writeEnd: number } {
  // The order matters: a non-blocking reader may come first, a writer would wait for the reader.
  const readEnd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
  const writeEnd = openSync(path, constants.O_WRONLY)
  unlinkSync(path)
  return { reader: new Socket({ fd: readEnd, readable: true, writable: false }), writeEnd }
}

/** Opening one end alone blocks until the other is opened; opening both ends at once does not. */
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
