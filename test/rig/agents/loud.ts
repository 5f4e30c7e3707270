import { closeSync, openSync, readdirSync, readFileSync, readSync } from 'node:fs'
import { join } from 'node:path'
import type { Recorded } from '../../../src/core/run/event.ts'
import { Project } from '../projects/project.ts'
import { SHELL_PROJECT, shellPlan } from '../projects/shell-project.ts'

const AGENTS = 8
const LINE_BYTES = 100
const MEGABYTE_BYTES = 1024 * 1024

export interface Loud {
  /** The peak memory of pm-agent itself. */
  readonly memoryMb: number
  readonly faults: readonly string[]
}

/** Eight parallel agents that each print this much: numbered lines, so that a lost or moved one is detected. */
export async function loudRun(megabytes: number, main?: string): Promise<Loud> {
  const tasks = Array.from({ length: AGENTS }, (_, at) => ({ id: String(at + 1) }))
  using project = await Project.with({ ...SHELL_PROJECT, 'PLAN.md': shellPlan(tasks) })
  if (main) project.main = main
  const count = Math.floor((megabytes * MEGABYTE_BYTES) / LINE_BYTES)
  project.write({ '../agent.mjs': agentText(count) })
  const agent = `command:${process.execPath} ${join(project.root, 'agent.mjs')}`
  const running = project.start(['run', '--json', '--parallel', String(AGENTS), '--agent', agent])
  let memoryMb = 0
  const look = setInterval(() => {
    memoryMb = Math.max(memoryMb, peakMb(running.pid))
  }, 100)
  const { code, stderr } = await running.done
  clearInterval(look)
  const faults = [
    ...(code === 0 ? [] : [`it ended with ${code}: ${stderr}`]),
    ...outputFaults(project, count),
    ...orderFaults(await project.facts()),
  ]
  return { memoryMb, faults }
}

/** Prints on both streams in turns, each line with its number; nothing follows the last one. */
const agentText = (count: number): string => `import { mkdirSync, writeFileSync, writeSync } from 'node:fs'
const { PM_AGENT_TASK: task } = process.env
const line = n => String(n).padStart(12) + '.'.repeat(${LINE_BYTES - 13}) + '\\n'
const write = text => { for (let at = 0; at < text.length; ) try { at += writeSync(1, text.slice(at)) } catch (error) { if (error.code !== 'EAGAIN') throw error } }
let text = ''
for (let n = 0; n < ${count}; n++) {
  text += line(n)
  if (text.length > 60_000) { write(text); text = '' }
}
write(text)
mkdirSync('src', { recursive: true })
writeFileSync('src/' + task + '.txt', 'made\\n')
writeFileSync(process.env.PM_AGENT_RESULT_FILE, JSON.stringify({ status: 'success', summary: 'made', outputs: { path: 'src/' + task + '.txt' } }))
`

/** The kernel's own figure; 0 if the process has ended. */
function peakMb(pid: number): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'latin1')
    return Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}

/** Every printed line is in the file, once and in order. */
function outputFaults(project: Project, count: number): readonly string[] {
  const outputs = join(project.root, 'state', 'pm-agent')
  const files = readdirSync(outputs, { recursive: true, encoding: 'utf8' }).filter(path =>
    /outputs\/.*\.log$/.test(path),
  )
  const whole = files.filter(path => isWhole(join(outputs, path), count))
  return whole.length === AGENTS ? [] : [`${whole.length} of ${AGENTS} outputs are whole, in ${files.length} files`]
}

function isWhole(path: string, count: number): boolean {
  const file = openSync(path, 'r')
  const chunk = Buffer.alloc(LINE_BYTES * 10_000)
  try {
    let next = 0
    for (;;) {
      const size = readSync(file, chunk)
      for (let at = 0; at + LINE_BYTES <= size; at += LINE_BYTES)
        if (Number(chunk.toString('latin1', at, at + 12)) !== next++) return false
      if (size < chunk.length) return next === count
    }
  } finally {
    closeSync(file)
  }
}

const WAY = ['attempt-started', 'agent-launched', 'attempt-ended', 'proof-started', 'proof-recorded'] as const

/** The events of one attempt are in order. */
function orderFaults(facts: readonly Recorded[]): readonly string[] {
  const ways = new Map<string, string[]>()
  for (const { event } of facts) {
    if (!('attempt' in event) || !(WAY as readonly string[]).includes(event.type)) continue
    const way = `${event.task}/${event.attempt}`
    ways.set(way, [...(ways.get(way) ?? []), event.type])
  }
  return [...ways].flatMap(([way, types]) => {
    // A merge in between causes another proof.
    const first = types.slice(0, WAY.length)
    return first.join() === WAY.join() ? [] : [`attempt ${way} was recorded as ${types.join(', ')}`]
  })
}
