import { spawn } from 'node:child_process'
import { closeSync, fdatasyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Figure, median, ms, timed } from './figure.ts'
import { manyFiles } from './many-files.ts'
import { measuredRun } from './measured-run.ts'

const GOAL = 3
const TASKS = 12
const ROUNDS = 40

/**
 * Idle time between two tasks: from one's durable landing to the request for the next one's workspace, after its durable
 * start. Compared with one synced write and the start of one process on the same machine.
 */
export async function gapCost(): Promise<readonly Figure[]> {
  return [await gapOf(TASKS)]
}

export async function gapOf(tasks: number): Promise<Figure> {
  using project = await manyFiles(100, tasks)
  const before = await syncAndSpawn()
  const { gapMs } = await measuredRun(
    project,
    'command:cat > /dev/null; mkdir -p made; echo made > made/$PM_AGENT_TASK.txt',
  )
  const reference = median([...before, ...(await syncAndSpawn())])
  const ratio = median(gapMs) / reference
  return {
    name: 'gap between a task and the next',
    measured: `${ratio.toFixed(2)}× one sync and one spawn (${ms(median(gapMs))} : ${ms(reference)})`,
    goal: `≤ ${GOAL}×`,
    holds: ratio <= GOAL,
  }
}

async function syncAndSpawn(): Promise<readonly number[]> {
  const root = mkdtempSync(join(tmpdir(), 'pm-agent-bench-'))
  const file = openSync(join(root, 'file'), 'a')
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round++)
    times.push(
      await timed(async () => {
        writeSync(file, 'x'.repeat(200))
        fdatasyncSync(file)
        await new Promise(resolve => spawn('sh', ['-c', ':'], { stdio: 'ignore' }).on('close', resolve))
      }),
    )
  closeSync(file)
  rmSync(root, { recursive: true, force: true })
  return times
}
