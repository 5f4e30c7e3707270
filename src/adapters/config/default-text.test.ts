import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ok } from '../../core/result.ts'
import { DEFAULT_LIMITS } from '../../core/settings/config.ts'
import { readConfig } from './config.ts'
import { defaultConfigText } from './default-text.ts'

const read = (text: string) => {
  const repositoryTop = mkdtempSync(join(tmpdir(), 'pm-agent-default-'))
  writeFileSync(join(repositoryTop, 'pm-agent.yaml'), text)
  return readConfig({ repositoryTop })
}
const DEFAULTS = {
  worker: null,
  agents: {},
  protect: [],
  areas: [],
  order: 'tier',
  quick: false,
  limits: DEFAULT_LIMITS,
  checkpointTags: true,
  reviewsDir: 'docs/reviews',
}

it('the file that init writes sets the detected commands and nothing else, however they are written', () => {
  const commands = { setup: 'npm ci', test: `sh -c 'a: "b" # c' && ${'x'.repeat(200)}`, lint: 'true', build: '- x' }

  expect(read(defaultConfigText(commands))).toEqual(ok({ ...DEFAULTS, commands }))
  expect(read(defaultConfigText({}))).toEqual(ok({ ...DEFAULTS, commands: {} }))
})

it('every commented setting in it can be enabled', () => {
  const text = defaultConfigText({}).replace(/^#(?! \S)/gm, '')

  expect(read(text)).toEqual(
    ok({
      ...DEFAULTS,
      testing: 'auto',
      roles: {
        planner: { agent: { is: 'command', name: 'planner', command: 'node planner.mjs' } },
        diagnoser: { agent: { is: 'command', name: 'diagnoser', command: 'node diagnoser.mjs' } },
        tester: { agent: { is: 'command', name: 'tester', command: 'node tester.mjs' } },
      },
      worker: { is: 'command', name: 'command', command: 'node agent.mjs' },
      judge: { is: 'command', name: 'command', command: 'node judge.mjs' },
      reviewer: { is: 'command', name: 'reviewer', command: 'node reviewer.mjs' },
      review: 'auto',
      judging: 'auto',
      tests: 'judge',
      agents: { careful: { is: 'command', name: 'careful', command: 'node agent.mjs --careful' } },
      gates: {
        own: [{ name: 'licences', command: './check-licences', when: { files: ['src/**'] }, blocking: false }],
      },
      sensitive: [{ glob: 'src/pricing/**', reason: 'prices that customers pay', hold: false }],
      protect: ['tests/golden/**'],
      bookkeeping: 'auto',
      commands: {
        setup: 'make setup',
        test: 'make test',
        lint: 'make lint',
        typecheck: 'make typecheck',
        build: 'make build',
      },
    }),
  )
})

it('it reads like a hand-written file', () => {
  expect(defaultConfigText({ setup: 'npm ci', test: 'npm test' })).toMatchInlineSnapshot(`
    "# Settings of pm-agent for this repository. All of them are optional; a run reads them once, when it begins.
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

    # How this project is set up and checked, as detected; correct what is wrong.
    commands:
      setup: npm ci
      test: npm test
    #  lint: make lint
    #  typecheck: make typecheck
    #  build: make build

    # Additional checks: contract, numeric, and your own commands by name.
    #gates:
    #  licences: { command: ./check-licences, when: { files: ["src/**"] }, blocking: false }

    # Paths whose change makes a task critical, besides the built-in ones.
    #sensitive: { "src/pricing/**": prices that customers pay }

    # Files that no task may change unless its contract allows it, in addition to configuration and existing tests.
    #protect: ["tests/golden/**"]

    # When the judge is asked: auto (about all work of coding agents, and about everything that no command can check), always, never
    #judge: auto
    # When a tester writes tests for the words of a task, without ever seeing the change: auto (normal and critical work of coding agents
    # that changes what the program does), always, never
    #tester: auto
    # Who decides whether the task asks for a changed expectation of an existing test: judge (citing the sentence), or ask (you; the default
    # without a judge)
    #tests: judge

    # When you look at proven work before it lands: auto (critical work that no reviewer looked at), each, critical or never
    #review: auto

    # All limits always apply; these are the defaults.
    #limits:
    #  parallel: 3
    #  fixes: 3
    #  revisions: 3
    #  relaunches: 2
    #  launches_per_task: 10
    #  attempt_minutes: 45
    #  idle_minutes: 10
    #  gate_minutes: 20
    #  output_mb: 100
    #  memory_mb: 4096
    #  agent_memory_mb: 8192
    #  processes: 500
    #  file_mb: 50
    #  patch_files: 15
    #  added_tasks: 3
    #  depth: 3
    #  integrations: 2
    #  strength_percent: 30
    #  usd_per_run: 25

    # Whether reviews, context files and the ticked plan are committed: auto (only if the plan is tracked), commit or apart
    # (kept under refs/pm-agent/; pm-agent records shows them).
    #bookkeeping: auto

    #checkpoint_tags: true
    #review_artifacts_dir: docs/reviews
    #release_manifest_dir: docs/releases
    "
  `)
})
