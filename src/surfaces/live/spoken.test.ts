import { expect, test } from 'vitest'
import { spoken } from './spoken.ts'

const said = (message: object): readonly string[] => spoken(JSON.stringify(message))

test('a line of text says itself', () => {
  expect(spoken('  Running the tests')).toEqual(['  Running the tests'])
  expect(spoken('{ not json')).toEqual(['{ not json'])
})

test('a message of JSON says its texts and what its tools are used on', () => {
  const content = [
    { type: 'text', text: 'I look at the file.\n\nThen I run the tests.' },
    { type: 'tool_use', name: 'Bash', input: { command: 'npm test', description: 'Run the tests' } },
    { type: 'tool_use', name: 'Think', input: {} },
  ]
  expect(said({ type: 'assistant', message: { role: 'assistant', content } })).toEqual([
    'I look at the file.',
    'Then I run the tests.',
    'Bash: npm test',
    'Think',
  ])
  expect(said({ type: 'result', subtype: 'success', result: 'All done.' })).toEqual(['All done.'])
})

test('items of other agents are understood as well', () => {
  expect(said({ type: 'item.completed', item: { type: 'agent_message', text: 'Done.' } })).toEqual(['Done.'])
  expect(said({ type: 'item.started', item: { type: 'command_execution', command: 'ls' } })).toEqual(['$ ls'])
})

test('a message without words, and half a message, say nothing', () => {
  expect(said({ type: 'system', subtype: 'init', tools: ['Bash'] })).toEqual([])
  expect(said({ type: 'user', message: { content: [{ type: 'tool_result', content: 'x'.repeat(99) }] } })).toEqual([])
  expect(spoken('{"type":"assistant","mess')).toEqual([])
  expect(said({ message: null, content: 7, item: 'x', text: 3 })).toEqual([])
})
