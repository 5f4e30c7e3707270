import { resolve } from 'node:path'
import type { AgentParts, AgentProgram } from './program.ts'
import { createSessionWatch } from './session.ts'

/** A command line of the user's. */
export const commandProgram = (shell: string, command: string): AgentProgram => ({
  file: shell,
  args: ['-c', command],
  ...heardByFile(),
})

/** The player of scripts, which keeps to what any command line keeps to. */
export const scriptedProgram = (parts: AgentParts, script: string): AgentProgram => ({
  file: parts.nodePath,
  args: [parts.scriptedPlayer, resolve(script)],
  ...heardByFile(),
})

/** Nothing that it prints counts but the name of its session. */
function heardByFile(): Pick<AgentProgram, 'see' | 'conclude'> {
  const watch = createSessionWatch()
  return {
    see: watch.see,
    conclude: ({ ending, reading, session }) => ({ ending, reading, session: session ?? watch.session() }),
  }
}
