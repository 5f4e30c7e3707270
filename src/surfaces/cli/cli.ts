import { unreachable } from '../../core/result.ts'
import { readCommandLine } from './command-line.ts'
import { COMMANDS } from './command-table.ts'
import type { Context } from './context.ts'
import { EXIT, Problem, printProblem } from './problem.ts'
import { VERSION } from './version.ts'

/** Parses the command line and runs one command; returns its exit code. Everything is loaded on demand. */
export async function cli(args: readonly string[], context: Context): Promise<number> {
  try {
    return args.length === 0 ? await (await import('./home.ts')).home(context) : await start(args, context)
  } catch (error) {
    return failure(context, error)
  }
}

/** Whether a command only reads and prints: when it returns, nothing is left to do. */
export function onlyLooks(args: readonly string[]): boolean {
  const line = readCommandLine(args, COMMANDS)
  return line.is === 'command' && line.command.group === 'look'
}

async function start(args: readonly string[], context: Context): Promise<number> {
  const line = readCommandLine(args, COMMANDS)
  switch (line.is) {
    case 'command':
      return line.command.run(context, line.flags, line.argument)
    case 'help':
      return (await import('./help.ts')).help(context, COMMANDS, line.command?.name)
    case 'version':
      context.terminal.print(VERSION)
      return EXIT.done
    case 'mistake':
      return (await import('./help.ts')).explainMistake(context, line)
    default:
      return unreachable(line)
  }
}

/** Failures of the system that no program can be at fault for: they are not bugs, and a stack trace would not help. */
const MACHINE = new Set([
  ...['EIO', 'EROFS', 'EACCES', 'EPERM', 'ENOSPC', 'EDQUOT'],
  ...['EMFILE', 'ENFILE', 'ENOMEM', 'ESTALE', 'ENXIO', 'ETIMEDOUT'],
])

function failure({ terminal }: Context, error: unknown): number {
  if (error instanceof Problem) {
    printProblem(terminal, error)
    return EXIT.badInput
  }
  // The journal's own error for a disk that fails during a run; the class is not loaded just for this check.
  if (error instanceof Error && error.name === 'StoreProblem') {
    printProblem(terminal, new Problem(error.message, [(error as Error & { readonly hint: string }).hint]))
    return EXIT.badInput
  }
  const { message, stack, code } = error as NodeJS.ErrnoException
  if (MACHINE.has(code ?? '')) {
    const hints = [
      'the disk or the system refused it; when that is mended, pm-agent run continues from the recorded state',
    ]
    printProblem(terminal, new Problem(message, hints))
    return EXIT.badInput
  }
  terminal.warn(`pm-agent: a bug in pm-agent: ${message ?? error}`)
  terminal.warn('  nothing is lost: pm-agent run continues from the recorded state')
  if (stack) terminal.warn(stack)
  return EXIT.bug
}
