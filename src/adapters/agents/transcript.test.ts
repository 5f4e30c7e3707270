import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Remark } from '../../core/told/remark.ts'
import { openTranscript, readAnyAgent } from './transcript.ts'

const remarksIn = (...lines: readonly (string | object)[]): readonly Remark[] => {
  const agent = readAnyAgent()
  return [...lines.flatMap(line => agent.read(typeof line === 'string' ? line : JSON.stringify(line))), ...agent.rest()]
}
const text = (words: string): Remark => ({ is: 'text', text: words })

test('a line of text is itself a remark, without control characters', () => {
  expect(remarksIn('  Running the tests', '\x1b[31mred\x1b[0m\x07', '', '{ not json')).toEqual([
    text('  Running the tests'),
    text('red'),
    text('{ not json'),
  ])
})

test('every stream is recognised by its lines', () => {
  const claude = { type: 'assistant', message: { content: [{ type: 'text', text: 'By Claude.' }] } }
  const codex = { type: 'item.completed', item: { type: 'agent_message', text: 'By Codex.' } }
  const acp = {
    jsonrpc: '2.0',
    method: 'session/update',
    params: { update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'By the protocol.' } } },
  }
  expect(remarksIn(claude, codex, acp)).toEqual([text('By Claude.'), text('By Codex.'), text('By the protocol.')])
})

test('a CLI’s log on stderr is read for refusals', () => {
  const line = 'T ERROR codex_core::tools::router: error=patch rejected: writing outside'
  expect(remarksIn(line)).toMatchObject([{ is: 'tool' }, { is: 'denied', target: 'patch rejected: writing outside' }])
})

test('a last message that was already shown is not repeated', () => {
  const says = { type: 'assistant', message: { content: [{ type: 'text', text: 'All done.' }] } }
  const ends = (result: string) => ({ type: 'result', subtype: 'success', result })
  expect(remarksIn(says, ends('All done.'))).toEqual([text('All done.'), { is: 'ended', text: '' }])
  expect(remarksIn(ends('All done.'))).toEqual([{ is: 'ended', text: 'All done.' }])
})

test('unknown agents give their texts; an incomplete or empty message gives nothing', () => {
  expect(remarksIn({ kind: 'x', text: 'Hello.' }, { content: [{ text: 'a' }, { text: 'b' }] })).toEqual([
    text('Hello.'),
    text('a'),
    text('b'),
  ])
  expect(remarksIn('{"type":"assistant","mess', { session_id: 'x' }, { content: 7, text: 3 })).toEqual([])
})

let dir = ''
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'transcript-'))
})
afterAll(() => rmSync(dir, { recursive: true, force: true }))

test('a growing file is read from the last position, line by line', async () => {
  const path = join(dir, 'output.log')
  const transcript = openTranscript(path)
  const said: Remark[] = []
  const take = (remark: Remark) => void said.push(remark)
  await transcript.read(take)
  expect(said).toEqual([])

  writeFileSync(path, 'one\nan')
  await transcript.read(take)
  expect(said).toEqual([text('one')])

  appendFileSync(path, 'other\nlast')
  await transcript.read(take)
  await transcript.end(take)
  expect(said).toEqual([text('one'), text('another'), text('last')])
})
