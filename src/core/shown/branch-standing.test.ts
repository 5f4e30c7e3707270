import { describe, expect, it } from 'vitest'
import { completed, opened, ready } from '../../../test/rig/core/facts.ts'
import { given } from '../../../test/rig/core/given.ts'
import { plan, task } from '../../../test/rig/core/plan.ts'
import { commit } from '../plan/ids.ts'
import { branchStanding, standingHints, standingWords } from './branch-standing.ts'
import { finalReport } from './final-report.ts'
import { landedIn, landedText } from './record.ts'

const { state } = given(opened(plan([task('1')])), ready, completed('1'), { type: 'run-finished' })

describe('the plan branch in the user’s repository', () => {
  it('is as it was published, also where nobody could look', () => {
    for (const found of ['commit-1', undefined]) expect(branchStanding(state, found)).toEqual({ is: 'as-published' })
    expect(standingWords('pm/shop', { is: 'as-published' })).toBeNull()
  })

  it('that was never published was not deleted', () => {
    expect(branchStanding(given().state, null)).toEqual({ is: 'as-published' })
  })

  it('that was deleted is said to be, with the way back, and no merge is advised', () => {
    const standing = branchStanding(state, null)
    expect(standing).toEqual({ is: 'deleted', was: 'commit-1' })
    expect(standingHints(state, standing, 'vault.git')).toEqual([
      'get it back: git fetch vault.git pm/shop:pm/shop',
      'start over from your last commit: pm-agent run --anew',
    ])
    const report = finalReport(state, { standing })
    expect(report.reservations).toContain('pm/shop was deleted; pm-agent had published it at commit-1')
    expect(report.next).not.toContain('git merge')
  })

  it('that was moved is said to be, and where', () => {
    const standing = branchStanding(state, 'another')
    expect(standingWords('pm/shop', standing)).toBe('pm/shop is at another, and pm-agent had published it at commit-1')
  })
})

describe('what is kept apart', () => {
  it('says which landed work it belongs to', () => {
    const landed = commit('0123456789'.repeat(4))
    expect(landedIn(landedText('pm/shop', landed))).toBe(landed)
  })

  it.each([null, '', '{', '[]', '{"commit":"main"}'])('belongs to nothing where it says %j', text => {
    expect(landedIn(text)).toBeNull()
  })
})
