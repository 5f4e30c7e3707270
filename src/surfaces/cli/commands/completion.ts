import { COMMANDS } from '../command-table.ts'
import type { Context } from '../context.ts'
import { EXIT, Problem } from '../problem.ts'

const SHELLS = ['bash', 'zsh', 'fish'] as const

/** `completion SHELL`: what the shell needs to complete our commands and flags, from the table they are read by. */
export async function completion(context: Context, shell: string): Promise<number> {
  if (!isShell(shell))
    throw new Problem(`there is no completion for ${shell}`, [`there is one for ${SHELLS.join(', ')}`])
  context.terminal.print(SCRIPTS[shell]())
  return EXIT.done
}

const isShell = (name: string): name is (typeof SHELLS)[number] => SHELLS.some(shell => shell === name)
const flagsOf = (name: string): string =>
  COMMANDS.find(command => command.name === name)!
    .flags.map(flag => `--${flag.name}`)
    .join(' ')
const names = (): string => COMMANDS.map(command => command.name).join(' ')

const SCRIPTS: Readonly<Record<(typeof SHELLS)[number], () => string>> = {
  bash: () => `# eval "$(pm-agent completion bash)"
_pm_agent() {
  local word="\${COMP_WORDS[COMP_CWORD]}"
  if [ "$COMP_CWORD" -eq 1 ]; then COMPREPLY=($(compgen -W "${names()}" -- "$word")); return; fi
  case "\${COMP_WORDS[1]}" in
${COMMANDS.map(({ name }) => `    ${name}) COMPREPLY=($(compgen -W "${flagsOf(name)}" -- "$word"));;`).join('\n')}
  esac
  [ "\${#COMPREPLY[@]}" -gt 0 ] || COMPREPLY=($(compgen -f -- "$word"))
}
complete -F _pm_agent pm-agent`,
  zsh: () => `# eval "$(pm-agent completion zsh)"
autoload -Uz bashcompinit && bashcompinit
${SCRIPTS.bash()}`,
  fish: () => `# pm-agent completion fish | source
complete -c pm-agent -f
${COMMANDS.map(({ name, words }) => `complete -c pm-agent -n __fish_use_subcommand -a ${name} -d '${words.replaceAll("'", '’')}'`).join('\n')}
${COMMANDS.flatMap(({ name, flags }) => flags.map(flag => `complete -c pm-agent -n '__fish_seen_subcommand_from ${name}' -l ${flag.name} -d '${flag.words.replaceAll("'", '’')}'`)).join('\n')}`,
}
