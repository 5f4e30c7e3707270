import type { Context } from './context.ts'
import { EXIT, Problem, printProblem } from './problem.ts'
import { quickParse } from './quick-parse.ts'

/** Reads the command line and runs one command; its exit code comes back. Everything is loaded when it is needed. */
export async function cli(args: readonly string[], context: Context): Promise<number> {
  try {
    if (args.length === 0) return await (await import('./commands/home.ts')).home(context)
    const quick = quickParse(args)
    if (quick) return await quick.command.run(context, quick.given)
    return await (await import('./full-parse.ts')).fullParse(args, context)
  } catch (error) {
    return failure(context, error)
  }
}

function failure({ terminal }: Context, error: unknown): number {
  if (error instanceof Problem) {
    printProblem(terminal, error)
    return EXIT.badInput
  }
  // The journal's own words for a disk that fails in the middle of a run; the class is not loaded only to ask.
  if (error instanceof Error && error.name === 'StoreProblem') {
    printProblem(terminal, new Problem(error.message, [(error as Error & { readonly hint: string }).hint]))
    return EXIT.badInput
  }
  const { message, stack, code, exitCode } = error as Error & { code?: unknown; exitCode?: unknown }
  // The parser has said what it had to say; it is not loaded here, so its errors are known by their mark.
  if (typeof code === 'string' && code.startsWith('commander.')) return exitCode === 0 ? EXIT.done : EXIT.badInput
  terminal.warn(`pm-agent: a bug in pm-agent: ${message ?? error}`)
  terminal.warn('  nothing is lost: pm-agent run goes on from what is recorded')
  if (stack) terminal.warn(stack)
  return EXIT.bug
}
