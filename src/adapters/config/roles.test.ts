import { mkdirSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeEach, describe, expect, it } from 'vitest'
import { err, ok } from '../../core/result.ts'
import { readConfig } from './config.ts'
import { readPrompts } from './prompts.ts'

const SHIPPED = fileURLToPath(new URL('../../../prompts', import.meta.url))
let repositoryTop: string
beforeEach(() => {
  repositoryTop = mkdtempSync(join(tmpdir(), 'pm-agent-roles-'))
})
const read = (text: string) => {
  writeFileSync(join(repositoryTop, 'pm-agent.yaml'), text)
  return readConfig({ repositoryTop, searchPath: '' })
}

describe('roles', () => {
  it('name their agent, model, minutes and prompt; a program without a name is called after its role', () => {
    expect(
      read(
        `agents: { worker: quick, quick: "command:node quick.mjs", fixer: "command:node mender.mjs" }
roles: { Core C++: { agent: "command:node cpp.mjs", minutes: 90, prompt: docs/cpp.md }, fixer: { minutes: 20 }, verifier: { agent: quick } }
`,
      ),
    ).toMatchObject({
      ok: true,
      value: {
        worker: { name: 'quick' },
        judge: { name: 'quick' },
        roles: {
          fixer: { agent: { name: 'fixer', command: 'node mender.mjs' }, minutes: 20 },
          'core-cpp': { agent: { name: 'core-cpp' }, minutes: 90, promptFile: 'docs/cpp.md' },
        },
      },
    })
  })

  it('of planners and diagnosers may be listed among the agents', () => {
    expect(read('agents: { diagnoser: "command:node look.mjs" }\n')).toMatchObject({
      value: { agents: {}, roles: { diagnoser: { agent: { name: 'diagnoser', command: 'node look.mjs' } } } },
    })
  })

  it('are refused with the location of the problem', () => {
    const wrong = read('roles:\n  poet: { agent: quik }\n')
    expect(wrong.ok ? [] : wrong.error).toMatchObject([{ reason: 'unknown-agent', where: 'pm-agent.yaml:2:9' }])
    expect(read('roles: { poet: { agnt: claude } }\n').ok).toBe(false)
  })
})

describe('prompts', () => {
  const prompts = (names: readonly string[], roles = {}) =>
    readPrompts(names, { repositoryTop, shipped: SHIPPED, roles })

  it('come with pm-agent for every role and for four specialists', () => {
    const names = [
      'worker',
      'fixer',
      'tester',
      'verifier',
      'task-reviewer',
      'final-reviewer',
      'planner',
      'diagnoser',
      'workflow',
      'algorithm',
      'infra',
      'core-cpp',
    ]
    const found = prompts(names)
    expect(found.ok && Object.keys(found.value)).toEqual(names)
    expect(readdirSync(SHIPPED).length).toBe(names.length + 1)
  })

  it('are the repository’s own if it has some, or those named in the settings', () => {
    mkdirSync(join(repositoryTop, '.pm-agent/prompts'), { recursive: true })
    writeFileSync(join(repositoryTop, '.pm-agent/prompts/worker.md'), 'ours')
    writeFileSync(join(repositoryTop, 'poet.md'), 'a poet')
    expect(prompts(['worker', 'poet', 'nobody'], { poet: { promptFile: 'poet.md' } })).toEqual(
      ok({ worker: 'ours', poet: 'a poet' }),
    )
  })

  it('that are named but missing are an error', () => {
    expect(prompts(['poet'], { poet: { promptFile: 'poet.md' } })).toEqual(
      err({ path: 'poet.md', message: 'the prompt of the role "poet" cannot be read' }),
    )
  })
})
