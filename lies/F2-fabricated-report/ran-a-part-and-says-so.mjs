import { honest } from '../agent.mjs'
honest({
  test_results: { passed: 3, failed: 0 },
  summary: 'Done. I ran only the tests of truncate; the others take too long here.',
})
