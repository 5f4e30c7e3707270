import { expect, test } from 'vitest'
import { soak, wideTasks } from '../rig/projects/soak.ts'
import { Random } from '../simulation/random.ts'

// `npm run soak` is the long version: thirty tasks, two hundred starts, ten killed runs.
test('six tasks, three at a time and killed six times, end in the code of a run one after another', async () => {
  const tasks = wideTasks(6, 3)
  const calm = await soak({ tasks, parallel: 1, code: null })
  expect(calm).toMatchObject({ starts: 6, faults: [] })
  const random = new Random(7)
  const killed = await soak({ tasks, parallel: 3, code: calm.code, kills: { count: 6, random } })
  expect(killed).toMatchObject({ kills: 6, faults: [] })
})
