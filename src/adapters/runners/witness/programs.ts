import type { WitnessPrograms } from '../../../ports.ts'
import { REPLAY_COMMAND, recorderText, replayTools } from './javascript-programs.ts'
import { PYTHON_REPLAY, pythonRecorder, pythonReplayTools } from './python-programs.ts'

/** Programs that record and repeat the calls of tests, by language. */
export const witnessPrograms: WitnessPrograms = {
  javascript: { recorder: ({ name, log }) => recorderText(name, log), command: REPLAY_COMMAND, tools: replayTools },
  python: {
    recorder: ({ name, log, stream }) => pythonRecorder(name, log, stream),
    command: PYTHON_REPLAY,
    tools: pythonReplayTools,
  },
}
