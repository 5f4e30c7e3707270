import { expect, test } from 'vitest'
import { task } from '../../../test/rig/core/plan.ts'
import { playedPlanner } from '../../../test/rig/planning/played-planner.ts'
import { askStandings } from './ask-standings.ts'

test('an agent is asked about each task that nothing else decides, and has to name places', async () => {
  const exists = { task: '1', standing: 'EXISTS', reason: 'it is there', extensible: ['src/a.js: rules'] }
  const missing = { task: '2', standing: 'MISSING' }
  const { ports, desk, launches, prompts } = playedPlanner({
    standings: [
      { standings: [exists, { task: '9', standing: 'MISSING' }] },
      { standings: [{ ...exists, evidence: ['src/a.js:3'] }, missing] },
    ],
  })
  const tasks = [task('1', { title: 'Be nice' }), task('2', { title: 'Be fast' })]
  const asked = await askStandings(ports, desk, { tasks, repository: '> facts' })
  expect(launches[0]!.problems).toEqual([
    'there is no task 9 in the list',
    'task 2 has no standing',
    'task 1 is EXISTS without evidence: name path:line',
  ])
  expect(prompts[0]).toContain('> task 1: Be nice')
  expect(asked).toMatchObject({
    is: 'accepted',
    value: [
      { task: '1', standing: 'EXISTS', evidence: ['src/a.js:3'], extensible: ['src/a.js: rules'] },
      { task: '2', standing: 'MISSING' },
    ],
  })
})
