import type { Network } from '../../core/settings/config.ts'
import type { Enclosure } from '../process/sandbox/enclosure.ts'

/**
 * A separate network for a command: empty, or with only the loopback device. An ordinary user has to
 * become the owner of a user namespace for that, and gets the original user id again inside of it.
 */
export function networkEnclosure(network: Network): Enclosure | null {
  if (network === 'on') return null
  const [uid, gid] = [process.getuid?.() ?? 0, process.getgid?.() ?? 0]
  const loopback = network === 'loopback' ? 'ip link set lo up || exit 1; ' : ''
  const again = uid === 0 ? '' : `unshare --user --map-user=${uid} --map-group=${gid} -- `
  return {
    file: 'unshare',
    args: [
      ...(uid === 0 ? ['--net'] : ['--map-root-user', '--net']),
      '--',
      'sh',
      '-c',
      `${loopback}exec ${again}"$@"`,
      'sh',
    ],
  }
}

const NO_SANDBOX = 'no sandbox (process group only)'

/** The isolation of a command, for receipts. */
export function sandboxWords(network: Network | null, enforced: boolean): string {
  if (network === null || network === 'on') return NO_SANDBOX
  if (!enforced) return `${NO_SANDBOX}, network not restricted`
  return `${NO_SANDBOX}, ${network === 'off' ? 'no network' : 'loopback only'}`
}
