import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { agentEnvironment, gateEnvironment, setupEnvironment } from './environment.ts'

let home: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'home-'))
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

const SECRETS = {
  AWS_SECRET_ACCESS_KEY: 's3cret',
  GITHUB_TOKEN: 's3cret',
  ANTHROPIC_API_KEY: 's3cret',
  SSH_AUTH_SOCK: '/run/s3cret',
  DATABASE_URL: 'postgres://u:s3cret@h/d',
  NODE_OPTIONS: '--require s3cret',
  GIT_DIR: '/s3cret',
  BASH_ENV: '/s3cret',
  LD_PRELOAD: '/s3cret',
  PM_AGENT_TOKEN: 's3cret of an outer run',
}
const REGISTRY = {
  npm_config_registry: 'https://registry.example',
  'npm_config_//registry.example/:_authToken': 'registry-token',
  NPM_TOKEN: 'registry-token',
  PIP_INDEX_URL: 'https://u:registry-token@pypi.example',
}
const user = () => ({
  PATH: '/usr/bin:/bin',
  HOME: home,
  USER: 'ann',
  LANG: 'de_DE.UTF-8',
  LC_ALL: 'de_DE.UTF-8',
  TZ: 'Europe/Berlin',
  XDG_CONFIG_HOME: join(home, '.config'),
  HTTPS_PROXY: 'http://proxy:3128',
  no_proxy: 'localhost',
  SSL_CERT_FILE: '/etc/ca.pem',
  npm_config_local_prefix: '/where/npm/ran',
  UNDEFINED: undefined,
  ...REGISTRY,
  ...SECRETS,
})
const PLAIN = { LANG: 'C.UTF-8', TZ: 'UTC', TERM: 'dumb', CI: '1', NO_COLOR: '1', GIT_TERMINAL_PROMPT: '0' }

test('programs of a room are found in absolute folders only: a relative one would be of the draft', () => {
  const env = { ...user(), PATH: './node_modules/.bin:/usr/bin::.:/bin' }
  expect(gateEnvironment(env, { home: '/h', tmp: '/t' }).PATH).toBe('/usr/bin:/bin')
  expect(setupEnvironment(env, { tmp: '/t' }).PATH).toBe('/usr/bin:/bin')
  expect(agentEnvironment(env, { set: {} }).PATH).toBe(env.PATH)
})

describe('an agent', () => {
  test("has the user's home, language and proxies, what it is given, and no secret", () => {
    expect(agentEnvironment(user(), { set: { PM_AGENT_ROLE: 'worker' } })).toEqual({
      PATH: '/usr/bin:/bin',
      HOME: home,
      USER: 'ann',
      LANG: 'de_DE.UTF-8',
      LC_ALL: 'de_DE.UTF-8',
      TZ: 'Europe/Berlin',
      XDG_CONFIG_HOME: join(home, '.config'),
      HTTPS_PROXY: 'http://proxy:3128',
      no_proxy: 'localhost',
      SSL_CERT_FILE: '/etc/ca.pem',
      PM_AGENT_ROLE: 'worker',
    })
  })

  test('has a variable that was named for it', () => {
    const env = agentEnvironment(user(), { pass: ['ANTHROPIC_API_KEY'], set: {} })
    expect(env.ANTHROPIC_API_KEY).toBe('s3cret')
    expect(env.GITHUB_TOKEN).toBeUndefined()
  })
})

describe('a gate', () => {
  test('has a terminal and a home of its own, a plain locale and no secret, no registry, no proxy', () => {
    expect(gateEnvironment(user(), { home: '/h', tmp: '/t' })).toEqual({
      PATH: '/usr/bin:/bin',
      USER: 'ann',
      LANG: 'C.UTF-8',
      TZ: 'UTC',
      TERM: 'xterm-256color',
      HOME: '/h',
      TMPDIR: '/t',
    })
  })

  test("finds toolchains where the user has them: in a variable, or in the user's home", () => {
    mkdirSync(join(home, '.cargo'))
    mkdirSync(join(home, '.pyenv'))
    mkdirSync(join(home, '.npm'))
    const env = gateEnvironment(
      { ...user(), PYENV_ROOT: '/opt/pyenv', JAVA_HOME: '/opt/java' },
      { home: '/h', tmp: '/t' },
    )
    expect(env).toMatchObject({ PYENV_ROOT: '/opt/pyenv', JAVA_HOME: '/opt/java', CARGO_HOME: join(home, '.cargo') })
    expect(env).not.toHaveProperty('RUSTUP_HOME')
    expect(Object.values(env).join()).not.toContain('.npm')
  })
})

describe('setup', () => {
  test("has the user's home, registries and network, and no other secret", () => {
    expect(setupEnvironment(user(), { tmp: '/t' })).toEqual({
      PATH: '/usr/bin:/bin',
      USER: 'ann',
      XDG_CONFIG_HOME: join(home, '.config'),
      HTTPS_PROXY: 'http://proxy:3128',
      no_proxy: 'localhost',
      SSL_CERT_FILE: '/etc/ca.pem',
      ...REGISTRY,
      ...PLAIN,
      HOME: home,
      TMPDIR: '/t',
    })
  })
})
