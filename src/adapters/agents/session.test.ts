import { expect, test } from 'vitest'
import { createSessionWatch } from './session.ts'

const sessionIn = (...chunks: string[]): string | null => {
  const watch = createSessionWatch()
  for (const chunk of chunks) watch.see(Buffer.from(chunk))
  return watch.session()
}

test('a session is named by a line of JSON, wherever the pieces are cut', () => {
  expect(sessionIn('hello\n{"type":"init","sess', 'ion_id":"abc-1"}\nbye')).toBe('abc-1')
  expect(sessionIn('{"session_id":"at-the-end"}')).toBe('at-the-end')
})

test('a session is found in the output of every CLI', () => {
  expect(sessionIn('{"type":"thread.started","thread_id":"01a1e2da-a26f"}')).toBe('01a1e2da-a26f')
  expect(sessionIn('{"jsonrpc":"2.0","id":1,"result":{"sessionId":"ses_1"}}')).toBe('ses_1')
})

test('the last session named wins', () => {
  expect(sessionIn('{"session_id":"one"}\n{"session_id":"two"}\n{"session_id":3}\n')).toBe('two')
})

test('text about sessions names none', () => {
  expect(
    sessionIn(
      'my "session_id" is abc\n',
      '["session_id"]\n',
      'null\n',
      '{"a":{"session_id":"deep"}}\n',
      '{"thread_id":"x"}\n',
      '{"result":{"sessionId":"x"}}',
    ),
  ).toBeNull()
})
