import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { git } from '../../../adapters/git/git.ts'
import { falseClaims } from '../../../core/view.ts'
import type { Context } from '../context.ts'
import { FILES, PLAN, SCRIPT } from '../demo/story.ts'
import { EXIT } from '../problem.ts'
import { readRun } from '../reading.ts'
import { paint } from '../terminal.ts'
import { run } from './run.ts'

/** `demo`: the product on a small plan, played by scripted agents. No key, no network, nothing left behind. */
export async function demo(context: Context, options: { readonly keep?: boolean }): Promise<number> {
  const { terminal } = context
  const root = mkdtempSync(join(tmpdir(), 'pm-agent-demo-'))
  const repository = join(root, 'words')
  await layOut(repository)
  const script = join(root, 'agents.json')
  writeFileSync(script, JSON.stringify(SCRIPT))
  const env = {
    ...context.env,
    XDG_STATE_HOME: join(root, 'state'),
    // The project's tests are run with the Node that runs us, whatever else is on the machine.
    PATH: [dirname(process.execPath), context.env.PATH ?? ''].join(delimiter),
  }
  const there: Context = { cwd: repository, env, terminal }
  terminal.print(
    paint(
      terminal,
      'bold',
      'A demo: scripted agents carry out a small plan in a throw-away repository. Two of their claims are false.',
    ),
  )
  try {
    const code = await run(there, { plan: 'PLAN.md', agent: `scripted:${script}` })
    await tellClaims(there)
    terminal.print('')
    terminal.print(
      options.keep
        ? `Kept: cd ${repository} && git log --stat pm/word-statistics`
        : 'The repository is thrown away now; pm-agent demo --keep leaves it for you to look at.',
    )
    return code
  } finally {
    if (!options.keep) rmSync(root, { recursive: true, force: true })
  }
}

async function layOut(repository: string): Promise<void> {
  for (const [path, text] of Object.entries({ ...FILES, 'PLAN.md': PLAN })) {
    mkdirSync(dirname(join(repository, path)), { recursive: true })
    writeFileSync(join(repository, path), text)
  }
  const at = { startDir: repository }
  await git({ ...at, args: ['init', '--quiet', '--initial-branch=main'] })
  await git({ ...at, args: ['add', '--all'] })
  await git({
    ...at,
    args: ['-c', 'user.name=Demo', '-c', 'user.email=demo@localhost', 'commit', '--quiet', '--message', 'chore: begin'],
  })
}

/** What was claimed, what was true. */
async function tellClaims(context: Context): Promise<number> {
  const { terminal } = context
  const { state, store } = await readRun(context)
  store.close()
  terminal.print('')
  terminal.print(paint(terminal, 'bold', 'What was claimed, and what was true:'))
  for (const claim of falseClaims(state)) {
    terminal.print(`  task ${claim.task}, attempt ${claim.attempt}`)
    terminal.print(`    claimed  ${claim.claimed}`)
    terminal.print(`    true     ${claim.fact}`)
  }
  return EXIT.done
}
