import { existsSync } from 'node:fs'
import { findGitCommonDir } from '../../../adapters/git/repository/locate.ts'
import { openSqliteStore } from '../../../adapters/store/sqlite.ts'
import { metricsOf } from '../../../core/metrics/stats.ts'
import { statsLines } from '../../../core/metrics/stats-words.ts'
import { evolve } from '../../../core/run/evolve.ts'
import { fold } from '../../../core/run/state.ts'
import { jsonText } from '../../../core/text/json-text.ts'
import type { Context } from '../context.ts'
import { journalFileIn } from '../places/journal-file.ts'
import { EXIT, Problem } from '../problem.ts'
import { printLines } from '../words/printed-lines.ts'

/** `stats`: success metrics over all runs of this repository, with warnings. */
export async function stats(context: Context, options: { readonly json?: true | undefined }): Promise<number> {
  const commonDir = findGitCommonDir(context.cwd)
  if (commonDir === null || !existsSync(journalFileIn(commonDir)))
    throw new Problem('nothing has been run in this repository yet', ['pm-agent run PLAN.md starts'])
  const opened = openSqliteStore(journalFileIn(commonDir), { readOnly: true })
  if (!opened.ok) throw new Problem(opened.error.message, [opened.error.hint])
  const store = opened.value
  try {
    const rows = await store.runs()
    const states = await Promise.all(rows.map(async ({ id }) => fold(await store.read(id), evolve) ?? []))
    const made = metricsOf(states.flat())
    if (options.json) context.terminal.print(jsonText(made, 2))
    else printLines(context.terminal, ...statsLines(made))
    return EXIT.done
  } finally {
    store.close()
  }
}
