import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ROUTES } from '../../src/surfaces/web/routes.ts'
import { type Dashboard, serveDashboard } from '../../src/surfaces/web/server.ts'
import type { WebRunList, WebRunShown, WebTask } from '../../src/surfaces/web/wire.ts'
import { Project } from '../rig/projects/project.ts'
import { HONEST_AGENT, SHELL_PROJECT, shellPlan } from '../rig/projects/shell-project.ts'
import { ask, WebClient } from '../rig/web/web-client.ts'

const SCRIPT = '<script>alert(1)</script><img src=x onerror=alert(2)>'
/** Turns the direction of writing. */
const TURN = '\u202e'

/** Breaks a test, so that each task asks, and reports with markup in every field. */
const AGENT = `${HONEST_AGENT.replaceAll('"made"', JSON.stringify(SCRIPT)).replaceAll('file %s is there', `%s ${SCRIPT}`)}
echo changed > src/base.txt
echo '${SCRIPT}${TURN}' > 'src/<b>.html'
echo '${SCRIPT}'
`

const contextOf = (project: Project) => ({
  cwd: project.dir,
  env: project.env(),
  terminal: { print: () => {}, warn: () => {}, colour: false },
})

/** The controls of a local dashboard, one test for each. */
describe('the dashboard', () => {
  let project: Project
  let served: Dashboard
  let client: WebClient
  let run: string
  /** Every route with real names in its path. */
  let paths: readonly { readonly method: 'GET' | 'POST'; readonly path: string }[]

  const decide = (body: unknown, headers?: Readonly<Record<string, string>>) =>
    client.post(`/api/runs/${run}/decisions`, body, headers)
  const taskShown = (id: string) => client.json<WebTask>(`/api/runs/${run}/tasks/${id}`)
  const version = async () => (await client.json<WebRunShown>(`/api/runs/${run}`)).version

  beforeAll(async () => {
    project = await Project.with({
      ...SHELL_PROJECT,
      'pm-agent.yaml': `${SHELL_PROJECT['pm-agent.yaml']}limits: { fixes: 0, parallel: 2 }\n`,
      'PLAN.md': shellPlan([{ id: '1' }, { id: '2', extra: '**Tier**: critical\n' }, { id: '3' }]),
    })
    writeFileSync(join(project.root, 'agent.sh'), AGENT)
    await project.pm('run', 'PLAN.md', '--agent', `command:sh ${project.root}/agent.sh`)
    served = await serveDashboard(contextOf(project), { port: 0 })
    client = await WebClient.enter(served)
    run = (await client.json<WebRunList>('/api/runs')).runs[0]!.id
    const real: Readonly<Record<string, string>> = { ':file': 'app.js', ':run': run, ':task': '1', ':attempt': '1' }
    paths = ROUTES.map(({ method, path }) => ({ method, path: path.replace(/:\w+/g, name => real[name] ?? name) }))
  })
  afterAll(async () => {
    await served?.close()
    project[Symbol.dispose]()
  })

  /** Asks every route in the way of its method, each with these changes of the request. */
  async function refusals(
    headers: Readonly<Record<string, string>>,
    expected: number,
    { of = ['GET', 'POST'] }: { readonly of?: readonly ('GET' | 'POST')[] } = {},
  ) {
    const before = await version()
    for (const { method, path } of paths.filter(route => of.includes(route.method)))
      expect(
        (method === 'GET' ? await client.ask(path, { headers }) : await client.post(path, {}, headers)).status,
        `${method} ${path}`,
      ).toBe(expected)
    expect(await version()).toBe(before)
  }

  test('1: listens on loopback, and beyond it only with TLS or an explicit word', async () => {
    expect(new URL(served.url).hostname).toBe('127.0.0.1')
    const listening = readFileSync('/proc/net/tcp', 'utf8') + readFileSync('/proc/net/tcp6', 'utf8')
    const port = Number(new URL(served.url).port).toString(16).toUpperCase().padStart(4, '0')
    expect(listening.match(new RegExp(`\\w+:${port} 0+:0000`, 'g'))).toEqual([`0100007F:${port} 00000000:0000`])

    const refused = async (...args: readonly string[]) => (await project.pm('dashboard', ...args)).stderr
    expect(await refused('--host', '192.0.2.1')).toContain('--insecure')
    expect(await refused('--host', '0.0.0.0', '--insecure')).toContain('names no address')
    expect(await refused('--tls-cert', 'cert.pem')).toContain('--tls-key is missing')
    expect(await refused('--tls-cert', 'PLAN.md', '--tls-key', 'PLAN.md')).toContain('certificate and key do not work')
  })

  test('2: every request carries the cookie that the token was exchanged for; both are new at each start, and guesses are counted', async () => {
    await refusals({ cookie: '' }, 401)
    await refusals({ cookie: client.cookie.replace(/.$/, last => (last === 'A' ? 'B' : 'A')) }, 401, { of: ['POST'] })
    const entered = await ask(served.url)
    expect(entered).toMatchObject({ status: 303, headers: { location: '/' } })
    expect(entered.headers['set-cookie']![0]).toMatch(/; HttpOnly; SameSite=Strict; Path=\/$/)
    expect(new URL(served.url).searchParams.get('token')).toMatch(/^[\w-]{43}$/)

    const second = await serveDashboard(contextOf(project), { port: 0 })
    try {
      const other = await WebClient.enter(second)
      expect(new URL(second.url).searchParams.get('token')).not.toBe(new URL(served.url).searchParams.get('token'))
      expect((await ask(`${other.origin}/api/runs`, { headers: { cookie: client.cookie } })).status).toBe(401)
      const once = second.entryUrl()
      expect([(await ask(once)).status, (await ask(once)).status]).toEqual([303, 401])
      const guesses = []
      for (let guess = 0; guess < 60; guess++) guesses.push((await ask(`${other.origin}/?token=${guess}`)).status)
      expect(guesses.at(0)).toBe(401)
      expect(guesses.at(-1)).toBe(429)
      expect((await other.ask('/api/runs')).status).toBe(200)
    } finally {
      await second.close()
    }
  })

  test('3: a host that is not its own is refused and not redirected', async () => {
    const { port } = new URL(client.origin)
    for (const host of [
      'evil.example',
      `evil.example:${port}`,
      `127.0.0.1.evil.example:${port}`,
      '127.0.0.1',
      `0.0.0.0:${port}`,
    ])
      await refusals({ host }, 403)
    expect((await client.ask('/api/runs', { headers: { host: `localhost:${port}` } })).status).toBe(200)
    expect((await client.ask('//')).status).toBe(400)
  })

  test('4: a decision needs the origin of the page, and a browser that knows of another site is believed', async () => {
    for (const origin of [
      '',
      'null',
      'http://evil.example',
      client.origin.replace('http', 'https'),
      `${client.origin}0`,
    ])
      await refusals({ origin }, 403, { of: ['POST'] })
    for (const site of ['cross-site', 'same-site', 'none'])
      await refusals({ 'sec-fetch-site': site }, 403, { of: ['POST'] })
  })

  test('5: state changes only by POST with JSON and the header of the page; no GET changes anything', async () => {
    for (const type of ['', 'text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data'])
      await refusals({ 'content-type': type }, 415, { of: ['POST'] })
    await refusals({ 'x-pm-agent': '' }, 403, { of: ['POST'] })
    const before = await version()
    for (const { method, path } of paths) {
      const enough = () => true
      if (method === 'GET') await client.ask(path, { enough })
      else expect((await client.ask(path)).status, path).toBe(405)
    }
    expect((await client.ask('/api/runs', { method: 'DELETE' })).status).toBe(405)
    expect(await version()).toBe(before)
    expect((await decide({ decision: 'skip', subject: '1', version: 1, message: 'x'.repeat(70_000) })).status).toBe(413)
    expect((await decide({ decision: 'land', subject: '1' })).status).toBe(400)
    expect(await version()).toBe(before)
  })

  test('6: no other site may read, embed or frame it', async () => {
    for (const { method, path } of paths.filter(route => route.method === 'GET')) {
      const { headers } = await client.ask(path, {
        method,
        headers: { origin: 'http://evil.example' },
        enough: () => true,
      })
      expect(
        Object.keys(headers).filter(name => name.startsWith('access-control-')),
        path,
      ).toEqual([])
      expect(headers, path).toMatchObject({
        'cross-origin-resource-policy': 'same-origin',
        'cross-origin-opener-policy': 'same-origin',
        'x-frame-options': 'DENY',
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cache-control': 'no-store',
      })
    }
    expect((await client.ask('/api/runs', { method: 'OPTIONS' })).status).toBe(405)
  })

  test('7: scripts and styles come from this server alone, and none is inline', async () => {
    const page = await client.ask('/')
    const policy = new Map(
      String(page.headers['content-security-policy'])
        .split('; ')
        .map(part => [part.split(' ')[0]!, part.split(' ').slice(1).join(' ')]),
    )
    expect(Object.fromEntries(policy)).toEqual({
      'default-src': "'none'",
      'script-src': "'self'",
      'style-src': "'self'",
      'connect-src': "'self'",
      'img-src': "'self' data:",
      'base-uri': "'none'",
      'form-action': "'none'",
      'frame-ancestors': "'none'",
      'require-trusted-types-for': "'script'",
      'trusted-types': "'none'",
    })
    expect(page.text).not.toMatch(/<script>|<style|style=|\son\w+=|https?:/)
    for (const file of ['app.js', 'app.css'])
      expect((await client.ask(`/assets/${file}`)).text.length, file).toBeGreaterThan(0)
    for (const file of ['..%2Fpackage.json', '%2Fetc%2Fpasswd', 'app.ts'])
      expect((await client.ask(`/assets/${file}`)).status, file).toBe(404)
  })

  test('8: words of agents and repositories are sent as text or JSON, never as HTML', async () => {
    for (const { path } of paths.filter(route => route.method === 'GET' && route.path !== '/')) {
      const { headers, text } = await client.ask(path, { enough: () => true })
      expect(headers['content-type'], path).toMatch(
        /^(application\/json|text\/(plain|event-stream|javascript|css)); charset=utf-8$/,
      )
      if (path.endsWith('/diff')) expect(text).toContain(`${SCRIPT}\\u202e`)
      expect(text.includes(TURN) && !path.startsWith('/assets'), path).toBe(false)
    }
    expect(JSON.stringify(await taskShown('1'))).toContain(JSON.stringify(SCRIPT).slice(1, -1))
  })

  test('9: an approval is about the receipt that was shown, and a critical task is named again', async () => {
    const { version: shown, review } = await taskShown('1')
    const receipt = (await taskShown('1')).history.at(-1)!.receipt_hash!
    expect(review).toBeDefined()
    const waive = { decision: 'waive', subject: '1', message: 'base.txt is to change', version: shown }
    expect(await decide(waive)).toMatchObject({ status: 409, text: expect.stringContaining('names no receipt') })
    expect(await decide({ ...waive, receipt: 'f'.repeat(64) })).toMatchObject({ status: 409 })
    expect(await decide({ ...waive, receipt, version: 1 })).toMatchObject({ status: 409 })
    expect(await decide({ ...waive, receipt })).toMatchObject({ status: 200 })
    const critical = await taskShown('2')
    const ofCritical = {
      decision: 'waive',
      subject: '2',
      message: 'fine',
      version: critical.version,
      receipt: critical.history.at(-1)!.receipt_hash!,
    }
    for (const confirm of [undefined, '1', 'yes'])
      expect(await decide({ ...ofCritical, confirm })).toMatchObject({
        status: 409,
        text: expect.stringContaining('critical'),
      })
    expect(await decide({ ...ofCritical, confirm: '2' })).toMatchObject({ status: 200 })
  })

  test('11: a decision is in the journal with its channel, time and receipt, and the report shows it', async () => {
    const { version: shown, history } = await taskShown('3')
    const receipt = history.at(-1)!.receipt_hash!
    await decide({ decision: 'waive', subject: '3', message: 'as agreed with Bo', version: shown, receipt })
    const waived = (await project.facts()).findLast(
      ({ event }) => 'note' in event && event.note === 'as agreed with Bo',
    )!
    expect(waived.at).toBeGreaterThan(Date.now() - 120_000)
    expect(JSON.stringify(waived.event)).toContain('through the dashboard')
    expect(JSON.stringify(waived.event)).toContain(receipt)
    expect((await project.pm('report')).stdout).toContain('through the dashboard')
  })

  test('12: a route that is added later is asked as well: every path that the server knows is in these tests', () => {
    expect(paths.length).toBeGreaterThan(15)
    for (const { path } of paths) expect(path).not.toMatch(/:\w+/)
    const written = readFileSync('docs/dashboard.md', 'utf8')
    for (const { method, path } of ROUTES.filter(route => route.path.startsWith('/api')))
      expect(written).toContain(
        `\`${method} ${path.replace(/:(\w+)/g, (_, name: string) => (name === 'attempt' ? 'N' : name.toUpperCase()))}`,
      )
  })
})

test('with a certificate it serves HTTPS only, under the name that it was given', async () => {
  using project = await Project.with(SHELL_PROJECT)
  const [key, cert] = [join(project.root, 'key.pem'), join(project.root, 'cert.pem')]
  const args = [
    'req',
    '-x509',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:prime256v1',
    '-nodes',
    '-days',
    '1',
    '-subj',
    '/CN=localhost',
  ]
  execFileSync('openssl', [...args, '-keyout', key, '-out', cert], { stdio: 'ignore' })
  const dashboard = project.start(['dashboard', '--json', '--host', 'localhost', '--tls-cert', cert, '--tls-key', key])
  await dashboard.lines(1)
  dashboard.kill('SIGINT')
  const { code, stdout } = await dashboard.done
  expect(code).toBe(0)
  expect(JSON.parse(stdout).url).toMatch(/^https:\/\/localhost:\d+\/\?token=/)
})
