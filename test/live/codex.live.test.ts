import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { playLive } from './live-suite.ts'
import { goodWork, openLive } from './rig.ts'

playLive('codex', cli => {
  test('leaves no trust behind in the settings of the user', async () => {
    await using live = await openLive(cli, { 1: [goodWork('sum'), { text: 'All done.' }] })
    const settings = () => readFileSync(join(live.project.home, '.codex', 'config.toml'), 'utf8')
    const before = settings()
    expect((await live.start().done).code).toBe(0)
    expect((await live.project.status()).tasks[0]).toMatchObject({ outcome: 'proven' })
    expect(settings()).toBe(before)
  })
})
