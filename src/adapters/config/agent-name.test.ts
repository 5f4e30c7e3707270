import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { AgentSpec } from '../../core/config.ts'
import { err, ok } from '../../core/result.ts'
import { CLAUDE_VERSION, parseAgentName } from './agent-name.ts'

const CAREFUL: AgentSpec = { is: 'command', name: 'careful', command: 'node careful.mjs' }
const NAMED = { careful: CAREFUL }

it.each([
  ['command:node agent.mjs', 'node agent.mjs'],
  ['command:"node agent.mjs"', 'node agent.mjs'],
  ["command: 'node agent.mjs' ", 'node agent.mjs'],
  ['command:"my agent" "with words"', '"my agent" "with words"'],
  ['command:sh -c "a:b"', 'sh -c "a:b"'],
])('%s starts a program', (text, command) => {
  expect(parseAgentName(text, NAMED)).toEqual(ok({ is: 'command', name: 'command', command }))
})

it('a scripted agent plays a file, seen from the folder that is given', () => {
  expect([
    parseAgentName('scripted:demo.yaml', NAMED),
    parseAgentName('scripted:demo.yaml', NAMED, { folder: '/repository' }),
    parseAgentName('scripted:/elsewhere/demo.yaml', NAMED, { folder: '/repository' }),
  ]).toEqual([
    ok({ is: 'scripted', name: 'scripted', script: 'demo.yaml' }),
    ok({ is: 'scripted', name: 'scripted', script: '/repository/demo.yaml' }),
    ok({ is: 'scripted', name: 'scripted', script: '/elsewhere/demo.yaml' }),
  ])
})

it('a name from the configuration stands for its agent, also where the name is a known one', () => {
  const claude: AgentSpec = { is: 'command', name: 'claude', command: 'my-claude' }

  expect(parseAgentName('careful', NAMED)).toEqual(ok(CAREFUL))
  expect(parseAgentName('claude', { claude })).toEqual(ok(claude))
})

it('claude is the program of that name on the PATH, with a model where one is named', () => {
  const folder = mkdtempSync(join(tmpdir(), 'pm-agent-path-'))
  const path = join(folder, 'claude')
  writeFileSync(path, '', { mode: 0o755 })
  const searchPath = `/nowhere:${folder}`

  expect([
    parseAgentName('claude', NAMED, { searchPath }),
    parseAgentName('claude:opus', NAMED, { searchPath }),
    parseAgentName('claude:"us.anthropic.claude-x:0[1m]"', NAMED, { searchPath }),
  ]).toEqual([
    ok({ is: 'claude', name: 'claude', model: null, path }),
    ok({ is: 'claude', name: 'claude:opus', model: 'opus', path }),
    ok({ is: 'claude', name: 'claude:us.anthropic.claude-x:0[1m]', model: 'us.anthropic.claude-x:0[1m]', path }),
  ])
})

it('claude without such a program is agent-not-available, and the hint says how to get it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'pm-agent-path-'))
  writeFileSync(join(folder, 'claude'), 'not executable', { mode: 0o644 })

  expect(parseAgentName('claude', NAMED, { searchPath: folder })).toEqual(
    err({
      reason: 'agent-not-available',
      message: 'there is no program "claude" on the PATH',
      hint: `npm install --global @anthropic-ai/claude-code@${CLAUDE_VERSION} (the version pm-agent is tested with), then start it once to log in`,
    }),
  )
})

it.each(['claude:', 'claude:""', 'claude:--help', 'claude:a b'])('%s is agent-incomplete: it names no model', text => {
  expect(parseAgentName(text, NAMED)).toMatchObject({ ok: false, error: { reason: 'agent-incomplete' } })
})

it('a known agent without an adapter is agent-not-available, with a list of those that are', () => {
  expect(parseAgentName('codex', NAMED)).toEqual(
    err({
      reason: 'agent-not-available',
      message: 'the agent "codex" is not available yet',
      hint: 'available are claude, command:PROGRAM, scripted:FILE, careful',
    }),
  )
})

it('a misspelt name is an unknown-agent, and the hint says which was meant', () => {
  expect(parseAgentName('carefull', NAMED)).toEqual(
    err({
      reason: 'unknown-agent',
      message: 'there is no agent "carefull"',
      hint: 'did you mean "careful"? available are claude, command:PROGRAM, scripted:FILE, careful',
    }),
  )
  expect(parseAgentName('toString', {})).toEqual(
    err({
      reason: 'unknown-agent',
      message: 'there is no agent "toString"',
      hint: 'available are claude, command:PROGRAM, scripted:FILE',
    }),
  )
})

it.each(['command:', 'command:""', 'scripted: '])('%s is agent-incomplete', text => {
  expect(parseAgentName(text, NAMED)).toMatchObject({ ok: false, error: { reason: 'agent-incomplete' } })
})
