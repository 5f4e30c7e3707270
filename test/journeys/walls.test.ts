import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Receipt } from '../../src/core/proof/receipt.ts'
import { Project } from '../rig/projects/project.ts'
import { HONEST_AGENT, SHELL_PROJECT, shellPlan } from '../rig/projects/shell-project.ts'
import { PseudoTerminal } from '../rig/pseudo-terminal.ts'
import { hasBubblewrap, realPath } from '../rig/sandbox.ts'

const SUITE = 'n=0; for t in tests/*.sh; do sh "$t" || exit 1; n=$((n+1)); done; echo "# tests $n"; echo "# pass $n"'

async function projectWith(files: Readonly<Record<string, string>>, agent = HONEST_AGENT): Promise<Project> {
  const project = await Project.with({ ...SHELL_PROJECT, 'PLAN.md': shellPlan([{ id: '1' }]), ...files })
  writeFileSync(join(project.root, 'agent.sh'), agent)
  return project
}

const settings = (test: string): Record<string, string> => ({
  'pm-agent.yaml': `commands:\n  test: >-\n    ${test}\nlimits: { fixes: 0 }\n`,
})

const run = (project: Project, env: Record<string, string> = {}) =>
  project.start(['run', '--agent', `command:sh ${project.root}/agent.sh`], { env }).done

async function receiptOf(project: Project): Promise<Receipt> {
  const recorded = (await project.facts()).findLast(({ event }) => event.type === 'proof-recorded')?.event
  if (recorded?.type !== 'proof-recorded') throw new Error('there was no proof')
  return recorded.receipt
}

describe('the room of a check', () => {
  test('may have new files, a lock file of the package manager, and what the check does on the base too', async () => {
    const checks = [
      'echo made > untracked.txt',
      'cp src/base.txt kept; echo other > src/base.txt; cp kept src/base.txt; rm kept',
      'if [ -f src/1.txt ]; then echo "{ }" > package-lock.json; fi',
    ]
    using project = await projectWith({ 'package-lock.json': '{}\n', ...settings(`${checks.join('; ')}; ${SUITE}`) })
    const ended = await run(project)
    expect(ended.code, ended.stdout + ended.stderr).toBe(0)
    expect((await project.status()).tasks).toMatchObject([{ state: 'completed', outcome: 'proven' }])
  })

  test('is void if a check rewrites a tracked file there only for the draft, also if it puts it back', async () => {
    const rewrites =
      'if [ -f src/1.txt ]; then cp src/base.txt kept; echo x > src/base.txt; cp kept src/base.txt; rm kept; fi'
    using project = await projectWith(settings(`${rewrites}; ${SUITE}`))
    expect((await run(project)).code).toBe(3)
    const room = (await receiptOf(project)).gates.find(({ gate }) => gate === 'room')
    expect(room).toMatchObject({ verdict: 'void', evidence: expect.stringContaining('src/base.txt') })
  })
})

describe('a receipt has the level and the programs of its proof', () => {
  const programsAt = async (PATH: string): Promise<Pick<Receipt, 'sandbox' | 'toolchain'>> => {
    using project = await projectWith({})
    const ended = await run(project, { PATH })
    expect(ended.code, ended.stdout + ended.stderr).toBe(0)
    return await receiptOf(project)
  }
  const pinned = expect.stringMatching(/^\/.* [0-9a-f]{16}$/)
  const everywhere = { 'git program': pinned, 'node program': pinned, 'sh program': pinned }

  test('without a sandbox', async () => {
    const { sandbox, toolchain } = await programsAt(process.env.PATH ?? '')
    expect(sandbox).toMatch(/^no sandbox/)
    expect(toolchain).toMatchObject(everywhere)
  })

  test.skipIf(!hasBubblewrap)('in bubblewrap', async () => {
    const { sandbox, toolchain } = await programsAt(realPath)
    expect(sandbox).toMatch(/^bubblewrap/)
    expect(toolchain).toMatchObject({ ...everywhere, 'bwrap program': pinned })
  })
})

/** Does what it should, and changes a file of the others: a human has to decide. */
const EAGER = `${HONEST_AGENT}\necho changed > src/base.txt\n`

describe('a decision', () => {
  test('from a terminal is not weak, and neither is one that a program makes in a terminal of its own', async () => {
    using project = await projectWith(settings(SUITE), EAGER)
    expect((await run(project)).code).toBe(3)
    const { code, sent } = await PseudoTerminal.pm(project, ['waive', '1', '-m', 'fine']).done
    expect(code, sent).toBe(0)
    expect((await project.pm('show', '1')).stdout).not.toContain('weak')
  })

  test.skipIf(!hasBubblewrap)('is never weak where agents have a sandbox', async () => {
    using project = await projectWith(settings(SUITE), EAGER)
    const env = { PATH: realPath }
    expect((await run(project, env)).code).toBe(3)
    expect((await project.start(['waive', '1', '-m', 'fine'], { env }).done).code).toBe(0)
    expect((await project.start(['show', '1'], { env }).done).stdout).not.toContain('weak')
  })
})

test('commands that look start nothing that the settings of a repository name', async () => {
  const ran = 'touch "$HOME/ran"'
  using project = await projectWith({
    'pm-agent.yaml': `commands: { setup: '${ran}', test: '${ran}' }\nagents: { worker: 'command:${ran}', judge: 'command:${ran}' }\n`,
  })
  const looks = [
    ['check'],
    ['status'],
    ['show', '1'],
    ['why', '1'],
    ['log'],
    ['report'],
    ['records'],
    ['run', '--dry-run'],
  ]
  for (const words of looks) await project.pm(...words)
  expect(existsSync(join(project.home, 'ran'))).toBe(false)
  await project.pm('run')
  expect(existsSync(join(project.home, 'ran')), 'the marker is made by a run').toBe(true)
})
