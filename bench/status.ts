import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Figure, median, ms } from './figure.ts'

const ROUNDS = 21
const HERE = fileURLToPath(new URL('..', import.meta.url))

/** The time of `status` in the packed build, compared with the same Node doing nothing. */
export async function statusCost(): Promise<readonly Figure[]> {
  const root = mkdtempSync(join(tmpdir(), 'pm-agent-bench-'))
  try {
    run(root, process.execPath, [join(HERE, 'scripts', 'build.ts')], HERE)
    const main = join(HERE, 'dist', 'main.js')
    prepare(root, main)
    const status: number[] = []
    const nothing: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      nothing.push(run(root, process.execPath, ['-e', '0']))
      status.push(run(root, process.execPath, [main, 'status']))
    }
    const ratio = median(status) / median(nothing)
    return [
      {
        name: 'status of the packed build',
        measured: `${ratio.toFixed(2)}× node -e 0 (${ms(median(status))} : ${ms(median(nothing))})`,
        goal: '≤ 2×',
        holds: ratio <= 2,
      },
    ]
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}

/** A repository with a finished run of twelve tasks. */
function prepare(root: string, main: string): void {
  const tasks = Array.from(
    { length: 12 },
    (_, at) =>
      `### [ ] TODO ${at + 1}: Make file ${at + 1}\n\n**Acceptance Criteria**:\n- [ ] File exists: \`${at + 1}.txt\`\n`,
  )
  writeFileSync(join(root, 'PLAN.md'), `# Files\n\n${tasks.join('\n')}`)
  run(root, 'git', ['init', '--quiet'])
  run(root, 'git', ['add', '--all'])
  run(root, 'git', [
    '-c',
    'user.name=Ada',
    '-c',
    'user.email=ada@example.org',
    'commit',
    '--quiet',
    '--message',
    'begin',
  ])
  run(root, process.execPath, [main, 'run', '--agent', 'command:cat > /dev/null; echo made > $PM_AGENT_TASK.txt'])
}

function run(root: string, file: string, args: readonly string[], cwd = root): number {
  const start = performance.now()
  const { status, stderr } = spawnSync(file, args, {
    cwd,
    env: { PATH: process.env.PATH, HOME: root, XDG_STATE_HOME: join(root, 'state') },
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`${file} ${args.join(' ')}: ${stderr}`)
  return performance.now() - start
}
