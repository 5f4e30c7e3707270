import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { WebRunList } from '../../src/surfaces/web/wire.ts'
import { Project } from '../rig/projects/project.ts'
import { HONEST_AGENT, SHELL_PROJECT, shellPlan } from '../rig/projects/shell-project.ts'
import { hasBubblewrap, realPath } from '../rig/sandbox.ts'
import { WebClient } from '../rig/web/web-client.ts'

/** Knows address, token and cookie, which it should not: reads, enters and decides with them. */
const trespasser = ({ origin, cookie }: WebClient, url: string) => `
const tries = [
  ['${url}', {}],
  ['${origin}/api/runs', { headers: { cookie: '${cookie}' } }],
  ['${origin}/api/runs/many-files/decisions', {
    method: 'POST',
    headers: { cookie: '${cookie}', origin: '${origin}', 'content-type': 'application/json', 'x-pm-agent': 'page' },
    body: JSON.stringify({ decision: 'stop' }),
  }],
]
for (const [address, options] of tries)
  await fetch(address, { redirect: 'manual', signal: AbortSignal.timeout(5000), ...options })
    .then(({ status }) => console.log('answer', status), () => console.log('no answer'))
`

/** Looks for a key at every place where keys leak to; the key is written backwards, so that the search does not find itself. */
const search = (key: string, places: readonly string[]) =>
  `printf %s ${[...key].reverse().join('')} | rev | grep -rlsFf - /proc/[0-9]*/environ /proc/[0-9]*/cmdline ${places.join(' ')} | sed 's/^/key in: /'
echo searched`

const MODES = [
  { name: 'without a sandbox', path: process.env.PATH ?? '', isHere: true, check: 'answer 403' },
  { name: 'in bubblewrap', path: realPath, isHere: hasBubblewrap, check: 'no answer' },
]

describe.each(MODES)('10: $name', ({ path, isHere, check }) => {
  test.skipIf(!isHere)(
    'agents and checks cannot reach the dashboard, and its key is nowhere that they can read',
    async () => {
      using project = await Project.with({
        ...SHELL_PROJECT,
        'tests/probe.sh': `${process.execPath} trespass.mjs || true\n`,
        'trespass.mjs': '',
        'PLAN.md': shellPlan([{ id: '1', extra: '**Hold**: yes\n' }, { id: '2' }]),
      })
      const dashboard = project.start(['dashboard', '--json'], { env: { PATH: path } })
      try {
        const { url } = JSON.parse(await dashboard.lines(1)) as { url: string }
        const client = await WebClient.enter({ url })
        project.write({ 'trespass.mjs': trespasser(client, url) })
        await project.commit('the check of the project asks the dashboard')
        const places = [project.home, project.dir, join(project.root, 'state'), '/tmp/pm-agent-*']
        const key = new URL(url).searchParams.get('token')!
        const tries = [
          search(key, places),
          `${process.execPath} trespass.mjs`,
          `env -i setsid ${process.execPath} trespass.mjs`,
        ]
        const script = join(project.root, 'agent.sh')
        writeFileSync(script, HONEST_AGENT.replace('cat > /dev/null\n', `cat > /dev/null\n{\n${tries.join('\n')}\n}\n`))
        const ran = await project.start(['run', 'PLAN.md', '--agent', `command:sh ${script}`], { env: { PATH: path } })
          .done
        expect(ran.code, ran.stdout + ran.stderr).toBe(3)

        const said = printedBy(project, '1-1-').split('\n').filter(Boolean)
        const placesOfKey = said.filter(line => line.startsWith('key in: '))
        // The search finds what it looks for: this file is the only place, and the test wrote it.
        expect(placesOfKey.length).toBeGreaterThan(0)
        expect(placesOfKey.filter(line => !line.endsWith('trespass.mjs'))).toEqual([])
        expect(said.filter(line => line.startsWith('answer') || line.startsWith('no answer'))).toEqual(
          Array.from({ length: 6 }, () => 'answer 403'),
        )
        expect(said).toContain('searched')
        expect((await project.pm('show', '1', '--output', 'test')).stdout).toContain(
          Array.from({ length: 3 }, () => check).join('\n'),
        )
        const [run] = (await client.json<WebRunList>('/api/runs')).runs
        expect(run).toMatchObject({ waiting: 1, finished: false })
        expect((await project.facts()).filter(({ event }) => 'by' in event)).toEqual([])
      } finally {
        dashboard.kill('SIGINT')
        await dashboard.done
      }
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
