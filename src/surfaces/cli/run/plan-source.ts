import { watch } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parsePlan } from '../../../adapters/plan-file/read.ts'
import type { PlanNow, PlanSource } from '../../../engine/edited-plan.ts'
import { documentName, type PlanOnDisk, readPlanOnDisk } from '../places/plan-reading.ts'
import { Problem } from '../problem.ts'
import { configFor, type PreparedRun } from './prepare-run.ts'

/** Editors write in several steps: a document counts once it is the same in two readings this far apart. */
const STILL_MS = 100
const READINGS_MAX = 20

/** The plan documents on the disk, for a run that follows their edits. */
export function planSource(prepared: PreparedRun, cwd: string): PlanSource {
  let last = texts({ plan: prepared.plan, planText: prepared.planText, diagnostics: [] })
  return {
    read: async () => {
      const found = await readStill(prepared, last)
      if (found === null) return null
      if (!('plan' in found)) return found
      last = texts(found)
      return usable(prepared, found, cwd)
    },
    readDocument: text => parsePlan(text, { path: basename(prepared.path), test: prepared.reader.test }),
    readWhole: prepared.readPlan,
    watch: changed => watchDocuments(prepared, changed),
  }
}

/** Every document of a plan as one text. */
const texts = ({ plan, planText }: PlanOnDisk): string =>
  [planText, ...(plan?.subPlans ?? []).map(({ path, text }) => `${path}\n${text ?? ''}`)].join('\0')

/** The documents once no program writes them; null if one does all the time. */
async function readStill(
  { reader }: PreparedRun,
  last: string,
): Promise<PlanOnDisk | { readonly problem: string } | null> {
  let before: string | null = last
  for (let readings = 0; readings < READINGS_MAX; readings++) {
    let found: PlanOnDisk
    try {
      found = readPlanOnDisk(reader)
    } catch (error) {
      before = null
      if (readings === READINGS_MAX - 1) return { problem: (error as Error).message }
      await pause(STILL_MS)
      continue
    }
    const now = texts(found)
    if (now === before) return found
    before = now
    await pause(STILL_MS)
  }
  return null
}

function usable(prepared: PreparedRun, found: PlanOnDisk, cwd: string): PlanNow | { readonly problem: string } {
  const { plan, planText, diagnostics } = found
  const error = diagnostics.find(({ severity }) => severity === 'error')
  if (error || plan === null) {
    const where = documentName(cwd, prepared.path, error?.document)
    return { problem: error ? `${where}:${error.span.line}: ${error.message}` : `${where} has no task` }
  }
  try {
    const tickedBefore = new Set(prepared.plan.tasks.flatMap(({ id, ticked }) => (ticked ? [id] : [])))
    return { plan, planText, config: configFor(prepared, plan), readPlan: prepared.readPlan, tickedBefore }
  } catch (problem) {
    if (problem instanceof Problem) return { problem: problem.message }
    throw problem
  }
}

/** Watches the folders of the documents: editors that rename would escape a watched file. */
function watchDocuments({ path, plan }: PreparedRun, changed: () => void): () => void {
  const files = [path, ...(plan.subPlans ?? []).map(sub => join(dirname(path), sub.path))]
  const folders = new Map<string, Set<string>>()
  for (const file of files) folders.set(dirname(file), (folders.get(dirname(file)) ?? new Set()).add(basename(file)))
  const watchers = [...folders].flatMap(([folder, names]) => {
    try {
      const watcher = watch(folder, { persistent: false }, (_, name) => {
        if (name === null || names.has(name)) changed()
      })
      // A folder that goes away is noticed by the next reading.
      watcher.on('error', () => watcher.close())
      return [watcher]
    } catch {
      // A folder that does not exist yet: its document is read after each landing.
      return []
    }
  })
  return () => {
    for (const watcher of watchers) watcher.close()
  }
}
