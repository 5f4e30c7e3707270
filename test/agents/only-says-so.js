// Claims success in a fine report and has not written a line.
import { writeFileSync } from 'node:fs'

const report = {
  status: 'success',
  summary: 'Implemented sum and its tests.',
  changed_files: ['src/sum.js', 'test/sum.test.js'],
  test_results: { passed: 2, failed: 0, command: 'node --test', output: 'all green' },
  self_assessment: 'confident',
}
writeFileSync(process.env.PM_AGENT_RESULT_FILE, JSON.stringify(report))
