import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { err, ok } from '../../core/result.ts'
import { type Config, DEFAULT_LIMITS } from '../../core/settings/config.ts'
import { readConfig } from './config.ts'

const DEFAULTS: Config = {
  worker: null,
  agents: {},
  commands: {},
  protect: [],
  areas: [],
  order: 'tier',
  quick: false,
  limits: DEFAULT_LIMITS,
  checkpointTags: true,
  reviewsDir: 'docs/reviews',
}

let repositoryTop: string
beforeEach(() => {
  repositoryTop = mkdtempSync(join(tmpdir(), 'pm-agent-config-'))
})
const read = (text: string, name = 'pm-agent.yaml') => {
  writeFileSync(join(repositoryTop, name), text)
  return readConfig({ repositoryTop, searchPath: '/nowhere' })
}
/** Every problem as one line, as a terminal would show it. */
const problems = (text: string): readonly string[] => {
  const result = read(text)
  return result.ok ? [] : result.error.map(one => `${one.where} ${one.reason}: ${one.message} (${one.hint})`)
}

describe('without settings', () => {
  it('no file gives the defaults', () => {
    expect(readConfig({ repositoryTop })).toEqual(ok(DEFAULTS))
  })

  it.each(['', '# only a comment\n', '{}', 'limits:\n  # fixes: 1\nagents:\ncommands: { test: }\nprotect:\n'])(
    'a file with nothing in it gives the defaults: %j',
    text => {
      expect(read(text)).toEqual(ok(DEFAULTS))
    },
  )
})

it('rehearsed agents need not be installed, but their names must be valid', () => {
  writeFileSync(join(repositoryTop, 'pm-agent.yaml'), 'agents: { worker: careful, careful: claude }\n')
  const place = { repositoryTop, searchPath: '', overrides: { agentsArePlayed: true } }
  const careful = { is: 'scripted', name: 'careful', script: '' }
  expect(readConfig(place)).toMatchObject({ ok: true, value: { worker: careful, agents: { careful } } })
  expect(readConfig({ repositoryTop, searchPath: '' }).ok).toBe(false)
  writeFileSync(join(repositoryTop, 'pm-agent.yaml'), 'agents: { worker: claud }\n')
  expect(readConfig(place).ok).toBe(false)
})

describe('settings', () => {
  it('the whole documented file is accepted', () => {
    const text = `
agents:   { worker: my-own, judge: my-own, reviewer: my-own, planner: my-own, my-own: { command: "node agent.mjs" } }
commands: { setup: npm ci, test: npm test, test_all: a, lint: b, typecheck: c, build: d, format: e }
gates:    { contract: { files: [src/index.ts] }, numeric: { command: j, reference: golden.json, relative: 0.5, when: { tier: critical } }, licences: { command: k, when: { files: "src/**", kind: [feature, fix], layer: core }, blocking: false } }
areas:    { "packages/api/**": { owner: api, commands: { test: f } } }
services: { up: g, ready: h, down: i, exclusive: false }
copy: [.env.local]
sensitive: { "src/pricing/**": prices, "ops/**": { reason: machines, hold: true }, "src/tokens.ts": false }
protect: ["tests/golden/**"]
generated: { "src/gen/**": "npm run gen" }
review: critical
judge: always
tests: judge
order: tier
bookkeeping: commit
env: { pass: [TOKEN], set: { PORT: 8080 } }
network: off
limits: { parallel: 3, fixes: 4, revisions: 3, relaunches: 1, integrations: 2, launches_per_task: 11, attempt_minutes: 46, idle_minutes: 0.5, gate_minutes: 21, strength_percent: 31, usd_per_run: 30, patch_files: 16, added_tasks: 2, depth: 3, output_mb: 101, memory_mb: 2048, agent_memory_mb: 3072, processes: 99, file_mb: 51 }
`
    expect(read(text)).toEqual(
      ok({
        worker: { is: 'command', name: 'my-own', command: 'node agent.mjs' },
        judge: { is: 'command', name: 'my-own', command: 'node agent.mjs' },
        reviewer: { is: 'command', name: 'my-own', command: 'node agent.mjs' },
        review: 'critical',
        judging: 'always',
        tests: 'judge',
        agents: { 'my-own': { is: 'command', name: 'my-own', command: 'node agent.mjs' } },
        roles: { planner: { agent: { is: 'command', name: 'my-own', command: 'node agent.mjs' } } },
        commands: {
          ...{ setup: 'npm ci', test: 'npm test', test_all: 'a', lint: 'b', typecheck: 'c', build: 'd' },
          format: 'e',
        },
        gates: {
          contract: { files: ['src/index.ts'], blocking: true },
          numeric: {
            command: 'j',
            reference: 'golden.json',
            format: 'json',
            absolute: 1e-9,
            relative: 0.5,
            when: { tier: ['critical'] },
            blocking: true,
          },
          own: [
            {
              name: 'licences',
              command: 'k',
              when: { files: ['src/**'], kind: ['feature', 'fix'], layer: ['core'] },
              blocking: false,
            },
          ],
        },
        sensitive: [
          { glob: 'src/pricing/**', reason: 'prices', hold: false },
          { glob: 'ops/**', reason: 'machines', hold: true },
          { glob: 'src/tokens.ts', reason: null, hold: false },
        ],
        protect: ['tests/golden/**'],
        generated: { 'src/gen/**': 'npm run gen' },
        areas: [{ glob: 'packages/api/**', owner: 'api', commands: { test: 'f' } }],
        order: 'tier',
        quick: false,
        copy: ['.env.local'],
        services: { up: 'g', ready: 'h', down: 'i', exclusive: false },
        env: { pass: ['TOKEN'], set: { PORT: '8080' } },
        network: 'off',
        limits: {
          parallel: 3,
          fixes: 4,
          revisions: 3,
          relaunches: 1,
          depth: 3,
          integrations: 2,
          launchesPerTask: 11,
          attemptMinutes: 46,
          idleMinutes: 0.5,
          gateMinutes: 21,
          outputMb: 101,
          memoryMb: 2048,
          agentMemoryMb: 3072,
          processes: 99,
          fileMb: 51,
          patchFiles: 16,
          addedTasks: 2,
          strengthPercent: 31,
          usdPerRun: 30,
        },
        checkpointTags: true,
        reviewsDir: 'docs/reviews',
        bookkeeping: 'commit',
      }),
    )
  })

  it.each([
    ['at the top', ''],
    ['below pm_config', '  '],
  ])('earlier names are accepted %s', (_, indent) => {
    const lines = [
      'max_parallel_agents: 2',
      'retry_budget: 1',
      'anti_starvation_interval: 4',
      'progress_report_task_interval: 5',
      'progress_report_time_interval_min: 60',
      'patch_size_limit_files: 16',
      'checkpoint_tags: false',
      'review_artifacts_dir: "./notes/reviews/"',
      'release_manifest_dir: out/releases/',
    ].map(line => `${indent}${line}\n`)
    const expected = {
      ...DEFAULTS,
      limits: { ...DEFAULT_LIMITS, parallel: 2, fixes: 1, patchFiles: 16 },
      checkpointTags: false,
      reviewsDir: 'notes/reviews',
      lowAfter: 4,
      progress: { tasks: 5, minutes: 60 },
      releasesDir: 'out/releases',
    }

    expect(read(`${indent === '' ? '' : 'pm_config:\n'}${lines.join('')}`)).toEqual(ok(expected))
  })

  it('a setting given under two names is said-twice', () => {
    expect(problems('retry_budget: 1\nlimits:\n  fixes: 2\n')).toEqual([
      'pm-agent.yaml:1:1 said-twice: "retry_budget" and "limits.fixes" are the same setting (keep "limits.fixes")',
    ])
  })

  it('the file may end in .yml', () => {
    expect(read('limits: { fixes: 1 }', 'pm-agent.yml')).toEqual(
      ok({ ...DEFAULTS, limits: { ...DEFAULT_LIMITS, fixes: 1 } }),
    )
  })
})

describe('agents', () => {
  it('may be a program, a script or an object, by role or by their own name', () => {
    const text = `
agents:
  worker: command:"node worker.mjs"
  quick: scripted:scripts/quick.yaml
  slow: { command: slow --very }
`
    expect(read(text)).toEqual(
      ok({
        ...DEFAULTS,
        worker: { is: 'command', name: 'command', command: 'node worker.mjs' },
        agents: {
          quick: { is: 'scripted', name: 'quick', script: join(repositoryTop, 'scripts/quick.yaml') },
          slow: { is: 'command', name: 'slow', command: 'slow --very' },
        },
      }),
    )
  })

  it('may be claude, where that is on the PATH', () => {
    const path = join(repositoryTop, 'claude')
    writeFileSync(path, '', { mode: 0o755 })
    writeFileSync(join(repositoryTop, 'pm-agent.yaml'), 'agents: { worker: claude, careful: "claude:opus" }')

    expect(readConfig({ repositoryTop, searchPath: repositoryTop })).toEqual(
      ok({
        ...DEFAULTS,
        worker: { is: 'claude', name: 'claude', model: null, path },
        agents: { careful: { is: 'claude', name: 'careful', model: 'opus', path } },
      }),
    )
    expect(readConfig({ repositoryTop, searchPath: '/nowhere', overrides: { agent: 'claude' } })).toMatchObject({
      error: [
        { where: 'pm-agent.yaml:1:19', message: 'there is no program "claude" on the PATH' },
        { where: 'pm-agent.yaml:1:36' },
        { where: '--agent' },
      ],
    })
  })

  it('that are unknown or unavailable are reported with their location; roles without a use yet are ignored', () => {
    expect(
      problems('agents:\n  worker: codex\n  judge: codex\n  planner: codex\n  reviewer: codx\n  mine: "command:"\n'),
    ).toEqual([
      'pm-agent.yaml:2:11 agent-not-available: there is no program "codex" on the PATH (npm install --global @openai/codex@0.166.0 (the version pm-agent is tested with), then start it once to log in)',
      'pm-agent.yaml:3:10 agent-not-available: there is no program "codex" on the PATH (npm install --global @openai/codex@0.166.0 (the version pm-agent is tested with), then start it once to log in)',
      'pm-agent.yaml:4:12 agent-not-available: there is no program "codex" on the PATH (npm install --global @openai/codex@0.166.0 (the version pm-agent is tested with), then start it once to log in)',
      'pm-agent.yaml:5:13 unknown-agent: there is no agent "codx" (did you mean "codex"? available are claude, codex, opencode, gemini, command:PROGRAM, acp:PROGRAM, scripted:FILE)',
      'pm-agent.yaml:6:9 agent-incomplete: "command:" does not say what to start (write it like command:"node agent.mjs")',
    ])
  })

  it('may be described: a CLI with its model and path, a command, or one with the protocol', () => {
    const text = `agents:
  worker: { kind: codex, model: gpt-6, path: tools/codex }
  judge: { kind: acp, command: my-agent --acp }
  mine: { kind: command, command: node agent.mjs }
`
    expect(read(text)).toMatchObject(
      ok({
        worker: { is: 'codex', name: 'codex:gpt-6', model: 'gpt-6', path: join(repositoryTop, 'tools/codex') },
        judge: { is: 'acp', name: 'acp', command: 'my-agent --acp', pass: [] },
        agents: { mine: { is: 'command', name: 'mine', command: 'node agent.mjs' } },
      }),
    )
    expect(
      problems('agents:\n  a: { kind: acp }\n  b: { kind: codex, command: x }\n  c: { command: x, model: y }\n'),
    ).toEqual([
      'pm-agent.yaml:2:6 agent-incomplete: there is nothing to start (add a command)',
      'pm-agent.yaml:3:6 agent-incomplete: codex is started by pm-agent itself (give its path, or use { command: … } alone)',
      'pm-agent.yaml:4:6 agent-incomplete: a command has neither model nor path (write both into the command)',
    ])
  })

  it('a misspelt key of an agent is the only problem reported about it', () => {
    expect(problems('agents:\n  mine: { comand: x }\n  yours: 3\n')).toEqual([
      'pm-agent.yaml:2:11 unknown-key: there is no setting "agents.mine.comand" (did you mean "command"?)',
      'pm-agent.yaml:3:10 wrong-value: "agents.yours" must be the name of an agent, command:PROGRAM, acp:PROGRAM, scripted:FILE or { kind: …, model: …, command: … }, but is 3 (null)',
    ])
  })
})

describe('the command line', () => {
  it('overrides the file', () => {
    writeFileSync(
      join(repositoryTop, 'pm-agent.yaml'),
      'agents: { worker: command:a, b: command:b }\nlimits: { parallel: 2 }',
    )
    const b = { is: 'command', name: 'b', command: 'b' }

    expect(readConfig({ repositoryTop, overrides: { agent: 'b', limits: { parallel: 5 } } })).toEqual(
      ok({ ...DEFAULTS, worker: b, agents: { b }, limits: { ...DEFAULT_LIMITS, parallel: 5 } }),
    )
  })

  it('is checked like the file', () => {
    expect(readConfig({ repositoryTop, overrides: { agent: 'claud' } })).toEqual(
      err([
        {
          reason: 'unknown-agent',
          where: '--agent',
          message: 'there is no agent "claud"',
          hint: 'did you mean "claude"? available are claude, codex, opencode, gemini, command:PROGRAM, acp:PROGRAM, scripted:FILE',
        },
      ]),
    )
  })
})

describe('problems', () => {
  it('are reported all at once, in line order, with location and remedy', () => {
    const text = `agents: { worker: codex }
limts: 3
limits: { paralel: 3, fixes: 1.5, idle_minutes: soon, parallel: 65 }
depth: 3
commands:
  test: true
  network: on
network: loopbak
protect: foo
areas: { "a/**": { owner: [] } }
review_artifacts_dir: ../outside
colour: blue
`
    expect(problems(text)).toMatchInlineSnapshot(`
      [
        "pm-agent.yaml:1:19 agent-not-available: there is no program "codex" on the PATH (npm install --global @openai/codex@0.166.0 (the version pm-agent is tested with), then start it once to log in)",
        "pm-agent.yaml:2:1 unknown-key: there is no setting "limts" (did you mean "limits"?)",
        "pm-agent.yaml:3:11 unknown-key: there is no setting "limits.paralel" (did you mean "parallel"?)",
        "pm-agent.yaml:3:30 wrong-value: "limits.fixes" must be a whole number from 0 to 1000, but is 1.5 (null)",
        "pm-agent.yaml:3:49 wrong-value: "limits.idle_minutes" must be a number above 0 and at most 10080, but is "soon" (null)",
        "pm-agent.yaml:3:65 wrong-value: "limits.parallel" must be a whole number from 1 to 64, but is 65 (null)",
        "pm-agent.yaml:4:1 unknown-key: there is no setting "depth" ("depth" belongs below "limits")",
        "pm-agent.yaml:6:9 wrong-value: "commands.test" must be text, but is true (put it in quotes: "true")",
        "pm-agent.yaml:7:3 unknown-key: there is no setting "commands.network" ("network" belongs at the top of the file)",
        "pm-agent.yaml:8:10 wrong-value: "network" must be one of off, loopback, on, but is "loopbak" (did you mean "loopback"?)",
        "pm-agent.yaml:9:10 wrong-value: "protect" must be a list of globs, but is "foo" (null)",
        "pm-agent.yaml:10:27 wrong-value: "areas.a/**.owner" must be text, but is a list (null)",
        "pm-agent.yaml:11:23 wrong-value: "review_artifacts_dir" must be a folder inside the repository and outside of .git, but is "../outside" (null)",
        "pm-agent.yaml:12:1 unknown-key: there is no setting "colour" (settings here are agents, roles, commands, gates, areas, services, copy, env, sensitive, protect, generated, hidden, review, judge, tester, tests, strength, order, bookkeeping, notify, network, limits)",
      ]
    `)
  })

  it('a glob that names nothing is wrong wherever a glob is written', () => {
    const text = `protect: [".", a/**]
areas: { "./": { owner: x } }
gates: { contract: { files: [""], when: { files: "!src" } } }
`
    expect(problems(text)).toMatchInlineSnapshot(`
      [
        "pm-agent.yaml:1:11 wrong-value: "protect.0" must be a glob such as src/**, or ** for everything, but is "." (null)",
        "pm-agent.yaml:2:10 wrong-value: a key below "areas" must be a glob such as src/**, or ** for everything, but is "./" (null)",
        "pm-agent.yaml:3:30 wrong-value: "gates.contract.files.0" must be a glob such as src/**, or ** for everything, but is empty (null)",
        "pm-agent.yaml:3:50 wrong-value: "gates.contract.when.files" must be a glob such as src/**, or ** for everything, or a list of such, but is "!src" (null)",
      ]
    `)
  })

  it('a YAML error is reported with its location', () => {
    expect(problems('limits: { fixes: 1\ncommands: }')).toMatchInlineSnapshot(`
      [
        "pm-agent.yaml:2:1 not-yaml: Flow map in block collection must be sufficiently indented and end with a } (null)",
        "pm-agent.yaml:2:11 not-yaml: Unexpected flow-map-end token in YAML stream: "}" (null)",
      ]
    `)
    expect(problems('limits: {}\ncopy: []\nlimits: {}\n')).toMatchInlineSnapshot(`
      [
        "pm-agent.yaml:3:1 not-yaml: Map keys must be unique (null)",
      ]
    `)
    expect(problems('commands:\n  test: npm run test: unit\n')).toMatchInlineSnapshot(`
      [
        "pm-agent.yaml:2:9 not-yaml: Nested mappings are not allowed in compact mappings (quote text that contains a colon)",
      ]
    `)
    expect(problems('limits: *nothing\n')).toMatchInlineSnapshot(`
      [
        "pm-agent.yaml:1:1 not-yaml: Unresolved alias (the anchor must be set before the alias): nothing (null)",
      ]
    `)
  })

  it('a file that is not a mapping is reported as such', () => {
    expect(problems('- a\n')).toEqual([
      'pm-agent.yaml:1:1 wrong-value: the file must be a mapping of settings, but is a list (null)',
    ])
  })

  it('a value from an alias is located at the alias', () => {
    expect(problems('limits: &a { fixes: 2 }\nservices: *a\n')).toEqual([
      'pm-agent.yaml:2:11 unknown-key: there is no setting "services.fixes" (settings here are up, ready, down, exclusive)',
    ])
  })

  it('two files are two-files, whatever is in them', () => {
    writeFileSync(join(repositoryTop, 'pm-agent.yml'), '')

    expect(problems('')).toEqual([
      'pm-agent.yml two-files: there are both pm-agent.yaml and pm-agent.yml (keep one of them)',
    ])
  })

  it('a file that cannot be read is unreadable', () => {
    mkdirSync(join(repositoryTop, 'pm-agent.yaml'))

    expect(readConfig({ repositoryTop })).toEqual(
      err([
        {
          reason: 'unreadable',
          where: 'pm-agent.yaml',
          message: 'it cannot be read: it is a folder',
          hint: 'check its kind and permissions',
        },
      ]),
    )
  })
})
