import { describe, expect, it } from 'vitest'
import {
  config,
  draft,
  ended,
  opened,
  proofFinished,
  proofRecorded,
  proofStarted,
  ready,
  receipt,
  refusedBy,
  started,
} from '../../../test/rig/core/facts.ts'
import { given } from '../../../test/rig/core/given.ts'
import { plan, type TaskFields, task } from '../../../test/rig/core/plan.ts'
import type { SensitiveSetting } from '../plan/sensitive-paths.ts'
import type { FileChange } from '../proof/draft.ts'
import type { Extent } from '../proof/extent.ts'
import { isHeld, tierOf } from './task-tier.ts'
import { plannedTier, tierOfChange } from './tier.ts'
import { tierWords } from './tier-words.ts'

const NO_FILES = { create: [], modify: [], delete: [], test: [] }
const planned = (fields: TaskFields, sensitive: readonly SensitiveSetting[] = []): string =>
  tierWords(plannedTier(task('1', fields), { sensitive }))
const changed = (path: string, status: FileChange['status'] = 'modified'): FileChange => ({ path, status })
const seen = (fields: TaskFields, changes: readonly FileChange[], extent: Extent | null = null): string =>
  tierWords(tierOfChange(task('1', fields), {}, { changes, extent }))

describe('the tier of a task that nobody has begun', () => {
  it('is normal where nothing says otherwise', () => {
    expect(planned({ title: 'Add search' })).toBe('normal')
  })

  it.each([
    ['src/auth/login.ts', 'access and security'],
    ['src/authService.ts', 'access and security'],
    ['.env.production', 'secrets and environment'],
    ['db/migrations/007.sql', 'a migration of stored data'],
    ['prisma/schema.prisma', 'the schema of stored data'],
    ['src/billing/invoice.ts', 'costs and billing'],
    ['Dockerfile', 'infrastructure and deployment'],
    ['.github/workflows/ci.yml', 'continuous integration'],
    ['package.json', 'a manifest: dependencies and scripts'],
  ])('is critical where it names %s', (path, reason) => {
    expect(planned({ files: { ...NO_FILES, modify: [path] } })).toBe(`critical (${path}: ${reason})`)
  })

  it.each([
    'docs/auth.md',
    '.env.example',
    'tests/auth/login.test.ts',
    'src/login.test.ts',
    'src/authors.ts',
    'src/charts/bar.ts',
  ])('is not raised by %s', path => {
    expect(planned({ files: { ...NO_FILES, modify: [path, 'src/a.ts'] } })).toBe('normal')
  })

  it('is normal where a name has two meanings, and says so', () => {
    expect(planned({ files: { ...NO_FILES, modify: ['src/lexer/tokens.ts'] } })).toBe(
      'normal (src/lexer/tokens.ts: access and security, perhaps: its contents tell)',
    )
  })

  it('is not raised by the first manifest of a project', () => {
    expect(planned({ files: { ...NO_FILES, create: ['package.json'] } })).toBe('normal')
  })

  it('is critical where interfaces may break, and where a sensitive path is allowed', () => {
    expect(planned({ breaking: true })).toBe('critical (existing interfaces may break)')
    expect(planned({ allow: ['.github/workflows/ci.yml', 'lint'] })).toMatch(/^critical \(.github/)
  })

  it('is never critical by words alone', () => {
    expect(planned({ title: 'Store password tokens and drop table users' })).toBe('normal')
  })

  it('is low for documentation and shown texts, and normal where their words name something sensitive', () => {
    expect(planned({ title: 'Document the search' })).toBe('low (documentation or texts only)')
    expect(planned({ kind: 'docs', kindStated: true })).toBe('low (documentation or texts only)')
    expect(planned({ title: 'Use shorter labels', files: { ...NO_FILES, modify: ['locales/de.json'] } })).toMatch(
      /^low/,
    )
    expect(planned({ title: 'Document the password rules' })).toBe(
      'normal (it mentions "password" (access and security))',
    )
    expect(planned({ title: 'Document the search', files: { ...NO_FILES, modify: ['src/a.ts'] } })).toBe('normal')
  })

  it('is as the plan says where that raises it, or lowers what words raised', () => {
    expect(planned({ tier: 'critical' })).toBe('critical (the plan says critical)')
    expect(planned({ tier: 'low', title: 'Document the password rules' })).toBe('low (the plan says low)')
    expect(planned({ tier: 'normal', tierStated: true, title: 'Document the search' })).toBe(
      'normal (the plan says normal)',
    )
    expect(planned({ tier: 'low', files: { ...NO_FILES, modify: ['src/auth/a.ts'] } })).toBe(
      'critical (the plan says low; src/auth/a.ts: access and security)',
    )
  })

  it('follows the list of the settings first', () => {
    const own = [
      { glob: 'src/parser/tokens.ts', reason: null, hold: false },
      { glob: 'src/pricing/**', reason: 'prices that customers pay', hold: true },
    ]
    expect(planned({ files: { ...NO_FILES, modify: ['src/parser/tokens.ts'] } }, own)).toBe('normal')
    expect(planned({ files: { ...NO_FILES, modify: ['src/pricing/vat.ts'] } }, own)).toBe(
      'critical (src/pricing/vat.ts: prices that customers pay)',
    )
  })
})

describe('the tier of a change', () => {
  it('is raised by the paths that it really touches, each said once', () => {
    expect(seen({}, [changed('src/auth/a.ts')])).toBe('critical (src/auth/a.ts: access and security (changed))')
    expect(seen({ files: { ...NO_FILES, modify: ['src/auth/a.ts'] } }, [changed('src/auth/a.ts')])).toBe(
      'critical (src/auth/a.ts: access and security (changed))',
    )
  })

  it('is raised by a name with two meanings only where the contents are about access', () => {
    const extent = { program: 'src/token.ts', interfaces: [] }
    expect(seen({}, [changed('src/token.ts')], extent)).toBe('normal')
    expect(seen({}, [changed('src/token.ts')], { ...extent, access: ['src/token.ts'] })).toBe(
      'critical (src/token.ts: access and security (changed))',
    )
  })

  it('is raised by a manifest, unless it differs only as the task asks', () => {
    const extent = { interfaces: [] }
    expect(seen({}, [changed('package.json')], extent)).toMatch(/^critical/)
    expect(seen({}, [changed('package.json')], { ...extent, manifests: ['package.json'] })).toMatch(/^critical/)
    expect(seen({}, [changed('package.json')], { ...extent, manifests: [] })).toBe('normal')
  })

  it('is not raised by a manifest that the plan names, once only its description or what the task asks differs', () => {
    const files = { ...NO_FILES, modify: ['package.json', 'LICENSE'] }
    const extent = { interfaces: [], manifests: [] }
    expect(seen({ files }, [changed('package.json'), changed('LICENSE')], extent)).toMatch(/^low/)
    expect(seen({ files }, [changed('LICENSE')], { interfaces: [] })).toMatch(/^critical/)
    expect(seen({ files, breaking: true }, [changed('package.json')], extent)).toMatch(/^critical/)
  })

  it('is raised by public signatures that are other ones or gone', () => {
    const interfaces = [{ name: 'search (src/index)', is: 'removed' as const }]
    expect(seen({}, [changed('src/a.ts')], { program: 'src/a.ts', interfaces })).toBe(
      'critical (public interface removed: search (src/index))',
    )
  })

  it('is normal where documentation was asked for and the program changed, unless the plan says low', () => {
    const extent = { program: 'src/a.ts', interfaces: [] }
    expect(seen({ title: 'Document the search' }, [changed('src/a.ts')], { interfaces: [] })).toMatch(/^low/)
    expect(seen({ title: 'Document the search' }, [changed('src/a.ts')], extent)).toBe(
      'normal (src/a.ts: the program changes, which the task did not mention)',
    )
    expect(seen({ tier: 'low' }, [changed('src/a.ts')], extent)).toBe('low (the plan says low)')
  })
})

describe('a run', () => {
  const proven = (paths: readonly string[], fields: TaskFields = {}) => {
    const change = draft('1', 1, { changes: paths.map(path => changed(path)) })
    return given(opened(plan([task('1', fields)])), ready, started('1'), ended('1', 1, { draft: change })).and(
      proofStarted('1'),
      proofRecorded('1', receipt()),
    )
  }

  it('holds proven work on stored data or machines on a branch of its own, though nobody wrote Hold', () => {
    for (const path of ['db/migrations/007.sql', 'Dockerfile']) {
      const at = proven([path])
      expect(tierOf(at.state, at.task('1'))).toBe('critical')
      expect(at.next().map(({ type }) => type)).toEqual(['hold'])
      expect(at.state.lane).toEqual([])
    }
  })

  it('lands held work once somebody approved it', () => {
    const approved = proven(['Dockerfile']).and({ type: 'task-approved', task: task('1').id, by: 'Ada', note: '' })
    expect(isHeld(approved.state, approved.task('1'))).toBe(false)
    expect(approved.next().map(({ type }) => type)).toEqual(['land'])
  })

  it('does not ask again where somebody has let something of the same draft pass', () => {
    const change = draft('1', 1, { changes: [changed('Dockerfile')] })
    const asked = refusedBy('scope', 'question')
    const at = given(
      opened(plan([task('1')])),
      ready,
      started('1'),
      ended('1', 1, { draft: change }),
      proofStarted('1'),
    )
      .after(proofFinished('1', asked), { type: 'approve-task', task: task('1').id, by: 'Ada', note: '' })
      .and(proofStarted('1'), proofRecorded('1', receipt()))
    expect(at.next().map(({ type }) => type)).toEqual(['land'])
  })

  it('judges every attempt by its own change', () => {
    const first = given(opened(plan([task('1')])), ready, started('1')).and(
      ended('1', 1, { draft: draft('1', 1, { changes: [changed('src/auth/a.ts')] }) }),
    )
    expect(tierOf(first.state, first.task('1'))).toBe('critical')
    const second = first.and(started('1', 2), ended('1', 2))
    expect(tierOf(second.state, second.task('1'))).toBe('normal')
  })

  it('lets a task that names a sensitive file run alone', () => {
    const tasks = [task('1'), task('2', { files: { ...NO_FILES, modify: ['src/auth/a.ts'] } }), task('3')]
    const at = given(opened(plan(tasks), { config: config({ parallel: 3 }) }), ready)
    expect(at.next()).toMatchObject([{ type: 'run-attempt', task: '2' }])
  })

  it('says the tier and its reasons in why', () => {
    expect(proven(['src/auth/a.ts']).why('1')).toContain(
      'Tier critical (src/auth/a.ts: access and security (changed)).',
    )
  })
})
