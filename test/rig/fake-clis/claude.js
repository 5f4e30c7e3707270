// Prints what Claude Code 2.1.325 prints with --print --output-format stream-json.
import { ask, hang, isInside, remember, remembered, say, stdinText, use } from './play.js'

const args = process.argv.slice(2)
const given = flag => args[args.indexOf(flag) + 1]
const isResumed = args.includes('--resume')
const session_id = isResumed ? given('--resume') : given('--session-id')
const usage = turns => ({ input_tokens: 100 * turns, cache_read_input_tokens: 0, output_tokens: 20 * turns })
const denials = []
let turns = 0

const result = fields => {
  say({
    type: 'result',
    subtype: 'success',
    is_error: false,
    api_error_status: null,
    session_id,
    total_cost_usd: 0.001 * turns,
    usage: usage(turns),
    permission_denials: denials,
    ...fields,
  })
  process.exit(fields.is_error ? 1 : 0)
}
const failed = (status, words) => result({ is_error: true, api_error_status: status, result: words })

const conversation = isResumed ? remembered(session_id) : []
if (conversation === null)
  result({
    subtype: 'error_during_execution',
    is_error: true,
    errors: [`No conversation found with session ID: ${session_id}`],
  })
say({ type: 'system', subtype: 'init', session_id, model: 'claude-opus-5-5', claude_code_version: '2.1.325' })
conversation.push(stdinText())
remember(session_id, conversation)

for (;;) {
  const turn = ask(conversation)
  turns++
  if (turn.hang) {
    hang()
    break
  }
  if (turn.refuses) failed(400, `API Error: 400 ${turn.refuses}`)
  if (turn.overloaded) failed(529, 'API Error: 529 Overloaded')
  if (turn.limitedUntil) {
    const info = { status: 'rejected', resetsAt: turn.limitedUntil, rateLimitType: 'five_hour' }
    say({ type: 'rate_limit_event', rate_limit_info: info, session_id })
    failed(429, "You've hit your 5-hour limit")
  }
  const speak = block =>
    say({ type: 'assistant', message: { id: `msg_${turns}`, role: 'assistant', content: [block], usage: usage(1) } })
  if (turn.text) speak({ type: 'text', text: turn.text })
  for (const [at, one] of (turn.use ?? []).entries()) {
    const id = `toolu_${turns}_${at}`
    const [name, input] = one.run ? ['Bash', { command: one.run }] : ['Write', { file_path: one.write, content: '…' }]
    speak({ type: 'tool_use', id, name, input })
    const isDenied = one.write !== undefined && !isInside(one.write)
    if (isDenied) denials.push({ tool_name: name, tool_use_id: id, tool_input: input })
    const content = isDenied ? `Claude requested permissions to write to ${one.write}` : use(one)
    const block = { type: 'tool_result', tool_use_id: id, content, ...(isDenied ? { is_error: true } : {}) }
    say({ type: 'user', message: { role: 'user', content: [block] } })
    conversation.push(content)
  }
  conversation.push(turn.text ?? '')
  remember(session_id, conversation)
  if (!turn.use) result({ result: turn.text })
}
