import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { browserProgram } from './open-browser.ts'

const PATH = mkdtempSync(join(tmpdir(), 'pm-agent-browsers-'))
for (const name of ['xdg-open', 'open', 'my-browser']) {
  writeFileSync(join(PATH, name), '#!/bin/sh\n')
  chmodSync(join(PATH, name), 0o755)
}
afterAll(() => rmSync(PATH, { recursive: true }))

const ask = async () => null
const on = (env: NodeJS.ProcessEnv, platform: NodeJS.Platform = 'linux', isTerminal = true) =>
  browserProgram({ env: { PATH, ...env }, ...(isTerminal ? { ask } : {}) }, platform)?.replace(`${PATH}/`, '') ?? null

describe('the browser that is opened', () => {
  it('is that of the desktop, or the one that the user names', () => {
    expect(on({ DISPLAY: ':0' })).toBe('xdg-open')
    expect(on({ WAYLAND_DISPLAY: 'wayland-0', BROWSER: 'my-browser' })).toBe('my-browser')
    expect(on({}, 'darwin')).toBe('open')
  })

  it('is none in CI, over SSH, without a terminal, without a display, or where there is no program for it', () => {
    expect(on({ DISPLAY: ':0', CI: 'true' })).toBeNull()
    expect(on({ DISPLAY: ':0', SSH_CONNECTION: '10.0.0.1 1 10.0.0.2 22' })).toBeNull()
    expect(on({ DISPLAY: ':0' }, 'linux', false)).toBeNull()
    expect(on({})).toBeNull()
    expect(on({ DISPLAY: ':0', PATH: '/nowhere' })).toBeNull()
  })
})
