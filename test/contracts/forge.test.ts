import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openGitHub } from '../../src/adapters/forge/github.ts'
import type { Forge } from '../../src/core/pull-request/forge.ts'
import type { Result } from '../../src/core/result.ts'
import { GitHubStandIn, type Trouble } from '../rig/forge/github-stand-in.ts'
import { Project } from '../rig/projects/project.ts'

/** A forge for the contract: an adapter, the service behind it, and a repository that pushes there. */
interface ForgeKit {
  readonly forge: Forge
  readonly remote: string
  readonly comments: (number: number) => readonly string[]
  readonly grant: (user: string, right: string) => void
  readonly trouble: (...troubles: readonly Trouble[]) => void
  /** The same service with a token that was revoked. */
  readonly revoked: Forge
  close(number: number): void
  [Symbol.asyncDispose](): Promise<void>
}

const KITS: Readonly<Record<string, () => Promise<ForgeKit>>> = {
  GitHub: () => gitHubKit(''),
  'GitHub on a server of its own': () => gitHubKit('/api/v3'),
}

async function gitHubKit(below: string): Promise<ForgeKit> {
  const service = await GitHubStandIn.start()
  const at = (token: string) => openGitHub({ api: `${service.url}${below}`, token, pausesMs: [1, 1] }, service.place)
  return {
    forge: at(service.token),
    revoked: at('ghp_revoked'),
    remote: service.remote,
    comments: number => (service.comments.get(number) ?? []).map(({ body }) => body),
    grant: (user, right) => void service.rights.set(user, right),
    trouble: (...troubles) => void service.troubles.push(...troubles),
    close: number => {
      service.pulls[number - 1]!.state = 'closed'
    },
    [Symbol.asyncDispose]: () => service[Symbol.asyncDispose](),
  }
}

function made<T>(result: Result<T, unknown>): T {
  if (!result.ok) throw new Error(JSON.stringify(result.error))
  return result.value
}

describe.each(Object.entries(KITS))('%s', (_name, open) => {
  let kit: ForgeKit
  let project: Project
  const draft = { branch: 'pm/shop', base: 'main', title: 'The shop', body: 'begun' }

  beforeEach(async () => {
    kit = await open()
    project = await Project.with({ 'a.txt': 'a' })
    await project.git('push', '--quiet', kit.remote, 'main', 'main:pm/shop')
  })
  afterEach(async () => {
    project[Symbol.dispose]()
    await kit[Symbol.asyncDispose]()
  })

  test('opens one draft for a branch, however often it is asked', async () => {
    expect(made(await kit.forge.findOpen('pm/shop'))).toBeNull()
    const opened = made(await kit.forge.openDraft(draft))
    expect(opened).toMatchObject({ number: 1, head: 'pm/shop', base: 'main', draft: true, open: true, labels: [] })
    expect(made(await kit.forge.openDraft({ ...draft, title: 'again' }))).toEqual(opened)
    expect(made(await kit.forge.findOpen('pm/shop'))).toEqual(opened)
    expect(made(await kit.forge.defaultBranch())).toBe('main')
  })

  test('a pull request that was closed meanwhile is not the open one', async () => {
    made(await kit.forge.openDraft(draft))
    kit.close(1)
    expect(made(await kit.forge.findOpen('pm/shop'))).toBeNull()
    expect(made(await kit.forge.get(1)).open).toBe(false)
    expect(made(await kit.forge.openDraft(draft)).number).toBe(2)
  })

  test('describes, labels and marks it as ready; repeating each changes nothing', async () => {
    made(await kit.forge.openDraft(draft))
    for (const _ of ['once', 'again']) {
      made(await kit.forge.describe(1, 'done'))
      made(await kit.forge.label(1, { add: ['executing', 'a/b c'], remove: ['blocked'] }))
      made(await kit.forge.markReady(1))
    }
    expect(made(await kit.forge.get(1))).toMatchObject({
      body: 'done',
      draft: false,
      labels: ['executing', 'a/b c'],
    })
    made(await kit.forge.label(1, { add: [], remove: ['a/b c'] }))
    expect(made(await kit.forge.get(1)).labels).toEqual(['executing'])
  })

  test('posts a marked comment once, also behind a hundred others', async () => {
    made(await kit.forge.openDraft(draft))
    for (let at = 0; at < 101; at++) made(await kit.forge.commentOnce(1, `<!-- ${at} -->`, 'talk'))
    expect(made(await kit.forge.commentOnce(1, '<!-- 100 -->', 'talk'))).toBe('there')
    expect(kit.comments(1)).toHaveLength(101)
  })

  test('reads comments in their order with their authors, removes one once, and knows who may push', async () => {
    made(await kit.forge.openDraft(draft))
    for (const words of ['one', 'two', 'three']) made(await kit.forge.comment(1, words))
    const [one, two] = made(await kit.forge.comments(1))
    expect([one!.body, one!.author, two!.body]).toEqual(['one', 'ada', 'two'])
    for (const _ of ['once', 'again']) made(await kit.forge.removeComment(two!.id))
    expect(made(await kit.forge.comments(1)).map(({ body }) => body)).toEqual(['one', 'three'])
    kit.grant('eve', 'read')
    kit.grant('bob', 'write')
    expect(made(await kit.forge.mayWrite('bob'))).toBe(true)
    for (const stranger of ['eve', 'nobody']) expect(made(await kit.forge.mayWrite(stranger))).toBe(false)
  })

  test('asks a service in trouble again where that makes nothing twice, and names every other problem', async () => {
    kit.trouble({ status: 502 }, { status: 503 })
    expect((await kit.forge.findOpen('pm/shop')).ok).toBe(true)
    kit.trouble({ status: 502 }, { status: 502 }, { status: 502, message: 'no server' })
    expect(await kit.forge.findOpen('pm/shop')).toEqual({
      ok: false,
      error: { reason: 'unreachable', detail: 'no server' },
    })
    const limit = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '1900000000' }
    kit.trouble({ status: 403, headers: limit })
    const error = { reason: 'rate-limited', until: 1_900_000_000_000 }
    expect(await kit.forge.findOpen('pm/shop')).toEqual({ ok: false, error })
    kit.trouble({ status: 403, headers: { 'retry-after': '60' } })
    const burst = await kit.forge.findOpen('pm/shop')
    if (burst.ok || burst.error.reason !== 'rate-limited') throw new Error(JSON.stringify(burst))
    expect(burst.error.until).toBeGreaterThan(Date.now() + 50_000)
    kit.trouble({ status: 301, headers: { location: 'https://example.org/repositories/7' } })
    expect(await kit.forge.get(1)).toMatchObject({ error: { reason: 'renamed' } })
    kit.trouble({ status: 403, message: 'Resource not accessible' })
    expect(await kit.forge.get(1)).toMatchObject({ error: { reason: 'forbidden', detail: 'Resource not accessible' } })
    expect(await kit.revoked.get(1)).toMatchObject({ error: { reason: 'unauthorised' } })
    expect(await kit.forge.get(9)).toMatchObject({ error: { reason: 'not-found' } })
    expect(await kit.forge.openDraft({ ...draft, branch: 'nowhere' })).toMatchObject({ error: { reason: 'rejected' } })
  })
})
