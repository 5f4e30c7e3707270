import { dirname, join, relative } from 'node:path'
import { documentsOf, readWholePlan } from '../../../adapters/plan-file/hierarchy/whole-plan.ts'
import { renderDiagnostics } from '../../../adapters/plan-file/problems/excerpt.ts'
import { ordinaryText, readOrdinaryFile } from '../../../adapters/work-tree/ordinary-file.ts'
import type { Diagnostic, Plan, SubPlan } from '../../../core/plan/plan.ts'
import { depthMax, type Limits } from '../../../core/settings/config.ts'
import type { Context } from '../context.ts'
import { Problem } from '../problem.ts'
import { paint } from '../terminal.ts'
import { nameOf } from './plan-place.ts'

/** A plan document with those of its sub-plans, as they are on the disk now. */
export interface PlanOnDisk {
  readonly plan: Plan | null
  readonly planText: string
  readonly diagnostics: readonly Diagnostic[]
}

/** How the documents of one plan are read. */
export interface PlanReader {
  readonly top: string
  readonly path: string
  readonly limits: Limits
  readonly test?: string | undefined
}

export function readPlanOnDisk(reader: PlanReader): PlanOnDisk {
  const { top, path, limits, test } = reader
  const file = readOrdinaryFile(path)
  if (!file.ok) throw new Problem(`${nameOf(top, path)} cannot be read: ${file.error.words}`)
  const planText = file.value.toString('utf8')
  // Missing, a folder, or not readable: in every case there is no sub-plan to work on.
  const read = (document: string) => ordinaryText(join(dirname(path), document))
  const options = { path: nameOf(top, path), test, depthMax: depthMax(limits), read }
  return { planText, ...readWholePlan(planText, options) }
}

/** Reads another text as this plan, with earlier documents of its sub-plans. */
export const planFromTexts = (
  { top, path, limits }: PlanReader,
  text: string,
  subPlans: readonly SubPlan[],
): Plan | null =>
  readWholePlan(text, { path: nameOf(top, path), depthMax: depthMax(limits), read: documentsOf(subPlans) }).plan

const COLOUR_OF = { error: 'red', warning: 'yellow', note: 'cyan', dim: 'dim', bold: 'bold' } as const

/** The diagnostics of all documents, each with the lines of its own, for a terminal of this width. */
export function renderPlanProblems(
  { cwd, terminal }: Context,
  path: string,
  { plan, planText, diagnostics }: PlanOnDisk,
): string {
  const view = {
    columns: terminal.columns,
    paint: (part: keyof typeof COLOUR_OF, words: string) => paint(terminal, COLOUR_OF[part], words),
  }
  const texts = new Map(plan?.subPlans?.map(sub => [sub.path, sub.text ?? '']))
  const names = [...new Set(diagnostics.map(({ document }) => document))]
  return names
    .map(document => {
      const own = diagnostics.filter(diagnostic => diagnostic.document === document)
      const text = document === undefined ? planText : (texts.get(document) ?? '')
      return renderDiagnostics(text, own, documentName(cwd, path, document), view)
    })
    .join('\n\n')
}

/** The path of a document as the user would write it here. */
export function documentName(cwd: string, path: string, document?: string): string {
  const file = document === undefined ? path : join(dirname(path), document)
  return relative(cwd, file) || file
}
