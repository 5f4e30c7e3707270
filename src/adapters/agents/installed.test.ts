import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findInstalledAgents } from './installed.ts'

let dir = ''
let env: Record<string, string> = {}
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'installed-'))
  mkdirSync(join(dir, 'bin'))
  mkdirSync(join(dir, 'home'))
  env = { PATH: [join(dir, 'bin'), '/usr/bin', '/bin'].join(delimiter), HOME: join(dir, 'home') }
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

const program = (name: string, script: string) =>
  writeFileSync(join(dir, 'bin', name), `#!/bin/sh\n${script}\n`, { mode: 0o755 })

test('CLIs on the PATH are found with their version, and whether that one was tested', async () => {
  program('claude', 'echo "2.1.325 (Claude Code)"')
  program('codex', 'echo "codex-cli 0.150.0"')
  expect(await findInstalledAgents(env)).toEqual([
    { name: 'claude', path: join(dir, 'bin/claude'), version: '2.1.325', isTested: true, hasLogin: false },
    { name: 'codex', path: join(dir, 'bin/codex'), version: '0.150.0', isTested: false, hasLogin: false },
  ])
})

test('one that fails, or prints anything else, has no version', async () => {
  program('claude', 'echo 2.1.325; exit 1')
  program('gemini', 'echo hello')
  expect((await findInstalledAgents(env)).map(({ version }) => version)).toEqual([null, null])
})

test('one is asked in an empty folder, without keys and without the project', async () => {
  program('claude', 'test -z "$(ls | grep -v output.log)" && test -z "$ANTHROPIC_API_KEY" && echo 1.2.3')
  expect(await findInstalledAgents({ ...env, ANTHROPIC_API_KEY: 'k' })).toMatchObject([{ version: '1.2.3' }])
})

test('a login is detected by its key or its file, wherever the CLI keeps it', async () => {
  for (const name of ['claude', 'codex', 'opencode', 'gemini']) program(name, 'echo 1.0.0')
  const logins = async (extra: Readonly<Record<string, string>> = {}) =>
    (await findInstalledAgents({ ...env, ...extra })).filter(({ hasLogin }) => hasLogin).map(({ name }) => name)
  expect(await logins({ OPENAI_API_KEY: '' })).toEqual([])
  expect(await logins({ ANTHROPIC_API_KEY: 'k' })).toEqual(['claude', 'opencode'])

  mkdirSync(join(dir, 'elsewhere'))
  writeFileSync(join(dir, 'elsewhere/auth.json'), '')
  expect(await logins({ CODEX_HOME: join(dir, 'elsewhere') })).toEqual(['codex'])
  mkdirSync(join(dir, 'home/.gemini'))
  writeFileSync(join(dir, 'home/.gemini/oauth_creds.json'), '')
  expect(await logins()).toEqual(['gemini'])
})
