import { resolve } from 'node:path'
import { agentErrorIn } from './agent-error.ts'
import { lastPrinted } from './answers/last-printed.ts'
import type { AgentParts, AgentProgram } from './program.ts'
import { createSessionWatch } from './session.ts'

/** A command line of the user's. */
export const commandProgram = (shell: string, command: string): AgentProgram => ({
  file: shell,
  args: ['-c', command],
  ...heardByFile(),
})

/** The player of scripts, which keeps to what any command line keeps to; but it can also play an agent that went wrong by itself. */
export function scriptedProgram(parts: AgentParts, script: string): AgentProgram {
  const heard = heardByFile()
  return {
    file: parts.nodePath,
    args: [parts.scriptedPlayer, resolve(script)],
    see: heard.see,
    conclude: end => {
      const ending = agentErrorIn(end.output, Date.now())
      return { ...heard.conclude(end), ...(ending === null ? {} : { ending }) }
    },
  }
}

function printedIn(output: string): { readonly printed?: string } {
  const printed = lastPrinted(output)
  return printed === '' ? {} : { printed }
}

/** Nothing that it prints counts but the name of its session. */
function heardByFile(): Pick<AgentProgram, 'see' | 'conclude'> {
  const watch = createSessionWatch()
  return {
    see: watch.see,
    conclude: ({ ending, reading, session, output }) => ({
      ending,
      reading: reading.is === 'missing' ? { is: 'missing', ...printedIn(output) } : reading,
      session: session ?? watch.session(),
    }),
  }
}
