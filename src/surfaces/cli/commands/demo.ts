import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { git } from '../../../adapters/git/git.ts'
import { unprovenClaims } from '../../../core/proof/claims.ts'
import type { RunState } from '../../../core/run/state.ts'
import { duration } from '../../../core/text/time.ts'
import type { Context } from '../context.ts'
import { releaseLines } from '../demo/release-summary.ts'
import { type Story, WORDS } from '../demo/story.ts'
import { claimLines, countLines } from '../demo/summary.ts'
import { readViStory } from '../demo/vi-story.ts'
import { ownRoot } from '../places/own-root.ts'
import { readRun } from '../reading.ts'
import { paint } from '../terminal.ts'
import { printLines } from '../words/printed-lines.ts'
import { type RunOptions, run } from './run.ts'
import { tellTask } from './tell.ts'

export interface DemoOptions {
  readonly keep?: boolean
  readonly small?: boolean
}

/** `demo`: the product on a plan that scripted agents play. No key, no network, nothing left behind. */
export async function demo(context: Context, options: DemoOptions): Promise<number> {
  const { terminal } = context
  const startedMs = performance.now()
  const story = options.small ? WORDS : readViStory()
  const root = mkdtempSync(join(tmpdir(), 'pm-agent-demo-'))
  try {
    const there: Context = { ...context, cwd: join(root, story.name), env: environment(context, root) }
    const script = join(root, 'agents.json')
    writeFileSync(script, JSON.stringify(story.script))
    await layOut(there.cwd, story)
    terminal.print(paint(terminal, 'bold', story.intro))
    terminal.print('')
    const code = await played(there, { plan: 'PLAN.md', agent: `scripted:${script}`, live: true, noAdvice: true })
    const tookMs = performance.now() - startedMs
    await tellEnd(there, { story, tookMs, kept: options.keep === true })
    return code
  } finally {
    if (!options.keep) rmSync(root, { recursive: true, force: true, maxRetries: 3 })
  }
}

/** The run with a human who looks at critical work when it waits, and says yes. */
async function played(context: Context, options: RunOptions): Promise<number> {
  const code = await run(context, options)
  const { state, store } = await readRun(context)
  store.close()
  const waiting = state.tasks.filter(({ stage }) => stage.is === 'escalated' && stage.reason === 'review-wanted')
  if (waiting.length === 0) return code
  const { terminal } = context
  for (const { task } of waiting) {
    terminal.print('')
    terminal.print(
      paint(terminal, 'bold', `Task ${task.id} is critical and waits for you. Confirm that you reviewed it:`),
    )
    terminal.print(`$ pm-agent approve ${task.id}`)
    await tellTask(context, 'approve', task.id, {})
  }
  return run(context, options)
}

const environment = ({ env }: Context, root: string): NodeJS.ProcessEnv => ({
  ...env,
  XDG_STATE_HOME: join(root, 'state'),
  // The project's tests are run with the Node that runs us, whatever else is on the machine.
  PATH: [dirname(process.execPath), env.PATH ?? ''].join(delimiter),
})

async function layOut(repository: string, { files }: Story): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(repository, path)), { recursive: true })
    writeFileSync(join(repository, path), text)
  }
  const at = { startDir: repository }
  await git({ ...at, args: ['init', '--quiet', '--initial-branch=main'] })
  await git({ ...at, args: ['add', '--all'] })
  await git({ ...at, args: ['commit', '--quiet', '--message', 'chore: begin'] })
}

/** What was claimed, what was true, how often it took, and where to look. */
async function tellEnd(
  context: Context,
  { story, tookMs, kept }: { readonly story: Story; readonly tookMs: number; readonly kept: boolean },
): Promise<void> {
  const { terminal } = context
  const { state, store } = await readRun(context)
  store.close()
  const lines = [
    '',
    paint(terminal, 'bold', 'What was claimed, and what was true:'),
    ...claimLines(state),
    '',
    ...countLines(state),
    '',
    paint(terminal, 'bold', 'What you get in addition to the commits:'),
    ...releaseLines(state, caughtIn(state)),
    '',
    `All of it took ${duration(tookMs)}.`,
    '',
  ]
  if (!kept) lines.push('The repository is thrown away now; pm-agent demo --keep leaves it for you to look at.')
  else {
    const ours = import.meta.url.endsWith('.ts') ? `node ${join(ownRoot(), 'bin', 'pm-agent.js')}` : 'pm-agent'
    const { branch } = state.opened
    const caught = caughtIn(state)
    lines.push(
      `Kept: cd ${context.cwd}`,
      `  git log --stat main..${branch}`,
      `  ${ours} status`,
      `  ${ours} why ${caught}`,
      `  ${ours} show ${caught}`,
      `  git switch ${branch}, and then:`,
      ...story.tryOut.map(command => `    ${command}`),
    )
  }
  printLines(terminal, ...lines)
}

/** The first task whose agent claimed something that was not so. */
const caughtIn = (state: RunState): string => unprovenClaims(state)[0]?.task ?? state.tasks[0]!.task.id
