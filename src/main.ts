import { askerAt } from './surfaces/cli/ask.ts'
import { cli, onlyLooks } from './surfaces/cli/cli.ts'
import { openTerminal } from './surfaces/cli/terminal.ts'

const terminal = openTerminal(process.stdout, process.stderr, process.env)
// A reader that has seen enough (`pm-agent log | head`) is not an error. A run whose terminal is gone stops in good order.
let isHeard = true
for (const stream of [process.stdout, process.stderr])
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE' && error.code !== 'EIO') throw error
    if (!isHeard) return
    isHeard = false
    if (process.listenerCount('SIGTERM') > 0) process.kill(process.pid, 'SIGTERM')
    else process.exit(0)
  })
// Under an older Node a launcher started us and holds this channel: when it is killed, nobody can stop us any more.
process.channel?.unref()
process.once('disconnect', () => {
  if (process.listenerCount('SIGTERM') > 0) process.kill(process.pid, 'SIGTERM')
  else process.exit(1)
})
const ask = askerAt(process.stdin, process.stdout)
const args = process.argv.slice(2)
process.exitCode = await cli(args, { cwd: process.cwd(), env: process.env, terminal, ask })
// Left alone, the process would first tidy up the memory of a large run, which takes as long as showing it.
const isPrinted = process.stdout.writableLength === 0 && process.stderr.writableLength === 0
if (isPrinted && onlyLooks(args)) process.exit()
