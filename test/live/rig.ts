import type { Brought } from '../rig/brought.ts'
import { Project, type Running } from '../rig/projects/project.ts'
import { agentNameOf, liveEnvironment, liveSettings, mayReachOut } from './live-kit.ts'
import { type Model, startModel } from './model/server.ts'
import type { ModelScript, ToolUse, Turn } from './model/turn.ts'

const FILES = {
  'package.json': JSON.stringify({ type: 'module', private: true, scripts: { test: 'node --test' } }),
  'src/greet.js': 'export const greet = name => `hello ${name}`\n',
  'test/greet.test.js': `import assert from 'node:assert/strict'
import { test } from 'node:test'
import { greet } from '../src/greet.js'
test('greeting is polite', () => assert.equal(greet('x'), 'hello x'))
`,
}

/** A plan whose tasks each write one function with its test, one after the other. */
export const planOf = (...names: readonly string[]): string =>
  `# Sums\n\n${names
    .map(
      (name, at) => `### [ ] TODO ${at + 1}: Add ${name}

**Needs**: ${at === 0 ? '-' : at}

**Steps**:
- [ ] Write src/${name}.js with a test

**Acceptance Criteria**:
- [ ] File exists: \`src/${name}.js\`
`,
    )
    .join('\n')}`

export const write = (path: string, content: string): ToolUse => ({ write: path, content })

/** A turn that does such a task well. */
export const goodWork = (name: string): Turn => ({
  text: `I write ${name} and its test.`,
  use: [
    write(`src/${name}.js`, `export const ${name} = 42\n`),
    write(
      `test/${name}.test.js`,
      `import assert from 'node:assert/strict'\nimport { test } from 'node:test'\nimport { ${name} } from '../src/${name}.js'\ntest('${name}', () => assert.equal(${name}, 42))\n`,
    ),
  ],
})

/** What a journey is played with: a user's repository, and a model that plays a script. */
export interface Live extends AsyncDisposable {
  readonly project: Project
  readonly model: Model
  /** `pm-agent run --agent CLI`, by a user whose home is empty and who knows nobody but the model; or another agent or command. */
  start(agent?: string, command?: readonly string[]): Running
  /** Everything that the CLI wanted besides the model and should not have. */
  strange(): readonly string[]
  /** Resolves when the model has been asked so often; rejects when the run ends before. */
  asked(run: Running, count: number): Promise<void>
}

export async function openLive(
  cli: Brought,
  script: ModelScript,
  files: Readonly<Record<string, string>> = {},
): Promise<Live> {
  const project = await Project.with({ ...FILES, ...liveSettings(cli), 'PLAN.md': planOf('sum'), ...files })
  const model = await startModel(script)
  const env = liveEnvironment(cli, model.url, project.home)
  return {
    project,
    model,
    start: (agent = agentNameOf(cli), command = ['run', 'PLAN.md']) =>
      project.start([...command, '--agent', agent], { env }),
    strange: () => (mayReachOut(cli) ? [] : model.strange),
    asked: (run, count) =>
      Promise.race([
        model.asked(count),
        run.done.then(({ stdout, stderr }) => {
          throw new Error(`ended with ${model.requests.length} requests:\n${stdout}\n${stderr}`)
        }),
      ]),
    async [Symbol.asyncDispose]() {
      await model[Symbol.asyncDispose]()
      project[Symbol.dispose]()
    },
  }
}
