import type { WitnessPrograms } from '../../../ports.ts'
import { PLAIN_TESTS, plainTestsTools } from './javascript-plain-tests.ts'
import { REPLAY_COMMAND, recorderText, replayTools } from './javascript-programs.ts'
import { standInText } from './javascript-stand-in.ts'
import { PYTHON_PLAIN_TESTS, pythonHarness, pythonOwnTest, pythonPlainTools } from './python-plain-tests.ts'
import { PYTHON_REPLAY, pythonRecorder, pythonReplayTools } from './python-programs.ts'

/** Programs that record and repeat the calls of tests, or run tests without their runner, by language. */
export const witnessPrograms: WitnessPrograms = {
  javascript: {
    recorder: ({ name, log }) => recorderText(name, log),
    command: REPLAY_COMMAND,
    tools: replayTools,
    plain: { standIn: standInText, command: PLAIN_TESTS, tools: plainTestsTools },
  },
  python: {
    recorder: ({ name, log, stream }) => pythonRecorder(name, log, stream),
    command: PYTHON_REPLAY,
    tools: pythonReplayTools,
    plain: {
      harness: pythonHarness,
      ownTest: pythonOwnTest,
      command: PYTHON_PLAIN_TESTS,
      tools: pythonPlainTools,
    },
  },
}
