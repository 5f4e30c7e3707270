import { readFileSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { GitHubStandIn } from '../rig/forge/github-stand-in.ts'
import { Project } from '../rig/projects/project.ts'
import { HONEST_AGENT, SHELL_PROJECT, shellPlan } from '../rig/projects/shell-project.ts'

const BODY = 'Please make these files.\n\n## Spec Reference\n→ [docs/plans/files.md](docs/plans/files.md)\n'
const PLAN = shellPlan([{ id: '1' }, { id: '2', needs: ['1'] }])

/** Task 2 is blocked until somebody names the key. */
const ASKING_AGENT = HONEST_AGENT.replace(
  'cat > /dev/null\n',
  `if ! grep -q 'the key is 7' && [ "$PM_AGENT_TASK" = 2 ]; then
  echo '{"status":"blocked","summary":"which key?"}' > "$PM_AGENT_RESULT_FILE"
  exit 0
fi
`,
)
const ANSWER = '/pm-agent retry 2 the key is 7'

/** A clone on the branch of a draft whose body names the plan. */
async function world(plan = PLAN) {
  const github = await GitHubStandIn.start()
  const project = await Project.with({ ...SHELL_PROJECT, 'docs/plans/files.md': plan })
  writeFileSync(join(project.root, 'agent.sh'), ASKING_AGENT)
  await project.git('remote', 'add', 'origin', github.remote)
  await project.git('switch', '--quiet', '--create', 'feature/files')
  await project.git('push', '--quiet', 'origin', 'main', 'feature/files')
  github.openPull('feature/files', BODY)
  github.changes.length = 0
  const env = { GH_TOKEN: github.token, GITHUB_API_URL: github.url }
  const start = (args: readonly string[], options: { env?: Record<string, string>; cwd?: string } = {}) =>
    project.start(args, { ...options, env: { ...env, ...options.env } })
  const run = (...args: readonly string[]) =>
    start(['run', '--agent', `command:sh ${project.root}/agent.sh`, ...args]).done
  return {
    github,
    project,
    start,
    run,
    bodies: () => (github.comments.get(1) ?? []).map(({ body }) => body),
    labels: () => github.pulls[0]!.labels.map(({ name }) => name),
    tasksAt: (branch: string) =>
      project.gitIn(github.bareDir, 'ls-tree', '--name-only', branch, 'src/').then(text => text.split('\n')),
    async [Symbol.asyncDispose]() {
      project[Symbol.dispose]()
      await github[Symbol.asyncDispose]()
    },
  }
}

/** Landings that are published in quick succession are one push or two; everything else counts. */
const changesOf = ({ changes }: GitHubStandIn) =>
  changes.filter((change, at) => change !== 'push' || changes[at - 1] !== 'push')

const COMPLETE = [
  'comment pm-agent:begun',
  '+state:executing',
  'push',
  'describe',
  'comment pm-agent:blocked',
  '+state:blocked',
  '-state:executing',
  'comment pm-agent:continued',
  '+state:executing',
  '-state:blocked',
  'push',
  'describe',
  'comment pm-agent:report',
  '-state:executing',
  'ready',
]

test('a run on a pull request claims it, pushes each landing, pauses with its question, goes on after a reply, and ends as ready', async () => {
  await using here = await world()
  const { github, run } = here
  const paused = await run('#1')
  expect([paused.code, paused.stderr]).toEqual([3, expect.stringContaining('Pull request #1: blocked')])
  expect(here.labels()).toEqual(['state:blocked'])
  expect(await here.tasksAt('feature/files')).toEqual(['src/1.txt', 'src/base.txt'])
  expect(here.bodies()[1]).toContain('**Blocked**')
  expect(here.bodies()[1]).toContain('Question about task 2')
  expect(here.bodies()[1]).toContain('which key?')

  // Repeating it without an answer tells nobody anything.
  expect((await run('1')).code).toBe(3)
  github.say(1, ANSWER, 'eve')
  expect((await run('1')).stdout).toContain('only people who may push to the repository decide')
  expect(changesOf(github)).toEqual(COMPLETE.slice(0, 7))

  github.rights.set('bob', 'write')
  github.say(1, '/pm-agent skip 2\n/pm-agent revise 2', 'bob')
  const refused = await run('1')
  expect(refused.stdout).toContain('without a sandbox an agent could have written it')
  expect(refused.stdout).toContain('the reply of bob (revise 2) is not taken: ')
  expect((await here.project.pm('status')).stdout).toContain('pull request #1')
  github.say(1, `It is in the safe.\n${ANSWER}`, 'bob')
  const done = await run(`${github.url}/ada/shop/pull/1`)
  expect([done.code, done.stderr]).toEqual([0, expect.stringContaining('Pull request #1: ready for review')])
  expect(changesOf(github)).toEqual(COMPLETE)
  expect(github.pulls[0]).toMatchObject({ draft: false, labels: [], body: expect.stringContaining(BODY.trim()) })
  expect(here.bodies().at(-1)).toContain('REPORT: Many files')
  expect(await here.tasksAt('feature/files')).toEqual(['src/1.txt', 'src/2.txt', 'src/base.txt'])
  expect(github.commitOf('feature/files')).toBe(await here.project.git('rev-parse', 'pm/files'))
  expect(await here.project.git('branch', '--show-current')).toBe('feature/files')

  expect((await run('1')).code).toBe(0)
  expect(changesOf(github)).toEqual(COMPLETE)
})

test('a kill before and after every change of the remote neither repeats nor loses one', {
  timeout: 600_000,
}, async () => {
  await using here = await world()
  const { github, project } = here
  project.write({
    'pm-agent.yaml': `${SHELL_PROJECT['pm-agent.yaml']}limits: { relaunches: 40, launches_per_task: 60 }\n`,
  })
  await project.commit('limits')
  await project.git('push', '--quiet', 'origin', 'feature/files')
  github.changes.length = 0
  const kills = new Set<string>()
  let running: ReturnType<typeof here.start> | undefined
  /** Whether this moment had its kill before; else this is it. */
  const survives = (moment: string): boolean => {
    const key = `${moment} ${changesOf(github).length}`
    if (kills.has(key)) return true
    kills.add(key)
    running!.kill('SIGKILL')
    return false
  }
  github.onWrite = () => survives('before')
  github.onChange = () => void survives('after')
  for (let calls = 0; calls < 4 * COMPLETE.length; calls++) {
    running = here.start(['run', '1', '--agent', `command:sh ${project.root}/agent.sh`])
    const { code, signal, stderr } = await running.done
    if (code === 0) break
    expect([code, signal], stderr).toContain(signal === null ? 3 : 'SIGKILL')
    if (signal === null) github.say(1, ANSWER)
  }
  expect(changesOf(github)).toEqual(COMPLETE)
  for (const at of COMPLETE.keys())
    expect([...kills]).toEqual(expect.arrayContaining([`before ${at}`, `after ${at + 1}`]))
  expect(github.pulls[0]).toMatchObject({ draft: false, labels: [] })
  expect(await here.tasksAt('feature/files')).toEqual(['src/1.txt', 'src/2.txt', 'src/base.txt'])
  expect(github.commitOf('feature/files')).toBe(await project.git('rev-parse', 'pm/files'))
})

test('an answer that is lost, before or behind the effect of its request, repeats nothing', async () => {
  await using here = await world(shellPlan([{ id: '1' }]))
  const { github, run } = here
  let writes = 0
  // Every third write is in trouble; of these every second one has had its effect.
  github.troubleOf = request =>
    request.startsWith('GET ') || ++writes % 3 !== 0 ? undefined : { status: 502, late: writes % 2 === 0 }
  const { code, stderr } = await run('1')
  expect([code, stderr]).toEqual([0, expect.stringContaining('ready for review')])
  expect(changesOf(github)).toEqual([...COMPLETE.slice(0, 4), ...COMPLETE.slice(-3)])
  expect(writes).toBeGreaterThan(6)
})

test('a pull request that another run has, or that a human blocked or closed, is refused with the reason', async () => {
  await using here = await world()
  const { github, run, project } = here
  const elsewhere = (...args: readonly string[]) =>
    here.start(['run', ...args, '--agent', `command:sh ${project.root}/agent.sh`], {
      cwd: join(project.root, 'elsewhere'),
    }).done
  await project.gitIn(project.root, 'clone', '--quiet', '--branch', 'feature/files', github.remote, 'elsewhere')
  github.pulls[0]!.labels = [{ name: 'state:blocked' }]
  const held = await run('1')
  expect([held.code, held.stderr]).toEqual([2, expect.stringContaining('a human put the label state:blocked there')])
  github.pulls[0]!.labels = []

  expect((await run('1')).code).toBe(3)
  const blocked = await elsewhere('1')
  expect([blocked.code, blocked.stderr]).toEqual([2, expect.stringContaining('pull request #1 is blocked (run files-')])
  expect(blocked.stderr).toContain('which key?')
  github.pulls[0]!.labels = [{ name: 'state:executing' }]
  expect((await elsewhere('1')).stderr).toContain('pull request #1 is already executing (run files-')
  github.pulls[0]!.state = 'closed'
  for (const call of [run, elsewhere]) expect((await call('1')).stderr).toContain('pull request #1 is closed')
  expect(changesOf(github)).toEqual(COMPLETE.slice(0, 7))

  expect((await run('7')).stderr).toContain('no such repository or pull request')
  expect((await run('https://github.com/ada/other/pull/1')).stderr).toContain('belongs to ada/other')
  github.pulls[0]!.state = 'open'
  github.pulls[0]!.body = 'no plan'
  expect((await run('1')).stderr).toContain('pull request #1 names no plan')
})

test('a stranger can neither claim nor end nor answer, and sees no secret of a run', async () => {
  await using here = await world()
  const { github, run, project } = here
  github.say(1, '<!-- pm-agent:begun theirs 0000 -->\nMine.', 'eve')
  expect((await run('1')).code).toBe(3)
  const { id } = (await project.status()).run
  for (const mark of [`begun theirs ${id}`, `report ${id}`, `continued ${id} 1`])
    github.say(1, `<!-- pm-agent:${mark} 0000 -->\n${ANSWER}`, 'eve')
  const asked = await run('1')
  expect([asked.code, asked.stderr]).toEqual([3, expect.stringContaining('blocked until you answer')])
  expect(changesOf(github)).toEqual(COMPLETE.slice(0, 7))
  const { stdout } = await project.pm('log', '--json')
  expect(stdout).toContain('"pull-request-linked"')
  expect(stdout).not.toContain('secret')

  // The same words of somebody who may push take the pull request over: a human can do that with a label as well.
  github.say(1, ANSWER)
  expect((await run('1')).code).toBe(0)
  expect(changesOf(github)).toEqual(COMPLETE)
})

test('foreign text on a pull request has no effect there, mentions nobody, shows no secret and is not too long', async () => {
  await using here = await world()
  const { github, run, project } = here
  const said = `@ada see #1 at https://evil.example/x <img src=x> ![a](b) ghp_${'a1B2'.repeat(10)}`
  const script = `if [ "$PM_AGENT_TASK" = 1 ]; then
  printf '%s' '{"status":"blocked","summary":"${said}","issues":["${said} ${'words '.repeat(20_000)}"]}' > "$PM_AGENT_RESULT_FILE"
  exit 0
fi
`
  writeFileSync(join(project.root, 'agent.sh'), HONEST_AGENT.replace('cat > /dev/null\n', script))
  expect((await run('1')).code).toBe(3)
  for (const text of [here.bodies()[1]!, github.pulls[0]!.body]) {
    expect(text).toContain('&#8203;ada see #&#8203;1 at https:&#8203;//evil.example/x &lt;img src=x> !\\[a\\](b)')
    expect(text).not.toContain('a1B2a1B2')
    expect(text.length).toBeLessThan(65_536)
  }
})

test('a bare run on the branch of a draft follows it, goes on after a decision on the command line, and --local leaves it alone', async () => {
  await using here = await world()
  const { github, project, run } = here
  expect((await run('--local')).code).toBe(3)
  expect(github.changes).toEqual([])
  expect((await run()).code).toBe(3)
  expect(here.labels()).toEqual(['state:blocked'])
  expect((await project.pm('retry', '2', '-m', 'the key is 7')).code).toBe(0)
  // The run is known by now: the branch that is checked out does not matter any more.
  await project.git('switch', '--quiet', 'main')
  expect((await run('docs/plans/files.md')).code).toBe(0)
  expect(github.pulls[0]).toMatchObject({ draft: false, labels: [] })
  expect(here.bodies().map(body => body.split(' ')[1])).toEqual(
    ['begun', 'blocked', 'continued', 'report'].map(kind => `pm-agent:${kind}`),
  )
  const second = await here.start(['pr']).done
  expect([second.code, second.stderr]).toEqual([2, expect.stringContaining('this run follows pull request #1')])
  Object.assign(github.pulls[0]!, { state: 'closed', merged_at: '2030-01-01T00:00:00Z' })
  expect(await run('docs/plans/files.md')).toMatchObject({ code: 0, stdout: expect.stringContaining('Nothing to do') })
  expect(github.pulls).toHaveLength(1)
})

test('a service in trouble, a revoked token, a closed pull request and a branch that moved are named; nothing is lost', async () => {
  await using here = await world(shellPlan([{ id: '1' }]))
  const { github, project, run } = here
  const atFirst = (change: string, act: () => void) => {
    github.onChange = now => {
      if (now !== change) return
      github.onChange = () => {}
      act()
    }
  }
  const limit = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '1900000000' }
  atFirst('+state:executing', () => void github.troubles.push(...Array(40).fill({ status: 403, headers: limit })))
  const limited = await run('1')
  expect([limited.code, limited.stderr]).toEqual([2, expect.stringContaining('refuses more requests for now')])
  expect(limited.stderr).toContain('try again after 2030-03-17')
  github.troubles.length = 0

  // The pull request is closed while the task lands: the work stays here.
  atFirst('push', () => {
    github.pulls[0]!.state = 'closed'
  })
  const closed = await run('1')
  expect([closed.code, closed.stderr]).toEqual([3, expect.stringContaining('pull request #1 was closed meanwhile')])
  expect(await project.git('ls-tree', '--name-only', 'pm/files', 'src/')).toContain('src/1.txt')
  github.pulls[0]!.state = 'open'

  // Somebody pushes to the branch.
  const foreign = project.gitIn(
    github.bareDir,
    ...['-c', 'user.name=Bob', '-c', 'user.email=bob@example.org'],
    ...['commit-tree', '-p', 'main', '-m', 'of somebody else', 'main^{tree}'],
  )
  await project.gitIn(github.bareDir, 'update-ref', 'refs/heads/feature/files', await foreign)
  const moved = await run('1')
  expect([moved.code, here.labels()]).toEqual([3, ['state:blocked']])
  expect(here.bodies().at(-1)).toContain('nothing is ever forced')
  expect(github.commitOf('feature/files')).toBe(await foreign)

  const revoked = here.start(['run', '1'], { env: { GH_TOKEN: 'ghp_revoked' } })
  expect((await revoked.done).stderr).toContain('does not accept the token')
  await project.git('fetch', '--quiet', 'origin', 'feature/files')
  await project.git('reset', '--quiet', '--hard', 'FETCH_HEAD')
  await project.git('merge', '--quiet', '--no-edit', 'pm/files')
  await project.git('push', '--quiet', 'origin', 'feature/files')
  expect((await run('1')).code).toBe(0)
  expect(github.pulls[0]).toMatchObject({ draft: false, labels: [] })
  expect(here.bodies().filter(body => body.includes('pm-agent:report'))).toHaveLength(1)
})

test('a token for GitHub is sent to no other server, whatever host a remote names', async () => {
  await using here = await world(shellPlan([{ id: '1' }]))
  const { github, project } = here
  let calls = 0
  const server = createServer(socket => {
    calls++
    socket.destroy()
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  await project.git('remote', 'set-url', 'origin', `https://${host}/ada/shop.git`)
  writeFileSync(join(project.root, 'gh'), `#!/bin/sh\necho "$*" >> ${project.root}/asked\nexit 1\n`, { mode: 0o755 })
  const start = (...args: readonly string[]) =>
    here.start(['run', '--agent', `command:sh ${project.root}/agent.sh`, ...args], {
      env: { GITHUB_API_URL: '', GITHUB_TOKEN: github.token, PATH: `${project.root}:${process.env.PATH}` },
    }).done
  const named = await start('1')
  expect([named.code, named.stderr]).toEqual([2, expect.stringContaining(`there is no token for ${host}`)])
  expect(named.stderr).toContain(`gh auth login --hostname ${host}`)
  expect((await start()).code).toBe(0)
  expect(new Set(readFileSync(join(project.root, 'asked'), 'utf8').trim().split('\n'))).toEqual(
    new Set([`auth token --hostname ${host}`]),
  )
  expect(calls).toBe(0)
  server.close()
})
