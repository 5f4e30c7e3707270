import { expect, it } from 'vitest'
import { completed, landed, opened, ready, receipt } from '../../../test/rig/core/facts.ts'
import { given } from '../../../test/rig/core/given.ts'
import { plan, task } from '../../../test/rig/core/plan.ts'
import { breakingChanges } from './breaking-changes.ts'
import { releaseNotes } from './release-notes.ts'

it('the notes list every changed and removed name by file', () => {
  const signatures = [
    { path: 'src/cart.js', name: 'total', was: 'total(items)', is: 'total(items, tax)' },
    { path: 'src/cart.js', name: 'sum', was: 'sum(list)', is: null },
    { path: 'src/old.js', name: 'old', was: 'old()', is: null },
  ]
  const delta = { files: [], filesLeft: 0, signatures, signaturesLeft: 0 }
  const landing = completed('1').map(event => (event.type === 'task-landed' ? { ...event, delta } : event))
  expect(releaseNotes(given(opened(plan([task('1')])), ready, landing).state)).toMatchInlineSnapshot(`
    "# Release notes: The shop

    ## Breaking changes

    ### src/cart.js

    - \`total\` changed (task 1). Before:

      \`\`\`
      total(items)
      \`\`\`

      Now:

      \`\`\`
      total(items, tax)
      \`\`\`

    - \`sum\` was removed (task 1). It was:

      \`\`\`
      sum(list)
      \`\`\`

    ### src/old.js

    - \`old\` was removed (task 1). It was:

      \`\`\`
      old()
      \`\`\`
    "
  `)
})

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

it('a public name that is gone or asks for more is a breaking change; one that only became wider is none', () => {
  const signatures = [
    { path: 'src/a.js', name: 'find', was: 'find = (text)', is: 'find = (text,limit = 10)' },
    { path: 'src/a.js', name: 'sort', was: 'sort = (list)', is: 'sort = (list,by)' },
    { path: 'src/a.js', name: 'drop', was: 'drop = (list)', is: null },
    { path: 'src/a.js', name: 'keep', was: null, is: 'keep = (list)' },
  ]
  const landing = landed('1', 1, { delta: { files: [], filesLeft: 0, signatures, signaturesLeft: 0 } })
  const events = completed('1').map(event => (event.type === 'task-landed' ? landing : event))
  const { state } = given(opened(plan([task('1')])), ready, events)
  expect(breakingChanges(state).map(({ name }) => name)).toEqual(['sort', 'drop'])
})
