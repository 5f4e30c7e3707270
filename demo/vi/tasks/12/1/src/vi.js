#!/usr/bin/env node
import { parseArgs } from 'node:util'
import { decodeKeys, parseKeys } from './keys.js'
import { open, pressed } from './session.js'
import { render } from './viewport.js'

const USAGE = 'usage: vi [--keys SCRIPT] [--show] FILE'

/** Plays keys without a terminal. It fails when they leave something unwritten. */
function playScript(session, script, { show }) {
  let now = session
  for (const key of parseKeys(script)) if (!now.left) now = pressed(now, key)
  if (show) console.log(render(now.editor, { rows: 12, columns: 60 }).lines.join('\n'))
  const lost = now.editor.lines !== now.saved && !now.left
  if (lost) console.error(`vi: ${now.path} was changed and not written`)
  return lost ? 1 : 0
}

/** Edits at a terminal until the user leaves. */
async function playTerminal(session, { stdin, stdout }) {
  let now = session
  let top = 0
  const draw = () => {
    const screen = render(now.editor, { rows: stdout.rows || 24, columns: stdout.columns || 80 }, top)
    top = screen.top
    stdout.write(`\u001b[2J\u001b[H${screen.lines.join('\r\n')}\u001b[${screen.row + 1};${screen.column + 1}H`)
  }
  stdin.setRawMode(true).setEncoding('utf8')
  draw()
  for await (const sent of stdin) {
    for (const key of decodeKeys(sent)) if (!now.left) now = pressed(now, key)
    if (now.left) break
    draw()
  }
  stdin.setRawMode(false)
  stdout.write('\u001b[2J\u001b[H')
  return 0
}

async function main() {
  const { values, positionals } = parseArgs({
    options: { keys: { type: 'string' }, show: { type: 'boolean' } },
    allowPositionals: true,
  })
  if (positionals.length !== 1) throw new Error(USAGE)
  const session = open(positionals[0])
  if (values.keys !== undefined) return playScript(session, values.keys, values)
  if (!process.stdin.isTTY) throw new Error(`there is no terminal; ${USAGE}`)
  return playTerminal(session, process)
}

try {
  process.exitCode = await main()
} catch (error) {
  console.error(`vi: ${error.message}`)
  process.exitCode = 2
}
