import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { desktopCommand } from './desktop.ts'

let bin: string
beforeAll(() => {
  bin = mkdtempSync(join(tmpdir(), 'pm-agent-desktop-'))
  for (const program of ['notify-send', 'osascript']) writeFileSync(join(bin, program), '', { mode: 0o755 })
})
afterAll(() => rmSync(bin, { recursive: true, force: true }))

const shown = (title: string, text: string, env: NodeJS.ProcessEnv, platform: NodeJS.Platform = 'linux') =>
  desktopCommand({ title, text }, { env: { PATH: bin, ...env }, platform })

it('a machine without a screen or without the program shows nothing', () => {
  expect(shown('a', 'b', {})).toBeNull()
  expect(shown('a', 'b', { DISPLAY: ':0', PATH: '/nowhere' })).toBeNull()
  expect(shown('a', 'b', { PATH: '/nowhere' }, 'darwin')).toBeNull()
})

it('text of an agent is shown as text: no command, no option, no link and no novel', () => {
  for (const env of [{ DISPLAY: ':0' }, { WAYLAND_DISPLAY: 'wayland-0' }])
    expect(shown("--it's", '$(rm) <a href="x">&', env)).toBe(
      `notify-send --app-name=pm-agent -- '--it'\\''s' '$(rm) &lt;a href="x">&amp;'`,
    )
  expect(shown('a', 'say "hi" \\ and\ngo', {}, 'darwin')).toBe(
    `osascript -e 'display notification "say \\"hi\\" \\\\ and\\ngo" with title "a"'`,
  )
  expect(shown('a', 'long '.repeat(100_000), { DISPLAY: ':0' })!.length).toBeLessThan(1000)
})
