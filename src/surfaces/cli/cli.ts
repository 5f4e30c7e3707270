import { Command, CommanderError } from 'commander'
import type { Context } from './context.ts'
import { EXIT, Problem, printProblem } from './problem.ts'
import { VERSION } from './version.ts'

/** Reads the command line and runs one command; its exit code comes back. Commands are loaded when they are needed. */
export async function cli(args: readonly string[], context: Context): Promise<number> {
  let code: number = EXIT.done
  const program = describe(context, ended => {
    code = ended
  })
  try {
    await program.parseAsync(args, { from: 'user' })
    return code
  } catch (error) {
    return failure(context, error)
  }
}

function failure({ terminal }: Context, error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.badInput
  if (error instanceof Problem) {
    printProblem(terminal, error)
    return EXIT.badInput
  }
  const { message, stack } = error instanceof Error ? error : { message: String(error), stack: undefined }
  terminal.warn(`pm-agent: a bug in pm-agent: ${message}`)
  terminal.warn('  nothing is lost: pm-agent run goes on from what is recorded')
  if (stack) terminal.warn(stack)
  return EXIT.bug
}

function describe(context: Context, done: (code: number) => void): Command {
  const program = new Command('pm-agent')
    .description('Hand it a plan. It hands back commits that are proven, one per task, on a branch that you merge.')
    .version(VERSION)
    .exitOverride()
    .configureOutput({
      writeOut: text => context.terminal.print(text.trimEnd()),
      writeErr: text => context.terminal.warn(text.trimEnd()),
    })
    .showSuggestionAfterError()
    .helpCommand(false)
    .configureHelp({ helpWidth: 110 })

  program.commandsGroup('start:')
  program
    .command('init')
    .description('write pm-agent.yaml with the commands found in this repository')
    .action(async () => done(await (await import('./commands/init.ts')).init(context)))
  program
    .command('demo')
    .description('a small plan played by scripted agents, two of which claim falsely, in a throw-away repository')
    .option('--keep', 'keep the repository and say where it is')
    .action(async options => done(await (await import('./commands/demo.ts')).demo(context, options)))

  program.commandsGroup('plan:')
  program
    .command('check [PLAN]')
    .description('everything there is to say about a plan, and how each task will be proven')
    .option('--json', 'one JSON document')
    .action(async (plan, options) =>
      done(await (await import('./commands/check.ts')).check(context, { plan, ...options })),
    )

  program.commandsGroup('run:')
  program
    .command('run [PLAN]')
    .description('carry out a plan, or go on with it; PLAN is a path or a name under .dev/specs/')
    .option('--agent <AGENT>', 'who works: command:"node agent.mjs", scripted:FILE, or a name from pm-agent.yaml')
    .option('--accept-baseline', 'go on although the commands fail on the code as it is (recorded)')
    .option('--json', 'one event per line')
    .action(async (plan, options) => done(await (await import('./commands/run.ts')).run(context, { plan, ...options })))
  program
    .command('stop')
    .description('stop the run that is under way elsewhere; agents are ended, nothing is lost')
    .option('--run <RUN>', 'a run or plan id; the newest by default')
    .action(async options => done(await (await import('./commands/tell.ts')).stop(context, options)))

  program.commandsGroup('look:')
  look(program.command('status [TASK]').description('where the run stands')).action(async (task, options) =>
    done(await (await import('./commands/status.ts')).status(context, { task, ...options })),
  )
  look(program.command('show <TASK>').description('everything about one task'))
    .option('--diff', 'what its last attempt changed')
    .option('--prompt', 'exactly what its agent was told')
    .action(async (task, options) => done(await (await import('./commands/show.ts')).show(context, task, options)))
  look(
    program.command('why <TASK>').description('why a task is where it is, and what each decision was based on'),
  ).action(async (task, options) => done(await (await import('./commands/why.ts')).why(context, task, options)))
  look(program.command('log [TASK]').description('what happened, in order'))
    .option('--follow', 'go on while it happens')
    .action(async (task, options) => done(await (await import('./commands/log.ts')).log(context, { task, ...options })))

  program.commandsGroup('decide:')
  decide(program.command('retry <TASK>').description('send a task back to the queue')).action(async (task, options) =>
    done(await (await import('./commands/tell.ts')).tellTask(context, 'retry-task', task, options)),
  )
  decide(program.command('skip <TASK>').description('leave a task out; what needs it goes on without it')).action(
    async (task, options) =>
      done(await (await import('./commands/tell.ts')).tellTask(context, 'skip-task', task, options)),
  )

  program.addHelpText(
    'after',
    '\nexit codes: 0 done, 1 a bug in pm-agent, 2 bad input or environment, 3 a human can answer what is open, 4 failed finally, 130 interrupted',
  )
  return program
}

const look = (command: Command): Command =>
  command.option('--json', 'one JSON document').option('--run <RUN>', 'a run or plan id; the newest by default')

const decide = (command: Command): Command =>
  command
    .option('-m, --message <TEXT>', 'why, or a hint for the agent')
    .option('--run <RUN>', 'a run or plan id; the newest by default')
