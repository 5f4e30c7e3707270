// Behaves like Claude Code 2.1.325 with --print --input-format stream-json --output-format stream-json.
import { ask, hang, isInside, remember, remembered, say, use } from './play.js'

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
  process.exitCode = fields.is_error ? 1 : 0
}
const failed = (status, words) => result({ is_error: true, api_error_status: status, result: words })

/** Unread lines of its input. */
const waiting = []
let heard = () => {}
let isEnded = false
let rest = ''
process.stdin
  .setEncoding('utf8')
  .on('data', text => {
    const lines = (rest + text).split('\n')
    rest = lines.pop()
    waiting.push(...lines.map(line => JSON.parse(line)))
    heard()
  })
  .on('end', () => {
    isEnded = true
    heard()
  })
/** Yields, so that pending input arrives. */
const breathe = () => new Promise(done => setTimeout(done, 20))
const nextLine = async () => {
  while (waiting.length === 0 && !isEnded)
    await new Promise(done => {
      heard = done
    })
  return waiting.length > 0
}
const readAll = () => {
  for (const line of waiting.splice(0)) {
    say({ ...line, session_id, isReplay: true })
    conversation.push(line.message.content[0].text)
  }
}

const conversation = isResumed ? remembered(session_id) : []
if (!args.join(' ').includes('--input-format stream-json --replay-user-messages')) process.exit(2)
if (conversation === null) {
  const errors = [`No conversation found with session ID: ${session_id}`]
  result({ subtype: 'error_during_execution', is_error: true, errors })
  process.exit()
}

/** One turn, from its input to a result. */
async function turn() {
  say({ type: 'system', subtype: 'init', session_id, model: 'claude-opus-5-5', claude_code_version: '2.1.325' })
  for (;;) {
    readAll()
    remember(session_id, conversation)
    const answer = ask(conversation)
    turns++
    if (answer.hang) await new Promise(hang)
    if (answer.refuses) failed(400, `API Error: 400 ${answer.refuses}`)
    if (answer.overloaded) failed(529, 'API Error: 529 Overloaded')
    if (answer.limitedUntil) {
      const info = { status: 'rejected', resetsAt: answer.limitedUntil, rateLimitType: 'five_hour' }
      say({ type: 'rate_limit_event', rate_limit_info: info, session_id })
      failed(429, "You've hit your 5-hour limit")
    }
    if (answer.refuses || answer.overloaded || answer.limitedUntil) return
    answers(answer)
    conversation.push(answer.text ?? '')
    remember(session_id, conversation)
    await breathe()
    if (answer.use) continue
    result({ result: answer.text })
    return
  }
}

/** Prints the model's text and runs its tool calls. */
function answers(answer) {
  const speak = block =>
    say({ type: 'assistant', message: { id: `msg_${turns}`, role: 'assistant', content: [block], usage: usage(1) } })
  if (answer.text) speak({ type: 'text', text: answer.text })
  for (const [at, one] of (answer.use ?? []).entries()) {
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
}

while (await nextLine()) await turn()
