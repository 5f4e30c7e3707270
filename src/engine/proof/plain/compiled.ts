/**
 * Tests of Go and Rust as parts of a program: built as it is shipped, under names that are none of tests, and started without our variables.
 * They pass there as well, unless the program is another one where it is tested.
 */

import type { GateResult } from '../../../core/proof/receipt.ts'
import type { TestResult } from '../../../core/proof/test-results.ts'
import { plural } from '../../../core/text/lists.ts'
import type { Case } from '../case.ts'
import { markFor } from '../forms/staged.ts'
import { commandGate, notRunGate, questionFor } from '../gate-result.ts'
import { type Suite, suiteMinutes } from '../suite/suite.ts'
import { readProbe, runProbe } from '../witness/compiled/probe-run.ts'
import { goTestProgram } from './go.ts'
import { rustTestProgram } from './rust.ts'
import type { MakeTestProgram } from './test-program.ts'

const LANGUAGES: readonly { readonly ending: string; readonly make: MakeTestProgram }[] = [
  { ending: '.go', make: goTestProgram },
  { ending: '.rs', make: rustTestProgram },
]

const DIFFERS = 'Tests pass under their runner, and fail as parts of a program that is built as it is shipped:'
const SHOWN_MAX = 3

/** Null if the change has no tests of these languages. */
export async function compiledPlainTests(on: Case, suite: Suite, gate: string): Promise<GateResult | null> {
  const { vault } = on.ports
  const { asSubmitted } = on.layouts
  const changed = on.draft.changes.filter(({ status }) => status !== 'deleted').map(({ path }) => path)
  const language = LANGUAGES.find(({ ending }) => changed.some(path => path.endsWith(ending)))
  if (!language) return null
  const whole = await suite.run(asSubmitted)
  const mark = `p${markFor(on, asSubmitted)}`
  const made = await language.make(
    changed.filter(path => path.endsWith(language.ending)),
    {
      list: await vault.list(asSubmitted),
      mark,
      readText: path => vault.readText(asSubmitted, path),
      hasPassed: (file, name) => whole.report?.tests.some(test => isPassed(test, file, name)) ?? false,
    },
  )
  if (!made) return notRunGate(gate, 'no test of the change can be a part of a program')
  const calls = made.tests.map(({ id, name }) => ({ id, name, args: [], results: 1 }))
  const inTests = made.tests.map(({ id }) => `printf '\\n%s %s "ok"\\n' ${mark} '${id}'`).join('\n')
  const name = 'the change with its tests as a program'
  const run = await runProbe(on, asSubmitted, { ...made, inTests }, { name, mark, minutes: suiteMinutes(whole) })
  const { compared } = readProbe(run.outcome, calls, mark)
  if (compared.length === 0) return notRunGate(gate, 'the tests of the change do not build as parts of a program')
  const differs = compared.filter(({ inside, outside }) => inside !== outside)
  if (differs.length > 0)
    return commandGate(gate, run, {
      ...questionFor(on),
      words: [DIFFERS, ...differs.slice(0, SHOWN_MAX).map(({ call }) => call.name)].join('\n'),
      lines: [],
    })
  return commandGate(gate, run, {
    verdict: 'passed',
    words: `${plural(compared.length, 'test also passes as a part', 'tests also pass as parts')} of a program`,
  })
}

/** Runners that report no file name tests by the names around them alone. */
const isPassed = ({ id, file, status }: TestResult, path: string, name: string): boolean =>
  status === 'passed' && (file === path || file === '') && (id === name || id.endsWith(` ${name}`))
