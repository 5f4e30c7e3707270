import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { largeHierarchy } from '../test/rig/core/large-hierarchy.ts'
import { type Figure, median, ms } from './figure.ts'

const HERE = fileURLToPath(new URL('..', import.meta.url))
const CHECK_MS = 1_000
const STATUS_RATIO = 1.5
const MEMORY_MB = 250

/** A plan of 2,000 tasks in 250 sub-plans on three levels, beside one of 30 tasks: time and memory of the packed build. */
export async function hierarchyCost({ rounds }: { readonly rounds: number }): Promise<readonly Figure[]> {
  const root = mkdtempSync(join(tmpdir(), 'pm-agent-bench-'))
  try {
    spawned(process.execPath, [join(HERE, 'scripts', 'build.ts')], HERE)
    const large = repository(join(root, 'large'), largeHierarchy())
    const small = repository(join(root, 'small'), new Map([['PLAN.md', thirtyTasks()]]))
    const times = { check: [] as number[], large: [] as number[], small: [] as number[] }
    const megabytes: number[] = [large.run('run', '--until', 'intake').megabytes]
    small.run('run', '--until', 'intake')
    for (let round = 0; round < rounds; round++) {
      const check = large.run('check')
      const status = large.run('status')
      times.check.push(check.processorMs)
      times.large.push(status.processorMs)
      times.small.push(small.run('status').processorMs)
      megabytes.push(check.megabytes, status.megabytes)
    }
    return figures(median(times.check), [median(times.large), median(times.small)], Math.max(...megabytes))
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}

function figures(checkMs: number, [large, small]: readonly [number, number], megabytes: number): readonly Figure[] {
  const ratio = large / small
  return [
    {
      name: 'check of 2000 tasks in 250 sub-plans',
      measured: ms(checkMs),
      goal: `≤ ${CHECK_MS} ms`,
      holds: checkMs <= CHECK_MS,
    },
    {
      name: 'status of them',
      measured: `${ratio.toFixed(2)}× that of 30 tasks (${ms(large)} : ${ms(small)})`,
      goal: `≤ ${STATUS_RATIO}×`,
      holds: ratio <= STATUS_RATIO,
    },
    {
      name: 'memory of check, status and the start of a run',
      measured: `${Math.round(megabytes)} MB`,
      goal: `≤ ${MEMORY_MB} MB`,
      holds: megabytes <= MEMORY_MB,
    },
  ]
}

const thirtyTasks = (): string =>
  `# Small\n\n${Array.from(
    { length: 30 },
    (_, at) =>
      `### [ ] TODO ${at + 1}: Step ${at + 1}\n\n**Files**:\n- Modify: \`src/${at + 1}.ts\`\n\n**Acceptance Criteria**:\n- [ ] \`node src/${at + 1}.ts\` → \`ok\`\n\n`,
  ).join('')}`

interface Measured {
  /** Other work on the machine does not count. */
  readonly processorMs: number
  readonly megabytes: number
}

/** A repository with this plan, in which the packed pm-agent is started. */
function repository(top: string, documents: ReadonlyMap<string, string>) {
  for (const [path, text] of documents) {
    mkdirSync(dirname(join(top, path)), { recursive: true })
    writeFileSync(join(top, path), text)
  }
  writeFileSync(join(top, 'pm-agent.yaml'), 'agents: { worker: "command:true" }\ncommands: { test: "echo ok" }\n')
  spawned('git', ['init', '--quiet'], top)
  spawned('git', ['add', '--all'], top)
  const as = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org']
  spawned('git', [...as, 'commit', '--quiet', '--message', 'begin'], top)
  const home = `${top}-home`
  mkdirSync(home)
  const used = join(home, 'megabytes')
  const told = `import { writeFileSync } from 'node:fs'
process.on('exit', () => {
  const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage()
  writeFileSync(${JSON.stringify(used)}, JSON.stringify({ megabytes: maxRSS / 1024, processorMs: (userCPUTime + systemCPUTime) / 1000 }))
})`
  const preload = join(home, 'memory.mjs')
  writeFileSync(preload, told)
  const run = (...args: readonly string[]): Measured => {
    spawned(process.execPath, ['--import', preload, join(HERE, 'dist', 'main.js'), ...args], top, home)
    return JSON.parse(readFileSync(used, 'utf8'))
  }
  return { run }
}

function spawned(file: string, args: readonly string[], cwd: string, home = cwd): void {
  const env = { PATH: process.env.PATH, HOME: home, XDG_STATE_HOME: join(home, 'state') }
  const { status, stdout, stderr } = spawnSync(file, args, { cwd, env, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
  if (status !== 0 && status !== 3) throw new Error(`${file} ${args.join(' ')}: ${status} ${stdout}${stderr}`)
}
