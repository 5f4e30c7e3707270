// Runs the test command of the README and ends with a one-line summary.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const report = join(mkdtempSync(join(tmpdir(), 'pm-agent-ci-')), 'report.json')
const run = spawnSync(
  'npm',
  [
    'test',
    '--',
    '--reporter=default',
    '--reporter=./test/rig/not-run.ts',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ],
  {
    stdio: 'inherit',
  },
)
let counts = { numPassedTests: 0, numFailedTests: 0 }
try {
  counts = JSON.parse(readFileSync(report, 'utf8'))
} catch {
  console.log('the test run wrote no report')
}
console.log(`${counts.numPassedTests} passed, ${counts.numFailedTests} failed`)
process.exit(run.status === 0 && counts.numPassedTests > 0 ? 0 : 1)
