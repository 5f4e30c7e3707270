import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { runId, taskId } from '../../../core/plan/ids.ts'
import { AGENT_CLIS } from '../../../core/settings/agent-clis.ts'
import { DEFAULT_LIMITS } from '../../../core/settings/config.ts'
import { createAgents } from '../agents.ts'

let dir: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'acp-'))
  mkdirSync(join(dir, 'workspace'))
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

/** The variables of an agent whose user sets the opposite of every default. */
async function environmentOf(set?: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const wanted = { OPENCODE_DISABLE_PROJECT_CONFIG: 'theirs', GEMINI_CLI_TRUST_WORKSPACE: 'theirs' }
  const agents = createAgents({
    outputsDir: join(dir, 'outputs'),
    userEnv: { PATH: process.env.PATH, HOME: dir, ...wanted },
    passEnv: Object.keys(wanted),
    scriptedPlayer: '',
    nodePath: process.execPath,
  })
  await agents.launch(
    {
      agent: { is: 'acp', name: 'fake', command: 'env > env.txt', pass: [], ...(set ? { set } : {}) },
      run: runId('run-1'),
      task: taskId('1'),
      attempt: 1,
      dir: join(dir, 'workspace'),
      role: 'worker',
      prompt: 'Do it.\n',
      session: null,
      token: randomUUID(),
      minutes: 1,
      limits: DEFAULT_LIMITS,
      env: { pass: Object.keys(wanted), set: wanted },
    },
    new AbortController().signal,
    async () => {},
  )
  return readFileSync(join(dir, 'workspace', 'env.txt'), 'utf8').split('\n')
}

test.each(['opencode', 'gemini'] as const)(
  '%s is not configured by a repository, whatever the user and the settings of the repository say',
  async name => {
    const { set } = AGENT_CLIS[name]
    expect(await environmentOf(set)).toEqual(
      expect.arrayContaining(Object.entries(set).map(([variable, value]) => `${variable}=${value}`)),
    )
  },
)

test('the user’s own command gets the user’s variables', async () => {
  expect(await environmentOf()).toContain('GEMINI_CLI_TRUST_WORKSPACE=theirs')
})
