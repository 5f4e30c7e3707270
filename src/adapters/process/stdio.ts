import { closeSync, constants, openSync, unlinkSync, writeFileSync } from 'node:fs'
import { Socket } from 'node:net'
import type { Readable } from 'node:stream'

/** What a child is connected to, and our side of it. */
export interface Stdio {
  /** For the child: standard input, output and error. */
  readonly given: readonly [number | 'ignore', number | 'pipe', number | 'pipe']
  /** Our ends of output and error; null when the child is left to make its own. */
  readonly readers: readonly [Readable, Readable] | null
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
  stdin: string | undefined,
  makeFifos: (paths: readonly string[]) => Promise<boolean>,
): Promise<Stdio> {
  const paths = [`${base}.stdout`, `${base}.stderr`] as const
  const input = stdin === undefined ? 'ignore' : openInput(`${base}.stdin`, stdin)
  if (!(await makeFifos(paths)))
    return { given: [input, 'pipe', 'pipe'], readers: null, closeGiven: () => close([input]) }
  const [stdout, stderr] = [openPipe(paths[0]), openPipe(paths[1])]
  return {
    given: [input, stdout.writeEnd, stderr.writeEnd],
    readers: [stdout.reader, stderr.reader],
    closeGiven: () => close([input, stdout.writeEnd, stderr.writeEnd]),
  }
}

/** A file cannot fill up or break like a pipe, so a child that does not read hinders nobody. */
function openInput(path: string, text: string): number {
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

function close(descriptors: readonly (number | 'ignore')[]): void {
  for (const descriptor of descriptors) if (descriptor !== 'ignore') closeSync(descriptor)
}
