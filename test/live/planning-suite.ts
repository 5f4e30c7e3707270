import { expect, test } from 'vitest'
import type { Brought } from '../rig/brought.ts'
import { processesOf } from '../rig/projects/project.ts'
import { agentNameOf, liveSettings } from './live-kit.ts'
import { goodWork, openLive, write } from './rig.ts'

const DONE = { text: 'All done.' }
const answer = (report: object) => [{ use: [write('.pm-agent/result.json', JSON.stringify(report))] }, DONE]
const made = (name: string) => ({
  command: `node --input-type=module -e "import('./src/${name}.js')"`,
  expect: 'exit 0',
})
const part = (id: string, name: string, covers: readonly string[]) => ({
  ...{ id, covers, title: `Add ${name}`, kind: 'feature', criteria: [made(name)] },
  files: { create: [`src/${name}.js`], test: [`test/${name}.test.js`] },
})
const PHASES = { title: 'Sums', phases: [{ title: 'Sums', goal: 'Add sum', domain: 'core', tasks: 1 }] }

/** One task that is too large for `patch_files: 1`, and a test of both functions together that fails until they agree. */
const PLAN = `# Sums

### [ ] TODO 1: Add sum and product

**Kind**: feature

**Files**:
- Create: \`src/sum.js\`, \`src/product.js\`

**Acceptance Criteria**:
- [ ] File exists: \`src/sum.js\`
- [ ] File exists: \`src/product.js\`

## Integration Tests

| Id | Description | Covers | Command |
|---|---|---|---|
| together | both are numbers of one kind | 1 | \`grep -q 43 src/product.js\` |
`
const CAUSE = {
  suspect: '1.b',
  cause: 'product stays at 42',
  place: 'src/product.js:1',
  evidence: [],
  fix: 'let it be 43',
}

/** The planner and the diagnoser are the CLI itself: a plan from a sentence, a division during a run, the cause of a failure. */
export function playPlanning(cli: Brought): void {
  test('plans from a sentence, divides a task that is too large, and finds the cause of a failed integration test', {
    timeout: 300_000,
  }, async () => {
    const agent = agentNameOf(cli)
    const success = { status: 'success', summary: 'it holds' }
    await using live = await openLive(
      cli,
      {
        // Planner and diagnoser have no task of their own, and are asked in this order.
        '': [
          ...answer(PHASES),
          ...answer({ tasks: [part('1', 'sum', [])] }),
          ...answer({ tasks: [part('1', 'sum', ['c1']), { ...part('2', 'product', ['c2']), needs: ['1'] }] }),
          ...answer(CAUSE),
        ],
        '1.a': [goodWork('sum'), DONE],
        '1.b': [goodWork('product'), DONE],
        1: answer(success),
        'integration.a': [
          {
            use: [
              write('src/product.js', 'export const product = 43\n'),
              { run: 'sed -i s/42/43/ test/product.test.js' },
            ],
          },
          ...answer(success),
        ],
      },
      {
        'PLAN.md': PLAN,
        'pm-agent.yaml': `${liveSettings(cli)['pm-agent.yaml']}limits: { patch_files: 1 }\nagents: { planner: "${agent}", diagnoser: "${agent}" }\n`,
      },
    )
    const planned = await live.start(agent, ['plan', 'Add sum', '--out', 'docs/PLAN.md']).done
    expect(planned.code, planned.stdout + planned.stderr).toBe(0)
    expect(live.project.read('docs/PLAN.md')).toContain('### [ ] TODO 1: Add sum')

    const run = await live.start().done
    expect(run.stdout).toContain('1.a, 1.b: it names 2 files, and limits.patch_files is 1')
    expect(run.stdout).toContain('suspects task 1.b: product stays at 42 (src/product.js:1)')
    const { tasks } = await live.project.status()
    expect(tasks.map(({ id, state }) => `${id} ${state}`).slice(0, 3)).toEqual([
      '1 completed',
      '1.a completed',
      '1.b completed',
    ])
    expect(tasks.at(-1)?.id).toBe('integration.a')
    expect(live.strange()).toEqual([])
    expect(processesOf(live.project.root)).toEqual([])
  })
}
