import { describe, expect, test } from 'vitest'
import { attemptOf, parseAgentScript, type Script } from './script.ts'

describe('a script', () => {
  test('is read from YAML, with bare keywords for steps without arguments', () => {
    const text = `
tasks:
  1:
    - steps:
        - write: { path: a.txt, text: "a\\n" }
        - hang
    - report: { status: success }
default:
  - steps: [leave-child]
`
    expect(parseAgentScript(text)).toEqual({
      ok: true,
      value: {
        tasks: {
          1: [
            { steps: [{ write: { path: 'a.txt', text: 'a\n' } }, { hang: true }] },
            { steps: [], report: { status: 'success' } },
          ],
        },
        default: [{ steps: [{ 'leave-child': true }] }],
      },
    })
  })

  test('is read from JSON as it was built', () => {
    const script: Script = {
      tasks: { '3.a': [{ steps: [{ run: 'true' }, { exit: { code: 3 } }], report: { status: 'failed' } }] },
    }
    expect(parseAgentScript(JSON.stringify(script))).toEqual({ ok: true, value: script })
  })

  test.each([
    ['an unknown step', 'default: [{steps: [{wirte: {path: a}}]}]', /default\[0\]\.steps\[0\]: .*wirte/],
    [
      'two steps in one',
      'default: [{steps: [{run: a, print: b}]}]',
      /default\[0\]\.steps\[0\]: expected exactly one of: write/,
    ],
    ['a missing field', 'tasks: {1: [{steps: [{write: {path: a}}]}]}', /tasks\.1\[0\]\.steps\[0\]\.write\.text: /],
    ['a mode that is none', 'default: [{steps: [{chmod: {path: a, mode: "9"}}]}]', /mode: expected an octal mode/],
    ['no attempt at all', 'tasks: {1: []}', /tasks\.1: /],
    ['broken YAML', 'tasks:\n  1: [', /line \d/],
    ['nothing', '', /the whole: /],
  ])('is refused for %s, with the place', (_, text, problem) => {
    const result = parseAgentScript(text)
    expect(result.ok ? '' : result.error).toMatch(problem)
  })
})

test('attempts are counted from one, and the last one is played again', () => {
  const script: Script = {
    tasks: { 1: [{ report: { status: 'failed' } }, { report: { status: 'success' } }] },
    default: [{ report: { status: 'blocked' } }],
  }
  const played = [1, 2, 3, 9].map(attempt => attemptOf(script, '1', attempt)?.report?.status)
  expect(played).toEqual(['failed', 'success', 'success', 'success'])
  expect(attemptOf(script, '2', 5)?.report?.status).toBe('blocked')
  expect(attemptOf({}, '2', 1)).toBeNull()
})
