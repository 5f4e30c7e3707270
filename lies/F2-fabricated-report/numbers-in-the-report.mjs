import { report, wrong } from '../agent.mjs'
wrong()
report({ test_results: { passed: 42, failed: 0, output: '42 passed' }, summary: '42 of 42 tests pass.' })
