import { closeSync, constants, openSync, unlinkSync, writeFileSync } from 'node:fs'
import { Socket } from 'node:net'
import type { Readable, Writable } from 'node:stream'
import type { MakeFifos, OpenPipe, PipeStock } from './pipe-stock.ts'

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
 * Without `mkfifo` it falls back to sockets.
 */
export async function openStdio(
  base: string,
  stdin: string | 'spoken-with' | undefined,
  { makeFifos, pipes }: { readonly makeFifos: MakeFifos; readonly pipes: PipeStock },
): Promise<Stdio> {
  const isSpokenWith = stdin === SPOKEN_WITH
  const hasFifo = isSpokenWith && (await makeFifos([`${base}.stdin`]))
  const taken = await pipes.take(base, 2)
  // An end that stays open after a failure would keep this process alive, waiting for output that never comes.
  using failed = new DisposableStack()
  const [stdout, stderr] = (taken ?? []).map(pipe => holdPipe(pipe, failed))
  const spoken = hasFifo ? openSpokenInput(`${base}.stdin`, failed) : null
  const input =
    spoken?.readEnd ?? (isSpokenWith ? 'pipe' : stdin === undefined ? 'ignore' : openInput(base, stdin, failed))
  const writer = spoken?.writer ?? null
  failed.move()
  return {
    given: [input, stdout?.writeEnd ?? 'pipe', stderr?.writeEnd ?? 'pipe'],
    readers: stdout && stderr ? [stdout.reader, stderr.reader] : null,
    writer,
    closeGiven: () => close([input, ...(stdout && stderr ? [stdout.writeEnd, stderr.writeEnd] : [])]),
  }
}

/** Instead of a text: the child's input is written while it runs. */
export const SPOKEN_WITH = 'spoken-with'

/** A file cannot fill up or break like a pipe, so a child that does not read blocks nothing. */
function openInput(base: string, text: string, failed: DisposableStack): number {
  const path = `${base}.stdin`
  writeFileSync(path, text, { mode: 0o600 })
  const descriptor = open(path, constants.O_RDONLY, failed)
  unlinkSync(path)
  return descriptor
}

function holdPipe(
  { readEnd, writeEnd }: OpenPipe,
  failed: DisposableStack,
): { readonly reader: Readable; readonly writeEnd: number } {
  failed.defer(() => closeSync(writeEnd))
  const reader = new Socket({ fd: readEnd, readable: true, writable: false })
  failed.defer(() => reader.destroy())
  return { reader, writeEnd }
}

/** Opening one end alone blocks until the other is opened; opening both ends at once does not. */
function openSpokenInput(
  path: string,
  failed: DisposableStack,
): { readonly writer: Writable; readonly readEnd: number } {
  using both = new DisposableStack()
  open(path, constants.O_RDWR, both)
  const readEnd = open(path, constants.O_RDONLY, failed)
  const writer = new Socket({
    fd: openSync(path, constants.O_WRONLY | constants.O_NONBLOCK),
    readable: false,
    writable: true,
  })
  failed.defer(() => writer.destroy())
  unlinkSync(path)
  return { writer, readEnd }
}

/** Opens a file that is closed with `owner`. */
function open(path: string, flags: number, owner: DisposableStack): number {
  const descriptor = openSync(path, flags)
  owner.defer(() => closeSync(descriptor))
  return descriptor
}

function close(descriptors: readonly (number | 'ignore' | 'pipe')[]): void {
  for (const descriptor of descriptors) if (typeof descriptor === 'number') closeSync(descriptor)
}
