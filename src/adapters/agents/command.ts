import { resolve } from 'node:path'
import { agentErrorIn } from './agent-error.ts'
import { lastPrinted } from './answers/last-printed.ts'
import type { AgentParts, AgentProgram } from './program.ts'
import { createSessionWatch } from './session.ts'

/** The user's own command line. */
export const commandProgram = (shell: string, command: string): AgentProgram => ({
  file: shell,
  args: ['-c', command],
  ...heardByFile(),
})

/** The script player, which behaves like any command line; but it can also simulate an agent that fails by itself. */
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

/** Of its output, only its session id counts. */
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
