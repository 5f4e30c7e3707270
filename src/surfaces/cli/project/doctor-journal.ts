import { existsSync, renameSync } from 'node:fs'
import { hostname } from 'node:os'
import { dirname, join } from 'node:path'
import { findGitCommonDir } from '../../../adapters/git/repository/locate.ts'
import { StoreProblem } from '../../../adapters/store/problem.ts'
import { openSqliteStore } from '../../../adapters/store/sqlite.ts'
import { breakWords, type SealBreak } from '../../../core/journal/seal-break.ts'
import { jsonText } from '../../../core/text/json-text.ts'
import type { Store } from '../../../ports.ts'
import type { Context } from '../context.ts'
import { journalFileIn } from '../places/journal-file.ts'
import { EXIT, Problem } from '../problem.ts'
import { printLines } from '../words/printed-lines.ts'

interface JournalReport {
  readonly file: string
  readonly runs: number
  readonly events: number
  readonly breaks: readonly SealBreak[]
  /** The file cannot be used as a journal at all. */
  readonly problem: string | null
}

/** `doctor --journal`: whether the journal is what pm-agent wrote; `--repair` puts away what is not. */
export async function doctorJournal(
  context: Context,
  options: { readonly json?: boolean; readonly repair?: boolean },
): Promise<number> {
  const commonDir = findGitCommonDir(context.cwd)
  if (!commonDir)
    throw new Problem(`${context.cwd} is not in a git repository`, ['cd into the repository that pm-agent ran in'])
  const file = journalFileIn(commonDir)
  if (!existsSync(file)) {
    context.terminal.print(`There is no journal yet: ${file}`)
    return EXIT.done
  }
  const report = await examine(file)
  const isIntact = report.problem === null && report.breaks.length === 0
  if (options.repair && !isIntact) return repair(context, report)
  if (options.json) context.terminal.print(jsonText(report, 2))
  else printLines(context.terminal, ...lines(report))
  return isIntact ? EXIT.done : EXIT.badInput
}

async function examine(file: string): Promise<JournalReport> {
  const nothing = { file, runs: 0, events: 0, breaks: [], problem: null }
  const opened = openSqliteStore(file, { readOnly: true })
  if (!opened.ok) return { ...nothing, problem: opened.error.message }
  const store = opened.value
  try {
    const breaks = await store.verify()
    const rows = await store.runs()
    // A broken run cannot be read; of the others every event is read again, as any command would read it.
    const broken = new Set(breaks.flatMap(one => ('run' in one ? [one.run] : [])))
    let events = 0
    for (const { id } of rows) if (!broken.has(id)) events += (await store.read(id)).length
    return { ...nothing, runs: rows.length, events, breaks }
  } catch (error) {
    if (error instanceof StoreProblem) return { ...nothing, problem: error.message }
    throw error
  } finally {
    store.close()
  }
}

function lines({ file, runs, events, breaks, problem }: JournalReport): readonly string[] {
  if (problem !== null) return [`!!  ${problem}`, ...waysOut(false)]
  if (breaks.length === 0) return [`ok  ${file}`, `    ${runs} runs, ${events} events: every seal holds`]
  return [
    `!!  the journal differs from what pm-agent wrote: ${file}`,
    ...breaks.map(broken => `    ${breakWords(broken)}`),
    ...waysOut(breaks.every(({ is }) => is === 'result-changed')),
  ]
}

const waysOut = (onlyResults: boolean): readonly string[] =>
  onlyResults
    ? ['    pm-agent doctor --journal --repair drops these results; their checks run again']
    : [
        '    restore the file from a backup, if there is one; or',
        '    pm-agent doctor --journal --repair puts it aside: pm-agent run then begins again, after the tasks on the plan branch',
        '    The plan branch and your files are as they were.',
      ]

/** Changed results are dropped; a journal whose events are broken gets another name, so that nothing of it is lost. */
async function repair({ terminal }: Context, { file, breaks, problem }: JournalReport): Promise<number> {
  const opened = openSqliteStore(file)
  if (opened.ok) {
    const store = opened.value
    try {
      await expectNobodyAtWork(store)
      if (problem === null && breaks.every(({ is }) => is === 'result-changed')) {
        terminal.print(`Dropped ${await store.forgetChanged()} changed results; their checks run again.`)
        return EXIT.done
      }
    } finally {
      store.close()
    }
  }
  const aside = join(dirname(file), `journal-aside-${new Date().toISOString().replace(/\D/g, '').slice(0, 14)}.db`)
  for (const side of ['', '-wal', '-shm']) if (existsSync(file + side)) renameSync(file + side, aside + side)
  terminal.print(`The journal is kept as ${aside}.`)
  terminal.print('pm-agent run begins again, after the tasks that are on the plan branch.')
  return EXIT.done
}

async function expectNobodyAtWork(store: Store): Promise<void> {
  for (const { id } of await store.runs()) {
    const driver = await store.driver(id, { host: hostname() }, Date.now())
    if (driver.is === 'driving')
      throw new Problem(`run ${id} is under way, by process ${driver.holder.pid}`, ['pm-agent stop first'])
  }
}
