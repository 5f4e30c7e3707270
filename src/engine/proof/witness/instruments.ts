/** How calls are recorded and repeated, by language. */

import type { WitnessPrograms } from '../../../ports.ts'
import { isDeclarations, isScript } from '../syntax/language.ts'
import { moduleFinder } from './modules.ts'
import { recordedTest } from './recorded-tests.ts'
import type { Trace } from './trace.ts'

export interface WitnessInstrument {
  readonly name: 'javascript' | 'python'
  isTest(path: string): boolean
  /** The test file with a recorder; null if its calls cannot be recorded. */
  recorded(
    test: TestText,
    names: { readonly recorder: string; readonly log: string },
    on: Program,
  ): Promise<string | null>
  readonly command: string
  tools(traces: readonly Trace[]): Readonly<Record<string, string>>
}

interface TestText {
  readonly path: string
  readonly text: string
}

interface Program {
  readonly list: readonly string[]
  readonly isTest: (path: string) => boolean
  /** Modules that a test may mock and still be recorded. */
  readonly isOfChange?: (path: string) => boolean
}

/** The instruments of all languages. */
export const instrumentsWith = ({ javascript, python }: WitnessPrograms): readonly WitnessInstrument[] => [
  {
    name: 'javascript',
    isTest: path => isScript(path) && !isDeclarations(path),
    recorded: (test, names, { list, isTest, isOfChange }) =>
      recordedTest(
        test,
        { ...names, text: javascript.recorder({ name: names.recorder, log: names.log, stream: test.path }) },
        moduleFinder(list, isTest),
        isOfChange,
      ),
    command: javascript.command,
    tools: traces => javascript.tools(traces.map(({ steps }) => steps)),
  },
  {
    name: 'python',
    isTest: path => path.endsWith('.py'),
    recorded: async ({ path, text }, { recorder, log }) =>
      `${text}\n${python.recorder({ name: recorder, log, stream: path })}`,
    command: python.command,
    tools: traces => python.tools(traces.map(({ steps, head }) => ({ steps, ...head }))),
  },
]
