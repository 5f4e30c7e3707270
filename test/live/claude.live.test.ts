import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { playLive } from './live-suite.ts'
import { goodWork, openLive } from './rig.ts'

const TOUCH = 'touch "$HOME/started-by-the-repository"'

playLive('claude', cli => {
  test('starts nothing that the repository brings along', async () => {
    await using live = await openLive(
      cli,
      { 1: [goodWork('sum'), { text: 'All done.' }] },
      {
        '.claude/settings.json': JSON.stringify({
          hooks: { SessionStart: [{ hooks: [{ type: 'command', command: TOUCH }] }] },
        }),
        '.mcp.json': JSON.stringify({ mcpServers: { own: { command: 'sh', args: ['-c', TOUCH] } } }),
      },
    )
    expect((await live.start().done).code).toBe(0)
    expect(existsSync(join(live.project.home, 'started-by-the-repository'))).toBe(false)
    expect(live.strange()).toEqual([])
  })
})
