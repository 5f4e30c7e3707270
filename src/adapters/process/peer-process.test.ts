import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { type Peer, peerOf } from './peer-process.ts'
import { hasProcessTable, TOKEN_VARIABLE } from './process-table.ts'

const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
})

/** A client in a process of its own: connects, and stays or leaves at once. */
const CLIENT = `
const socket = require('node:net').connect(Number(process.argv[1]), '127.0.0.1')
socket.on('connect', () => process.argv[2] === 'leaves' && socket.destroy())
socket.on('error', () => {})
`

/** The client at the other end of a connection that this command line makes. */
async function peerWith(
  file: string,
  args: readonly string[],
  { env = {}, leaves = false }: { readonly env?: Readonly<Record<string, string>>; readonly leaves?: boolean } = {},
): Promise<Peer> {
  const server = createServer()
  const met = once(server, 'connection')
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  const words = [...args, String(port), ...(leaves ? ['leaves'] : [])]
  const child = spawn(file, words, { env: { PATH: process.env.PATH, ...env }, stdio: 'ignore', detached: true })
  const [socket] = (await met) as [Socket]
  ends.push(
    () => child.kill('SIGKILL'),
    () => socket.destroy(),
    () => server.close(),
  )
  if (leaves) await once(socket.resume(), 'end')
  return peerOf({ localPort: port, remotePort: socket.remotePort! })
}

describe.runIf(hasProcessTable)('the process at the other end of a connection', () => {
  test('is another one if it has nothing to do with an agent', async () => {
    expect(await peerWith(process.execPath, ['-e', CLIENT, '--'])).toBe('other')
  })

  test('is an agent if it carries the token of a launch', async () => {
    expect(await peerWith(process.execPath, ['-e', CLIENT, '--'], { env: { [TOKEN_VARIABLE]: 'launch-1' } })).toBe(
      'agent',
    )
  })

  test('is an agent if one of its ancestors carries a token, although it dropped its own', async () => {
    const drops = 'env -u "$0" "$@"; exit'
    const args = ['-c', drops, TOKEN_VARIABLE, process.execPath, '-e', CLIENT, '--']
    expect(await peerWith('sh', args, { env: { [TOKEN_VARIABLE]: 'launch-1' } })).toBe('agent')
  })

  test('is gone if it closed its end before anybody looked', async () => {
    expect(await peerWith(process.execPath, ['-e', CLIENT, '--'], { leaves: true })).toBe('gone')
  })
})
