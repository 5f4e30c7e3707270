import { describe, expect, it } from 'vitest'
import { completed, config, draft, ended, opened, ready, started } from '../../../test/rig/core/facts.ts'
import { given } from '../../../test/rig/core/given.ts'
import { plan, type TaskFields, task } from '../../../test/rig/core/plan.ts'
import type { FileChange } from '../proof/draft.ts'
import { runRecord, taskRecord } from './task-record.ts'

const changed = (path: string, status: FileChange['status'] = 'modified'): FileChange => ({ path, status })
const record = (at: ReturnType<typeof given>) => taskRecord(at.state, at.task('1'))
const changedBy = (changes: readonly FileChange[], fields: TaskFields = {}) =>
  given(opened(plan([task('1', fields)])), ready, started('1'), ended('1', 1, { draft: draft('1', 1, { changes }) }))

describe('what is kept about a task', () => {
  it('is empty before anybody worked on it', () => {
    expect(record(given(opened(plan([task('1')])), ready))).toEqual({
      task_id: '1',
      status: 'ready',
      ownership: null,
      files_changed: [],
      known_risks: [],
      review_tier: 'normal',
      review_result: null,
      tier_review: null,
      mandatory_gates: [],
      review_notes: null,
      duration_ms: null,
      retry_count: 0,
      decision_log: [],
      artifacts: [],
      commit_sha: null,
    })
  })

  it('names the owner by the plan, by the areas of its files, or by their folders', () => {
    const files = [changed('src/search/index.ts'), changed('src/search/deep/words.ts'), changed('README.md')]
    expect(record(changedBy(files, { owner: 'api' })).ownership).toBe('api')
    expect(record(changedBy(files)).ownership).toBe('src/search, the top folder')
    const areas = config({}, { areas: [{ glob: 'src/**', owner: 'team-search' }] })
    const owned = given(opened(plan([task('1')]), { config: areas }), ready, started('1')).and(
      ended('1', 1, { draft: draft('1', 1, { changes: files }) }),
    )
    expect(record(owned).ownership).toBe('team-search')
  })

  it('has a review note from the facts where the agent wrote none', () => {
    const at = changedBy([changed('db/migrations/1.sql', 'added'), changed('src/a.ts')], { title: 'Add search' })
    expect(record(at).review_notes).toEqual({
      summary: 'Add search. Files: 1 added, 1 modified (db/migrations/1.sql, src/a.ts).',
      risks: [],
      rollback: 'undo the effects of db/migrations/1.sql first, then revert the commit with the trailer "Refs: task-1"',
      made_by: 'facts',
    })
  })

  it('has result, commit and duration once it landed', () => {
    const at = given(opened(plan([task('1')])), ready, completed('1'))
    expect(record(at)).toMatchObject({ status: 'completed', review_result: 'passed', commit_sha: 'commit-1' })
    expect(record(at).duration_ms).toBeGreaterThan(0)
  })
})

it('what is kept about a run names plan, base, newest commit, open risks and checkpoint tags', () => {
  const at = given(opened(plan([task('1')])), ready, completed('1'))
  expect(runRecord(at.state)).toEqual({
    plan_id: 'shop',
    baseline_sha: 'base',
    current_sha: 'commit-1',
    unresolved_risks: [],
    checkpoint_tags: [],
  })
})
