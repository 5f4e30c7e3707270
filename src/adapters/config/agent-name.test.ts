import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { err, ok } from '../../core/result.ts'
import type { AgentSpec } from '../../core/settings/config.ts'
import { parseAgentName } from './agent-name.ts'

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

it('a scripted agent plays a file, relative to the given folder', () => {
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

it('a name from the configuration selects its agent, even if it is also a known name', () => {
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
      hint: 'npm install --global @anthropic-ai/claude-code@2.1.325 (the version pm-agent is tested with), then start it once to log in',
    }),
  )
})

it.each(['claude:', 'claude:""', 'claude:--help', 'claude:a b'])('%s is agent-incomplete: it names no model', text => {
  expect(parseAgentName(text, NAMED)).toMatchObject({ ok: false, error: { reason: 'agent-incomplete' } })
})

it('codex is a program on the PATH too; opencode and gemini use the Agent Client Protocol', () => {
  const folder = mkdtempSync(join(tmpdir(), 'pm agent-path-'))
  for (const name of ['codex', 'opencode', 'gemini']) writeFileSync(join(folder, name), '', { mode: 0o755 })
  const read = (text: string) => parseAgentName(text, NAMED, { searchPath: folder })

  expect(read('codex:gpt-6')).toEqual(
    ok({ is: 'codex', name: 'codex:gpt-6', model: 'gpt-6', path: join(folder, 'codex') }),
  )
  expect(read('opencode')).toMatchObject(ok({ is: 'acp', name: 'opencode', command: `'${folder}/opencode' acp` }))
  expect(read('gemini:flash')).toMatchObject(
    ok({
      is: 'acp',
      name: 'gemini:flash',
      command: `'${folder}/gemini' --acp --model flash`,
      pass: expect.arrayContaining(['GEMINI_API_KEY']),
    }),
  )
  expect(read('opencode')).toMatchObject({ value: { set: { OPENCODE_DISABLE_PROJECT_CONFIG: '1' } } })
  expect(read('gemini')).toMatchObject({ value: { set: { GEMINI_CLI_TRUST_WORKSPACE: 'false' } } })
  expect(read('opencode:big')).toMatchObject({ ok: false, error: { reason: 'agent-incomplete' } })
})

it('any other agent with that protocol is named by its command line', () => {
  expect(parseAgentName('acp:"npx my-agent --acp"', NAMED)).toEqual(
    ok({ is: 'acp', name: 'acp', command: 'npx my-agent --acp', pass: [] }),
  )
})

it('a misspelt name is an unknown-agent, and the hint says which was meant', () => {
  expect(parseAgentName('carefull', NAMED)).toEqual(
    err({
      reason: 'unknown-agent',
      message: 'there is no agent "carefull"',
      hint: 'did you mean "careful"? available are claude, codex, opencode, gemini, command:PROGRAM, acp:PROGRAM, scripted:FILE, careful',
    }),
  )
  expect(parseAgentName('toString', {})).toEqual(
    err({
      reason: 'unknown-agent',
      message: 'there is no agent "toString"',
      hint: 'available are claude, codex, opencode, gemini, command:PROGRAM, acp:PROGRAM, scripted:FILE',
    }),
  )
})

it.each(['command:', 'command:""', 'scripted: ', 'acp:'])('%s is agent-incomplete', text => {
  expect(parseAgentName(text, NAMED)).toMatchObject({ ok: false, error: { reason: 'agent-incomplete' } })
})
