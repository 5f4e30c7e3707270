import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { RUN_FLAGS } from '../src/surfaces/cli/run/run-flags.ts'
import { Project, start } from './rig/projects/project.ts'

interface Action {
  readonly inputs: Readonly<Record<string, unknown>>
  readonly runs: {
    readonly steps: readonly {
      readonly id?: string
      readonly run?: string
      readonly env?: Readonly<Record<string, string>>
    }[]
  }
}

const action: Action = parse(readFileSync(fileURLToPath(new URL('../action.yml', import.meta.url)), 'utf8'))
const step = action.runs.steps.find(({ id }) => id === 'run')!

test('the action passes every input to a flag that exists, and none into its script', () => {
  const flags = [...step.run!.matchAll(/--([a-z]+)=/g)].map(([, flag]) => flag!)
  expect(flags).toEqual(['junit', 'agent', 'judge', 'budget', 'parallel'])
  for (const flag of [...flags, 'ci']) expect(Object.keys(RUN_FLAGS)).toContain(flag)
  expect(Object.keys(action.inputs).sort()).toEqual([...flags, 'plan'].sort())
  for (const { run } of action.runs.steps) expect(run ?? '').not.toContain('${{')
})

test('the script of the action quotes whatever it is given, and hands the exit code on', async () => {
  using project = await Project.with({ 'a.txt': 'a' })
  project.write({ 'bin/pm-agent': `#!/bin/sh\n[ "$1" = run ] || exit 0\nprintf '<%s>' "$@" > said\nexit 3\n` })
  await project.shell(project.dir, 'chmod +x bin/pm-agent')
  const env = {
    ...project.env(),
    PATH: `${project.dir}/bin:${process.env.PATH}`,
    GITHUB_OUTPUT: `${project.dir}/out`,
    PLAN: 'docs/$(touch owned).md',
    AGENT: 'command:"node agent.mjs"',
    JUDGE: '',
    BUDGET: '5',
    PARALLEL: '',
    JUNIT: 'gates.xml',
  }
  const { code } = await start('bash', ['-eo', 'pipefail', '-c', step.run!], { cwd: project.dir, env }).done
  expect(code).toBe(3)
  expect(project.read('said')).toBe(
    '<run><--ci><--junit=gates.xml><--agent=command:"node agent.mjs"><--budget=5><--><docs/$(touch owned).md>',
  )
  expect(project.read('out')).toContain('exit-code=3\n')
})
