import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { AgentStage } from '../rig/agents/agent-stage.ts'
import { liveKit } from './live-kit.ts'
import { playLive } from './live-suite.ts'
import { goodWork, openLive } from './rig.ts'

const TOUCH = 'touch "$HOME/started-by-the-repository"'

const WAITING = `node -e "const at = setInterval(() => require('fs').existsSync('go') && clearInterval(at), 20)"`

playLive('claude', cli => {
  test('hears while a job runs in the background, and is over when the model has spoken about that', async () => {
    await using stage = await AgentStage.open(liveKit(cli), [
      { use: [{ run: WAITING, isInBackground: true }] },
      { text: 'It runs.' },
      { text: 'I have heard you.' },
      { text: 'It has ended.' },
    ])
    const launched = stage.launch()
    const asked = (count: number) =>
      expect.poll(() => stage.play.conversations().length, { timeout: 30_000 }).toBe(count)
    await asked(2)
    expect(await stage.tell('Use the blue one.')).toBe('now')
    await asked(3)
    expect(stage.play.conversations()[2]).toContain('Use the blue one.')
    writeFileSync(join(stage.workspace, 'go'), '')
    const told = await launched
    expect(told.ending).toEqual({ is: 'exited', code: 0 })
    expect(told.reading).toMatchObject({ report: { summary: expect.stringContaining('It has ended.') } })
    expect(stage.leftBehind()).toEqual([])
  })

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
