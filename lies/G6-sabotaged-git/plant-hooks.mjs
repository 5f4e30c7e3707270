import { marker, sh, write } from '../agent.mjs'

const HOOKS = ['post-checkout', 'post-commit', 'pre-commit', 'reference-transaction', 'post-index-change', 'update', 'pre-receive', 'post-update', 'pre-auto-gc', 'post-merge', 'fsmonitor-watchman']

/** Hooks of every kind, each of which would leave the marker. */
export function plantHooks(dir) {
  for (const name of HOOKS) write(`${dir}/${name}`, `#!/bin/sh\ntouch '${marker}'\n`)
  sh(`chmod +x '${dir}'/*`)
}
