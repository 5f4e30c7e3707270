import { cli } from './surfaces/cli/cli.ts'
import { openTerminal } from './surfaces/cli/terminal.ts'

const terminal = openTerminal(process.stdout, process.stderr, process.env)
// A reader that has seen enough (`pm-agent log | head`) is not an error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0)
  throw error
})
process.exitCode = await cli(process.argv.slice(2), { cwd: process.cwd(), env: process.env, terminal })
