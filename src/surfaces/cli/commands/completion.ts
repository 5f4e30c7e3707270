import type { CliCommand } from '../command.ts'
import type { Context } from '../context.ts'
import { EXIT, Problem } from '../problem.ts'

const SHELLS = ['bash', 'zsh', 'fish'] as const

/** `completion SHELL`: what the shell needs to complete our commands and flags, from the table they are read by. */
export async function completion(context: Context, commands: readonly CliCommand[], shell: string): Promise<number> {
  if (!isShell(shell))
    throw new Problem(`there is no completion for ${shell}`, [`there is one for ${SHELLS.join(', ')}`])
  context.terminal.print(SCRIPTS[shell](commands))
  return EXIT.done
}

const isShell = (name: string): name is (typeof SHELLS)[number] => SHELLS.some(shell => shell === name)
const flagsOf = ({ flags }: CliCommand): string =>
  Object.keys(flags)
    .map(name => `--${name}`)
    .join(' ')

type Script = (commands: readonly CliCommand[]) => string

const SCRIPTS: Readonly<Record<(typeof SHELLS)[number], Script>> = {
  bash: commands => `# eval "$(pm-agent completion bash)"
_pm_agent() {
  local word="\${COMP_WORDS[COMP_CWORD]}"
  if [ "$COMP_CWORD" -eq 1 ]; then COMPREPLY=($(compgen -W "${commands.map(({ name }) => name).join(' ')}" -- "$word")); return; fi
  case "\${COMP_WORDS[1]}" in
${commands.map(command => `    ${command.name}) COMPREPLY=($(compgen -W "${flagsOf(command)}" -- "$word"));;`).join('\n')}
  esac
  [ "\${#COMPREPLY[@]}" -gt 0 ] || COMPREPLY=($(compgen -f -- "$word"))
}
complete -F _pm_agent pm-agent`,
  zsh: commands => `# eval "$(pm-agent completion zsh)"
autoload -Uz bashcompinit && bashcompinit
${SCRIPTS.bash(commands)}`,
  fish: commands => `# pm-agent completion fish | source
complete -c pm-agent -f
${commands.map(({ name, words }) => `complete -c pm-agent -n __fish_use_subcommand -a ${name} -d '${words.replaceAll("'", '’')}'`).join('\n')}
${commands.flatMap(({ name, flags }) => Object.entries(flags).map(([flag, { help }]) => `complete -c pm-agent -n '__fish_seen_subcommand_from ${name}' -l ${flag} -d '${help.replaceAll("'", '’')}'`)).join('\n')}`,
}
