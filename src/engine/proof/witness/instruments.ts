/** How calls are recorded and repeated, by language. */

import { REPLAY_COMMAND, replayTools } from './javascript-texts.ts'
import { moduleFinder } from './modules.ts'
import { PYTHON_REPLAY, pythonRecorder, pythonReplayTools } from './python-texts.ts'
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
}

export const INSTRUMENTS: readonly WitnessInstrument[] = [
  {
    name: 'javascript',
    isTest: path => /(?<!\.d)\.[cm]?[jt]sx?$/.test(path),
    recorded: (test, names, { list, isTest }) => recordedTest(test, names, moduleFinder(list, isTest)),
    command: REPLAY_COMMAND,
    tools: traces => replayTools(traces.map(({ steps }) => steps)),
  },
  {
    name: 'python',
    isTest: path => path.endsWith('.py'),
    recorded: async ({ path, text }, { recorder, log }) => `${text}\n${pythonRecorder(recorder, log, path)}`,
    command: PYTHON_REPLAY,
    tools: traces => pythonReplayTools(traces.map(({ steps, head }) => ({ steps, ...head }))),
  },
]
