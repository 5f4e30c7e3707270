// A user's own program: reads its prompt, prints plain text, names its session in a line of JSON.
import { randomUUID } from 'node:crypto'
import { ask, hang, remember, remembered, say, stdinText, use } from './play.js'

const session_id = process.env.PM_AGENT_SESSION ?? randomUUID()
const conversation = [...(remembered(session_id) ?? []), stdinText()]
say({ session_id })
remember(session_id, conversation)
for (;;) {
  const turn = ask(conversation)
  if (turn.hang) {
    hang()
    break
  }
  if (turn.text) console.log(turn.text)
  for (const one of turn.use ?? []) use(one)
  conversation.push(turn.text ?? '')
  remember(session_id, conversation)
  if (!turn.use) break
}
