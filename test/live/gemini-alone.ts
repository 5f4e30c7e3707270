import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { AgentStage } from '../rig/agents/agent-stage.ts'
import type { Brought } from '../rig/brought.ts'
import { liveKit } from './live-kit.ts'
import { goodWork, openLive } from './rig.ts'

const RESET = Math.ceil(Date.now() / 1000) + 3_600
const NO_REPORTS = JSON.stringify({ privacy: { usageStatisticsEnabled: false } })

/** What only Gemini does. */
export function playGemini(cli: Brought): void {
  test('asks a small model which one to take, where none is named', async () => {
    await using live = await openLive(cli, { 1: [goodWork('sum'), { text: 'All done.' }] })
    expect((await live.start('gemini').done).code).toBe(0)
    expect((await live.project.status()).tasks[0]).toMatchObject({ outcome: 'proven', attempts: 1 })
    expect(live.strange()).toEqual([])
  })

  test('that may ask as often as it likes waits for its allowance in silence, and that is told when it is ended', async () => {
    await using stage = await AgentStage.open(liveKit(cli), [{ limitedUntil: RESET }])
    writeFileSync(join(stage.play.env.GEMINI_CLI_HOME!, '.gemini', 'settings.json'), NO_REPORTS)
    const { ending } = await stage.launch({ idleMs: 20_000 })
    if (ending.is !== 'usage-limit') throw new Error(`it ended otherwise: ${JSON.stringify(ending)}`)
    expect(Math.abs(ending.resetsAt! - RESET * 1000)).toBeLessThan(30_000)
  })
}
