#!/usr/bin/env node
// Plain JavaScript for any Node from 20 on: finds a Node that can run pm-agent and gets out of the way.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findNode } from './find-node.js'

const here = dirname(fileURLToPath(import.meta.url))
// In a clone the sources are run as they are; the package holds the bundle.
const source = join(here, '..', 'src', 'main.ts')
const main = existsSync(source) ? source : join(here, '..', 'dist', 'main.js')

const { node, problem, hint } = findNode()
if (problem) {
  console.error(`pm-agent: ${problem}\n  ${hint}`)
  process.exit(2)
}
if (node === null) await import(main)
else startWith(node)

// A child that is killed outright leaves its terminal as it was drawn: no cursor, another screen, no echo.
function restoreTerminal(modes) {
  process.stdout.write('\u001b[?7h\u001b[?1049l\u001b[?25h')
  spawnSync('stty', [modes], { stdio: 'inherit' })
}

function startWith(node) {
  const isTerminal = process.stdin.isTTY && process.stdout.isTTY
  const told = isTerminal ? spawnSync('stty', ['-g'], { stdio: ['inherit', 'pipe', 'ignore'], encoding: 'utf8' }) : null
  const modes = told?.status === 0 ? told.stdout.trim() : 'sane'
  const child = spawn(node, [main, ...process.argv.slice(2)], {
    // The channel tells the program that this launcher is gone, also when it is killed outright.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  })
  // A terminal sends Ctrl-C to both of us; anybody else sends it to us alone.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(signal, () => (signal === 'SIGINT' && process.stdin.isTTY ? null : child.kill(signal)))
  child.on('error', error => {
    console.error(`pm-agent: cannot start ${node}: ${error.message}`)
    process.exit(2)
  })
  child.on('exit', (code, signal) => {
    if (signal && isTerminal) restoreTerminal(modes)
    process.exit(code ?? (signal === 'SIGINT' ? 130 : 1))
  })
}
