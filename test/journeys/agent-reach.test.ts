import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { GitHubStandIn } from '../rig/forge/github-stand-in.ts'
import { Project } from '../rig/projects/project.ts'
import { HONEST_AGENT, SHELL_PROJECT, shellPlan } from '../rig/projects/shell-project.ts'
import { hasBubblewrap, realPath } from '../rig/sandbox.ts'

/** A task that waits for approval, and one whose agent tries to give it. */
const PLAN = shellPlan([{ id: '1', extra: '**Hold**: yes\n' }, { id: '2' }])

const DECISIONS = ['approve 1', 'waive 1 -m fine', 'risk accept 1 -m fine', 'skip 1 -m away', 'run 1', 'pr'] as const

/** Speaks MCP, and posts an approval as the user, with a token that it found somewhere and without one. */
const program = (main: string, github: GitHubStandIn) => `
import { spawn } from 'node:child_process'
const child = spawn(process.execPath, [${JSON.stringify(main)}, 'mcp'], { stdio: ['pipe', 'pipe', 'ignore'] })
const ask = (id, method, params) => child.stdin.write(JSON.stringify({ jsonrpc: '2.0', id, method, params }) + '\\n')
child.stdin.on('error', () => {})
const ended = new Promise(resolve => child.once('close', resolve))
ask(1, 'initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'x', version: '1' } })
ask(2, 'tools/call', { name: 'pm_decide', arguments: { task: '1', decision: 'approve' } })
child.stdin.end()
await ended
for (const headers of [{}, { authorization: 'Bearer ${github.token}' }])
  await fetch('${github.url}/repos/ada/shop/issues/1/comments', {
    method: 'POST', headers, body: JSON.stringify({ body: '/pm-agent approve 1' }), signal: AbortSignal.timeout(5000),
  }).then(({ status }) => console.log('posted', status), () => console.log('not posted'))
`

const MODES = [
  { name: 'without a sandbox', path: process.env.PATH ?? '', isHere: true },
  { name: 'in bubblewrap', path: realPath, isHere: hasBubblewrap },
]

describe.each(MODES)('an agent $name', ({ path, isHere, name }) => {
  test.skipIf(!isHere)(
    'that decides, speaks MCP or posts to the forge gets nowhere',
    { timeout: 120_000 },
    async () => {
      await using github = await GitHubStandIn.start()
      using project = await Project.with({
        ...SHELL_PROJECT,
        'pm-agent.yaml': `${SHELL_PROJECT['pm-agent.yaml']}limits: { parallel: 1 }\n`,
        'PLAN.md': PLAN,
      })
      const access = { GH_TOKEN: github.token, GITHUB_API_URL: github.url }
      writeFileSync(join(project.root, 'speaks.mjs'), program(project.main, github))
      const stolen = Object.entries(access).map(([name, value]) => `${name}=${value}`)
      const tries = [
        'env | grep -c GH_TOKEN | sed "s/^/tokens given: /"',
        ...DECISIONS.map(
          words =>
            `(cd ${project.dir} && env ${stolen.join(' ')} ${process.execPath} ${project.main} ${words} < /dev/null; echo "exit $? of ${words}")`,
        ),
        `(cd ${project.dir} && ${process.execPath} ${project.root}/speaks.mjs)`,
      ]
      writeFileSync(
        join(project.root, 'agent.sh'),
        HONEST_AGENT.replace(
          'cat > /dev/null\n',
          `cat > /dev/null\nif [ "$PM_AGENT_TASK" = 2 ]; then\n${tries.join('\n')}\nfi 2>&1\n`,
        ),
      )
      await project.git('remote', 'add', 'origin', github.remote)
      await project.git('switch', '--quiet', '--create', 'files')
      await project.git('push', '--quiet', 'origin', 'main', 'files')
      github.openPull('files', 'Spec Reference: `PLAN.md`')
      const run = () =>
        project.start(['run', '1', '--agent', `command:sh ${project.root}/agent.sh`], {
          env: { ...access, PATH: path },
        }).done

      const first = await run()
      expect(first.code, first.stdout + first.stderr).toBe(3)
      const printed = printedBy(project, '2-1-')
      expect(printed).toContain('tokens given: 0')
      for (const words of DECISIONS) expect(printed).toMatch(new RegExp(`exit [1-9]\\d* of ${words}`))
      if (name === 'without a sandbox') {
        // Refusals are wrapped at the width of a pipe.
        expect(printed.split(/came from a process of an\s+agent/).length).toBe(DECISIONS.length + 1)
        expect(printed).toContain('posted 401\nposted 201')
      }
      // A comment that it smuggled in was there before the question was asked, so it answers nothing.
      expect((await run()).code).toBe(3)
      expect((await project.status()).tasks.map(({ state }) => state)).toEqual(['escalated', 'completed'])
      const decided = (await project.facts()).filter(({ event }) => 'by' in event)
      expect(decided).toEqual([])
      expect(github.pulls[0]).toMatchObject({ draft: true, labels: [{ name: 'state:blocked' }] })
      expect(await project.gitIn(github.bareDir, 'ls-tree', '--name-only', 'files', 'src/')).toBe(
        'src/2.txt\nsrc/base.txt',
      )
    },
  )
})

/** The output of one attempt. */
function printedBy(project: Project, attempt: string): string {
  const states = join(project.root, 'state/pm-agent')
  const [state = ''] = readdirSync(states)
  const outputs = join(states, state, 'outputs')
  const name = readdirSync(outputs).find(one => one.startsWith(attempt))
  return name ? readFileSync(join(outputs, name), 'utf8') : ''
}
