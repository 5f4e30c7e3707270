import { expect, it } from 'vitest'
import { completed, opened, ready, receipt } from '../../../test/rig/core/facts.ts'
import { given } from '../../../test/rig/core/given.ts'
import { plan, task } from '../../../test/rig/core/plan.ts'
import { releaseNotes } from './release-notes.ts'

it('the notes tell users what reviewers of landed work wrote for them', () => {
  const reviewed = {
    by: 'owl',
    depth: 'whole',
    answers: {},
    remarks: [],
    releaseNote: 'Pass the tax to total().',
  } as const
  const at = given(opened(plan([task('1'), task('2')])), ready, completed('1', { receipt: receipt({ reviewed }) }))
  expect(releaseNotes(at.state)).toContain('## What to do\n\n- Pass the tax to total(). (task 1)\n')
  expect(releaseNotes(given(opened(plan([task('1')])), ready, completed('1')).state)).not.toContain('## What to do')
})
