import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { answerPermission } from './permission.ts'

let root = ''
let workspace = ''
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'acp-permission-'))
  workspace = join(root, 'workspace')
  mkdirSync(join(workspace, 'src'), { recursive: true })
  symlinkSync(root, join(workspace, 'way-out'))
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

/** Ids as three agents give them: only the kinds mean something. */
const OPTIONS = [
  { optionId: 'proceed_always', name: 'Always', kind: 'allow_always' },
  { optionId: 'once', name: 'Once', kind: 'allow_once' },
  { optionId: 'cancel', name: 'No', kind: 'reject_once' },
]
const answer = (toolCall: object, options: readonly object[] = OPTIONS) => {
  const outcome = answerPermission({ toolCall, options }, workspace)
  return outcome.outcome === 'selected' ? outcome.optionId : outcome.outcome
}

describe('an agent that asks', () => {
  test('to edit inside its workspace is allowed once, wherever it names the file', () => {
    expect(answer({ kind: 'edit', locations: [{ path: join(workspace, 'src/new/a.js') }] })).toBe('once')
    expect(answer({ kind: 'edit', content: [{ type: 'diff', path: 'src/a.js' }] })).toBe('once')
    expect(answer({ kind: 'other', rawInput: { filePath: 'src/a.js' } })).toBe('once')
    expect(answer({ kind: 'delete', rawInput: { path: 'src' } })).toBe('once')
  })

  test('to write outside is refused, for every path and every form', () => {
    const inside = { path: join(workspace, 'a.js') }
    expect(answer({ kind: 'edit', locations: [inside, { path: '/etc/passwd' }] })).toBe('cancel')
    expect(answer({ kind: 'move', locations: [inside], rawInput: { path: '../b' } })).toBe('cancel')
    expect(answer({ kind: 'edit', locations: [{ path: join(workspace, 'way-out/b') }] })).toBe('cancel')
    expect(answer({ kind: 'edit', locations: [{ path: `${workspace}-2/b` }] })).toBe('cancel')
  })

  test('to read, search, fetch or run a command is allowed', () => {
    for (const kind of ['read', 'search', 'fetch', 'think', 'execute']) expect(answer({ kind })).toBe('once')
  })

  test('for an unknown path, or for more rights, is refused', () => {
    for (const toolCall of [
      { kind: 'edit' },
      { kind: 'other' },
      {},
      { kind: 'switch_mode' },
      { kind: 'of-the-future' },
    ])
      expect(answer(toolCall)).toBe('cancel')
  })

  test('without offering the option that we choose is cancelled', () => {
    expect(answer({ kind: 'read' }, OPTIONS.slice(0, 1))).toBe('cancelled')
    expect(answer({ kind: 'edit' }, OPTIONS.slice(0, 2))).toBe('cancelled')
    expect(answer({ kind: 'edit' }, [{ optionId: 'never', kind: 'reject_always' }])).toBe('never')
  })
})
