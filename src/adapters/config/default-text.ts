import { stringify } from 'yaml'
import { COMMAND_NAMES, COMMAND_ROWS, type CommandName, type Commands } from '../../core/settings/commands.ts'
import { defaultLimits } from './limits.ts'

/** The pm-agent.yaml that `init` writes: the detected commands whose programs are here, and everything else commented out. */
export function defaultConfigText(detected: Commands, absent: ReadonlySet<CommandName> = new Set()): string {
  const names = COMMAND_NAMES.filter(name => COMMAND_ROWS[name].example !== undefined)
  const isAnyDetected = names.some(name => detected[name] !== undefined && !absent.has(name))
  const commands = names.map(name => {
    const command = detected[name]
    const isOn = command !== undefined && !absent.has(name)
    const reason = absent.has(name) ? '  # not installed here' : ''
    return `${isOn ? '' : '#'}  ${name}: ${scalar(command ?? COMMAND_ROWS[name].example!)}${reason}`
  })
  return `# Settings of pm-agent for this repository. All of them are optional; a run reads them once, when it begins.
# A line without a space after its # is a setting that is switched off.

# The agents that work on the tasks: claude, codex, opencode, gemini, optionally with a model (claude:MODEL), acp:PROGRAM for
# any other that supports the Agent Client Protocol, or any program that reads its task from standard input and edits files.
#agents:
#  worker: command:node agent.mjs
#  # Reviews what no command can check; it can only object.
#  judge: command:node judge.mjs
#  # Reads proven work by its tier; it can only object.
#  reviewer: command:node reviewer.mjs
#  # Writes tests from the words of a task, and never sees the change.
#  tester: command:node tester.mjs
#  # Writes plans (pm-agent plan); the worker by default.
#  planner: command:node planner.mjs
#  # Looks for the cause of a failed integration test.
#  diagnoser: command:node diagnoser.mjs
#  # Your own agents, for tasks that request one by name.
#  careful: { command: node agent.mjs --careful }

# How this project is set up and checked${isAnyDetected ? ', as detected; correct what is wrong' : ''}.
${isAnyDetected ? '' : '#'}commands:
${commands.join('\n')}

# Additional checks: contract, numeric, and your own commands by name.
#gates:
#  licences: { command: ./check-licences, when: { files: ["src/**"] }, blocking: false }

# Paths whose change makes a task critical, besides the built-in ones.
#sensitive: { "src/pricing/**": prices that customers pay }

# Files that no task may change unless its contract allows it, in addition to configuration and existing tests.
#protect: ["tests/golden/**"]

# When the judge is asked (auto: about all work of coding agents, and about anything that commands cannot settle; always; never), and who
# decides whether the task asks for a changed expectation of an existing test (judge: the judge, citing the sentence; ask: you, the default
# without a judge).
#judge: auto
# When a tester writes tests for the words of a task, without ever seeing the change: auto (normal and critical work of coding agents
# that changes what the program does), always, never
#tester: auto
#tests: judge

# When you look at proven work before it lands: auto (critical work that no reviewer looked at), each, critical or never
#review: auto

# All limits always apply; these are the defaults.
#limits:
${defaultLimits()
  .map(line => `#  ${line}`)
  .join('\n')}

# Whether reviews, context files and the ticked plan are committed: auto (only if the plan is tracked), commit or apart
# (kept under refs/pm-agent/; pm-agent records shows them).
#bookkeeping: auto

#checkpoint_tags: true
#review_artifacts_dir: docs/reviews
#release_manifest_dir: docs/releases
`
}

const scalar = (command: string): string => stringify(command, { lineWidth: 0, defaultStringType: 'PLAIN' }).trimEnd()
