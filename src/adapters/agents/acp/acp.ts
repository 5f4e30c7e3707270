import type { AgentSpec } from '../../../core/settings/config.ts'
import { createLineReader } from '../../process/lines.ts'
import { fieldsIn, fieldsOf } from '../answers/answer-fields.ts'
import { concludeHeard } from '../answers/conclusion.ts'
import type { AgentProgram, ProgramEnd } from '../program.ts'
import { silentWait } from '../silent-wait.ts'
import { createHearing } from '../stream-facts.ts'
import { converse } from './conversation.ts'
import { readAcp } from './stream.ts'

type AcpSpec = Extract<AgentSpec, { is: 'acp' }>

const LINE_BYTES_MAX = 8 * 1024 * 1024

/** Any agent that supports the Agent Client Protocol; its permission requests are answered by a rule. */
export function acpProgram(
  agent: AcpSpec,
  shell: string,
  about: { readonly prompt: string; readonly session: string | null; readonly dir: string },
): AgentProgram {
  const hearing = createHearing()
  const read = readAcp()
  const note = (message: unknown): void => {
    for (const remark of read(fieldsOf(message))) hearing.take(remark)
  }
  let hear = (_line: string): void => {}
  const lines = createLineReader({ lineBytesMax: LINE_BYTES_MAX }, line => hear(line.toString('utf8')))
  let cancel: () => Promise<void> = async () => {}
  let tell = (_words: string): boolean => false
  return {
    file: shell,
    args: ['-c', agent.command],
    pass: agent.pass,
    ...(agent.set ? { set: agent.set } : {}),
    see: chunk => lines.push(chunk),
    conversation: {
      begin(input) {
        const conversation = converse(about, message => {
          note(message)
          input.write(JSON.stringify(message))
        })
        cancel = conversation.cancel
        tell = conversation.tell
        hear = line => {
          const message = fieldsIn(line)
          if (message?.jsonrpc === undefined) return
          note(message)
          conversation.hear(message)
        }
        return conversation.over
      },
      cancel: () => cancel(),
    },
    tell: words => (tell(words) ? 'next-turn' : 'next-attempt'),
    conclude(end) {
      lines.end()
      const heard = hearing.heard()
      const isOver = heard.hasEnded || heard.error !== null
      const told = concludeHeard(heard, isOver ? { ...end, ending: leaving(end) } : end, Date.now())
      // A resumed session is not named again.
      const session = told.session ?? about.session
      return { ...told, session, ending: silentWait(told.ending, end.output, Date.now()) ?? told.ending }
    },
  }
}

/** After the last turn its exit code does not matter; exceeding one of our limits still does. */
function leaving({ ending }: ProgramEnd): ProgramEnd['ending'] {
  return ending.is === 'exited' || ending.is === 'signalled' || ending.is === 'stopped'
    ? { is: 'exited', code: 0 }
    : ending
}
