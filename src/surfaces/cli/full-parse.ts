import { Command } from 'commander'
import { COMMANDS, type CommandSpec } from './command-table.ts'
import type { Context } from './context.ts'
import { EXIT } from './problem.ts'
import { VERSION } from './version.ts'

/** Reads any command line: helps, explains mistakes, suggests what was meant, and runs what it understood. */
export async function fullParse(args: readonly string[], context: Context): Promise<number> {
  let code: number = EXIT.done
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
  for (const spec of COMMANDS)
    describe(program, spec, async given => {
      code = await spec.run(context, given)
    })
  program.addHelpText(
    'after',
    '\nexit codes: 0 done, 1 a bug in pm-agent, 2 bad input or environment, 3 a human can answer what is open,\n            4 failed finally, 130 interrupted',
  )
  await program.parseAsync(args, { from: 'user' })
  return code
}

function describe(
  program: Command,
  spec: CommandSpec,
  run: (given: Parameters<CommandSpec['run']>[1]) => Promise<void>,
): void {
  program.commandsGroup(`${spec.group}:`)
  const argument = spec.argument && (spec.argument.required ? ` <${spec.argument.name}>` : ` [${spec.argument.name}]`)
  const command = program.command(`${spec.name}${argument ?? ''}`).description(spec.words)
  if (spec.more) command.addHelpText('after', ['', ...spec.more].join('\n'))
  for (const { name, short, value, optional, words } of spec.flags) {
    const given = value ? (optional ? ` [${value}]` : ` <${value}>`) : ''
    command.option(`${short ? `-${short}, ` : ''}--${name}${given}`, words)
  }
  command.action(() => {
    const written = command.opts()
    // Commander turns --accept-baseline into acceptBaseline; ours are called as they are written.
    const flags = Object.fromEntries(
      spec.flags.map(({ name }) => [
        name,
        written[name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())],
      ]),
    )
    return run({ ...flags, argument: command.args[0] })
  })
}
