import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { Project } from '../rig/projects/project.ts'
import { SHELL_PROJECT, shellPlan } from '../rig/projects/shell-project.ts'

/** An agent that signs what it makes, and keeps what it was told. */
const signing = (root: string, name: string, word = 'made') => `#!/bin/sh
cat > "${root}/told-$PM_AGENT_TASK-$PM_AGENT_ATTEMPT"
mkdir -p src tests
echo "${word} by ${name}" > "src/$PM_AGENT_TASK.txt"
echo "grep -q made src/$PM_AGENT_TASK.txt" > "tests/$PM_AGENT_TASK.sh"
echo '{"status":"success","summary":"done"}' > "$PM_AGENT_RESULT_FILE"
`

test('agents are chosen by role and by task, each with its own prompt, and a fixer is called when the author makes no progress', async () => {
  using project = await Project.with({
    ...SHELL_PROJECT,
    'PLAN.md': shellPlan([{ id: '1' }, { id: '2' }, { id: '3' }])
      .replace('### [ ] TODO 2: Make file 2\n', '### [ ] TODO 2: Make file 2\n\n**Role**: Algorithm agent\n')
      .replace('### [ ] TODO 3: Make file 3\n', '### [ ] TODO 3: Make file 3\n\n**Agent**: careful\n**Role**: poet\n'),
    '.pm-agent/prompts/poet.md': 'You are the poet of task names.\n',
  })
  const agent = (name: string, word?: string) => {
    writeFileSync(join(project.root, `${name}.sh`), signing(project.root, name, word))
    return `command:sh ${project.root}/${name}.sh`
  }
  writeFileSync(
    join(project.dir, 'pm-agent.yaml'),
    `${SHELL_PROJECT['pm-agent.yaml']}
agents: { worker: "${agent('worker', 'forgotten')}", fixer: "${agent('mender')}", careful: "${agent('careful')}" }
roles:
  algorithm: { agent: "${agent('solver')}", minutes: 7 }
  fixer: { prompt: docs/mending.md }
`,
  )
  mkdirSync(join(project.dir, 'docs'), { recursive: true })
  writeFileSync(join(project.dir, 'docs/mending.md'), 'Mend {task} with care.\n\n{contract}\n\nThat was all.\n')
  const run = await project.pm('run')
  expect(run.code, run.stdout + run.stderr).toBe(0)

  const by = async (task: string) => (await project.show('pm/many-files', `src/${task}.txt`)).trim()
  expect([await by('1'), await by('2'), await by('3')]).toEqual(['made by mender', 'made by solver', 'made by careful'])
  const prompt = async (...args: readonly string[]) => (await project.pm('show', ...args, '--prompt')).stdout
  const shown = JSON.parse((await project.pm('show', '1', '--json')).stdout)
  expect(shown.history.map((attempt: { agent: string }) => attempt.agent)).toEqual(['command', 'command', 'fixer'])

  expect(await prompt('2')).toContain('## YOUR ROLE\nYou work on algorithms and numerical code.')
  expect(await prompt('2')).toContain('You have 7 minutes;')
  expect(await prompt('3')).toContain('## YOUR ROLE\nYou are the poet of task names.')
  // What is shown is what was sent, of every attempt.
  for (const attempt of ['1', '2', '3'])
    expect((await prompt('1', '--attempt', attempt)).trimEnd()).toBe(
      readFileSync(join(project.root, `told-1-${attempt}`), 'utf8').trimEnd(),
    )
  const nowhere = await project.pm('show', '1', '--prompt', '--attempt', '4')
  expect([nowhere.code, nowhere.stderr]).toEqual([2, 'pm-agent: task 1 has no attempt 4\n  its attempts are 1 to 3\n'])
  const mending = await prompt('1')
  expect(mending).toMatch(/^Mend 1 with care\.\n/)
  expect(mending).toContain('## STATE OF THE FILES\nAnother agent worked on this before you.')
  expect(mending).toContain('> added src/1.txt')
  expect(mending.trimEnd()).toMatch(/That was all\.$/)
})
