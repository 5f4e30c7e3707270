import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { junitXml } from '../../../core/ci/junit.ts'
import { summaryPage } from '../../../core/ci/summary-page.ts'
import type { RunState } from '../../../core/run/state.ts'
import { finalReport } from '../../../core/shown/final-report.ts'
import type { Context } from '../context.ts'
import { Problem } from '../problem.ts'
import { hasMerged, usersBranch } from './merged.ts'
import type { WrittenRunFlags } from './run-flags.ts'

/** Writes the files that a CI system shows: a summary in Markdown, and the gates as JUnit XML. */
export async function writeCiFiles(
  context: Context,
  state: RunState,
  { ci, summary, junit }: Pick<WrittenRunFlags, 'ci' | 'summary' | 'junit'>,
): Promise<void> {
  // GitHub gives a file to append to; other steps of the job write there as well.
  const shared = ci ? context.env.GITHUB_STEP_SUMMARY : undefined
  if (summary !== undefined || shared) {
    const merged = await hasMerged(context, state)
    const page = summaryPage(
      finalReport(state, { merged, standing: await usersBranch(context, state) }),
      state.opened.branch,
    )
    if (summary !== undefined) write(context, '--summary', summary, file => writeFileSync(file, page))
    else if (shared) write(context, 'GITHUB_STEP_SUMMARY', shared, file => appendFileSync(file, `${page}\n`))
  }
  if (junit !== undefined) write(context, '--junit', junit, file => writeFileSync(file, junitXml(state)))
}

function write({ cwd }: Context, name: string, path: string, make: (file: string) => void): void {
  const file = resolve(cwd, path)
  try {
    mkdirSync(dirname(file), { recursive: true })
    make(file)
  } catch (error) {
    throw new Problem(`${name}: ${file} cannot be written: ${(error as Error).message}`, [
      'the run itself is recorded: pm-agent report prints the same',
    ])
  }
}
