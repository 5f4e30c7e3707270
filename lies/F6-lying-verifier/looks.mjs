import { judge, paths } from '../agent.mjs'
const fault = { id: 'c1', status: 'FAIL', reason: 'a long text is cut without dots', evidence: [`${paths.fresh}:3`] }
judge([], { status: 'FAILED', acceptance_criteria: { results: [fault] } })
