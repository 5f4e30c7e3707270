import { expect, it } from 'vitest'
import { completed, opened, ready, receipt } from '../../../test/rig/core/facts.ts'
import { given } from '../../../test/rig/core/given.ts'
import { plan, task } from '../../../test/rig/core/plan.ts'
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
