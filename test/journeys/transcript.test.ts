import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { Project } from '../rig/projects/project.ts'
import { HONEST_AGENT, SHELL_PROJECT, shellPlan } from '../rig/projects/shell-project.ts'

const says = (text: string) =>
  JSON.stringify({ type: 'assistant', message: { content: [{ type: 'text', text: `${text}\u001b[2J` }] } })
const uses = JSON.stringify({
  type: 'assistant',
  message: { content: [{ type: 'tool_use', id: 't', name: 'Bash', input: { command: 'make file' } }] },
})
const SECRET = `ghp_${'a1B2c3D4e5'.repeat(4)}`

/** Prints a stream as a CLI does and plain words besides, and waits in the middle to be let go by a file. */
const agent = (root: string) => `#!/bin/sh
cat > /dev/null
cat <<'END'
${says(`I begin with ${SECRET}.`)}
${uses}
END
while [ ! -e "${root}/go" ]; do sleep 0.05; done
echo "plain words, nearly done"
exec sh "${root}/honest.sh" < /dev/null
`

test('an agent’s output can be followed while it works, and read afterwards', async () => {
  using user = await Project.with({ ...SHELL_PROJECT, 'PLAN.md': shellPlan([{ id: '1' }]) })
  writeFileSync(join(user.root, 'honest.sh'), HONEST_AGENT)
  writeFileSync(join(user.root, 'agent.sh'), agent(user.root))
  const run = user.start(['run', '--agent', `command:sh ${user.root}/agent.sh`])
  await run.printed('given to command')
  const following = user.start(['log', '1', '--follow'])
  await following.printed('Bash: make file')
  // A look at one that is still at work ends at once.
  expect((await user.pm('log', '1')).stdout).toContain('          I begin with ghp_….\n          Bash: make file\n')

  writeFileSync(join(user.root, 'go'), '')
  const followed = await following.done
  expect((await run.done).code).toBe(0)
  const read = (await user.pm('log', '1')).stdout
  expect(followed.stdout).toBe(read)
  expect(read).toMatch(
    /given to command.*\n {10}I begin with ghp_…\.\n {10}Bash: make file\n {10}plain words, nearly done\n/,
  )
  expect(read).not.toContain(SECRET)
  expect(read).not.toContain('\u001b')

  const json = (await user.pm('log', '1', '--json')).stdout
    .trim()
    .split('\n')
    .map(line => JSON.parse(line))
  expect(json.filter(line => line.remark?.is === 'tool')).toEqual([
    { task: '1', attempt: 1, remark: { is: 'tool', tool: 'Bash', target: 'make file', changes: true } },
  ])
  expect((await user.pm('log')).stdout).not.toContain('make file')
})
