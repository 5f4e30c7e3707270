// Prints like Codex 0.166.0 with exec --json.
import { randomUUID } from 'node:crypto'
import { resolve } from 'node:path'
import { ask, hang, isInside, remember, remembered, say, stdinText, use } from './play.js'

const args = process.argv.slice(2)
if (args[0] === '--version') {
  console.log('codex-cli 0.166.0')
  process.exit(0)
}
const at = args.indexOf('resume')
const thread_id = at === -1 ? randomUUID() : args[at + 1]
if (args[0] !== 'exec' || args.at(-1) !== '-' || (at !== -1 && args.indexOf('--sandbox') > at)) process.exit(2)

const earlier = at === -1 ? [] : remembered(thread_id)
if (earlier === null) {
  console.error(`Error: thread/resume: thread/resume failed: no rollout found for thread id ${thread_id} (code -32600)`)
  process.exit(1)
}
say({ type: 'thread.started', thread_id })
say({ type: 'turn.started' })
const conversation = [...earlier, stdinText()]
remember(thread_id, conversation)
const failed = message => {
  say({ type: 'error', message })
  say({ type: 'turn.failed', error: { message } })
  process.exit(1)
}
/** Its date format: local time zone, without seconds. */
const clock = seconds =>
  new Date(seconds * 1000).toLocaleTimeString('en-US', { hour: 'numeric', minute: '2-digit' }).replace(/\s/, ' ')

let items = 0
for (;;) {
  const turn = ask(conversation)
  if (turn.hang) {
    hang()
    break
  }
  if (turn.refuses) failed(JSON.stringify({ error: { message: turn.refuses } }))
  if (turn.overloaded) failed('Selected model is at capacity. Please try a different model.')
  if (turn.limitedUntil)
    failed(`You’ve hit your usage limit. Upgrade to Pro or try again at ${clock(turn.limitedUntil)}.`)
  if (turn.text)
    say({ type: 'item.completed', item: { id: `item_${items++}`, type: 'agent_message', text: turn.text } })
  for (const one of turn.use ?? []) {
    if (one.write !== undefined && !isInside(one.write)) {
      const words = 'patch rejected: writing outside of the project; rejected by user approval settings'
      console.error(`2026-11-16T05:36:42.249718Z ERROR codex_core::tools::router: error=${words}`)
      conversation.push(words)
      continue
    }
    const item = one.run
      ? { type: 'command_execution', command: `/bin/bash -lc '${one.run}'`, aggregated_output: '' }
      : { type: 'file_change', changes: [{ path: resolve(one.write), kind: 'add' }] }
    const id = `item_${items++}`
    say({ type: 'item.started', item: { id, ...item, status: 'in_progress' } })
    conversation.push(use(one))
    say({ type: 'item.completed', item: { id, ...item, status: 'completed' } })
  }
  conversation.push(turn.text ?? '')
  remember(thread_id, conversation)
  if (turn.use) continue
  const usage = { input_tokens: 200, cached_input_tokens: 20, output_tokens: 40, reasoning_output_tokens: 10 }
  say({ type: 'turn.completed', usage })
  break
}
