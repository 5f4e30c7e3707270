import type { Bench } from '../suite/bench.ts'
import type { Layouts } from './forms.ts'

/** Names the forms of a draft, so that a receipt shows the purpose of each run. */
export function nameForms(bench: Bench, { base, asSubmitted, oldForm, testsOnBase }: Layouts): void {
  bench.call(base, 'the base')
  bench.call(asSubmitted, 'the change')
  if (oldForm) bench.call(oldForm, 'the change with the old tests')
  if (!testsOnBase) return
  bench.call(testsOnBase, "the change's tests on the base")
  if (testsOnBase !== asSubmitted && testsOnBase !== base) bench.expectToFail(testsOnBase)
}
