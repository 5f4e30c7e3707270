import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { GitHubStandIn } from '../rig/forge/github-stand-in.ts'
import { Project } from '../rig/projects/project.ts'
import { HONEST_AGENT, SHELL_PROJECT, shellPlan } from '../rig/projects/shell-project.ts'

test('pr pushes the branch, opens one draft, and makes it ready with the report when the run is finished', async () => {
  await using github = await GitHubStandIn.start()
  using project = await Project.with({ ...SHELL_PROJECT, 'PLAN.md': shellPlan([{ id: '1' }, { id: '2' }]) })
  const access = { GH_TOKEN: github.token, GITHUB_API_URL: github.url }
  const pr = (env: Record<string, string> = access, ...args: readonly string[]) =>
    project.start(['pr', ...args], { env }).done
  // An agent with the token of the user, which it does not get from us.
  const tries = `(cd ${project.dir} && env ${Object.entries(access)
    .map(([name, value]) => `${name}=${value}`)
    .join(' ')} ${process.execPath} ${project.main} pr > ${project.root}/said 2>&1)`
  writeFileSync(
    join(project.root, 'agent.sh'),
    HONEST_AGENT.replace('cat > /dev/null\n', `cat > /dev/null\n${tries}\n`),
  )
  const run = (...args: readonly string[]) =>
    project.pm('run', '--agent', `command:sh ${project.root}/agent.sh`, ...args)

  expect((await pr()).stderr).toContain('nothing has been run in this repository yet')
  await project.git('push', '--quiet', github.remote, 'main')
  expect((await run('--only', '1')).code).toBe(0)
  expect(readFileSync(join(project.root, 'said'), 'utf8')).toContain('only a human may use pull requests')
  expect((await pr()).stderr).toContain('there is no remote origin')
  await project.git('remote', 'add', 'origin', github.remote)
  expect((await pr({ GITHUB_API_URL: github.url, PATH: '/nowhere' })).code).toBe(2)
  expect(github.requests).toEqual([])

  const first = await pr()
  expect([first.code, first.stdout]).toEqual([0, `Draft: ${github.url}/ada/shop/pull/1\n`])
  expect(github.commitOf('pm/many-files')).toBe(await project.git('rev-parse', 'pm/many-files'))
  expect(github.pulls[0]).toMatchObject({ title: 'Many files', draft: true, base: { ref: 'main' } })
  expect(github.pulls[0]!.body).toContain('**1/2 tasks completed**')
  github.pulls[0]!.body = `Words of a human.\n${github.pulls[0]!.body}`

  expect((await run()).code).toBe(0)
  for (const _ of ['finished', 'again']) expect((await pr()).stdout).toBe(`Ready: ${github.url}/ada/shop/pull/1\n`)
  expect(github.pulls).toHaveLength(1)
  expect(github.pulls[0]!.body).toMatch(
    /^Words of a human\.\n[\s\S]*\*\*2\/2 tasks completed\*\*[\s\S]*- task 2: `\w{16}`/,
  )
  expect(github.comments.get(1)!.map(({ body }) => body)).toEqual([
    expect.stringContaining('REPORT: Many files (PLAN.md)'),
  ])

  const revoked = await pr({ ...access, GH_TOKEN: 'ghp_revoked' })
  expect([revoked.code, revoked.stderr]).toEqual([2, expect.stringContaining('does not accept the token')])
  expect(revoked.stdout + revoked.stderr).not.toContain('ghp_')
  await project.git('commit', '--quiet', '--allow-empty', '--message', 'of somebody else')
  await project.git('push', '--quiet', '--force', github.remote, 'main:pm/many-files')
  expect((await pr()).stderr).toContain('pm/many-files moved on origin')
})
