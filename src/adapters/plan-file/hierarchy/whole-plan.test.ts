import { describe, expect, test } from 'vitest'
import { readWholePlan } from './whole-plan.ts'

const todo = (id: string, words = '', title = `Make ${id}`): string =>
  `### [ ] TODO ${id}: ${title}\n\n${words}\n\n**Acceptance Criteria**:\n- [ ] \`test -f ${id}\` → exit 0\n\n`
const parent = (id: string, path: string, words = ''): string =>
  `### [ ] TODO ${id}: Phase ${id}\n\n**Sub-plan**: ${path}\n${words}\n\n`

/** The reading of a plan whose documents are given by path; `PLAN.md` is the plan. */
function read(documents: Readonly<Record<string, string>>, { path = 'PLAN.md', depthMax = 3 } = {}) {
  return readWholePlan(documents['PLAN.md']!, { path, depthMax, read: name => documents[name] ?? null })
}
const shape = (documents: Readonly<Record<string, string>>) =>
  read(documents).plan!.tasks.map(
    ({ id, parent: above, needs }) => `${id} in ${above ?? '-'} after ${needs.join(', ')}`,
  )
const codes = (documents: Readonly<Record<string, string>>, options = {}) =>
  read(documents, options)
    .diagnostics.filter(({ severity }) => severity !== 'note')
    .map(({ severity, code, document }) => `${severity} ${code} ${document ?? '-'}`)

describe('a plan with sub-plans', () => {
  test('is one list of tasks, in which a parent comes after its children and its needs are theirs', () => {
    const documents = {
      'PLAN.md': `# Editor\n\n${todo('1')}${parent('2', 'buffer/PLAN.md', '**Needs**: 1')}${todo('3', '**Needs**: 2')}`,
      'buffer/PLAN.md': `# Buffer\n\n${todo('1')}${todo('2', '**Needs**: 1')}`,
    }
    expect(shape(documents)).toEqual([
      '1 in - after ',
      '2 in - after 1, 2/1, 2/2',
      '2/1 in 2 after 1',
      '2/2 in 2 after 2/1, 1',
      '3 in - after 2',
    ])
    expect(read(documents).plan!.subPlans).toEqual([
      { task: '2', path: 'buffer/PLAN.md', title: 'Buffer', text: documents['buffer/PLAN.md'] },
    ])
  })

  test('may nest, and paths are relative to the document that names them', () => {
    const documents = {
      'PLAN.md': parent('1', 'a/PLAN.md'),
      'a/PLAN.md': parent('1', '[b](b/)'),
      'a/b/PLAN.md': todo('1'),
    }
    expect(shape(documents)).toEqual(['1 in - after 1/1', '1/1 in 1 after 1/1/1', '1/1/1 in 1/1 after '])
    expect(codes(documents)).toEqual([])
  })

  test('gives its tasks the owner and the rules of their surroundings, and references their own outputs', () => {
    const { plan } = read({
      'PLAN.md': parent('2', 'sub.md', '**Owner**: api\n**Layer**: core'),
      'sub.md': `## Work Objectives\n\n### Must NOT Do (Guardrails)\n\n- no globals\n\n## TODOs\n\n${todo('1', '**Outputs**:\n- `path` (file): `x` - the file')}${todo('2', '**Inputs**:\n- `p` (file): `${todo-1.outputs.path}` - it')}`,
    })
    const second = plan!.tasks[2]!
    expect(second).toMatchObject({ id: '2/2', owner: 'api', layer: 'core', needs: ['2/1'] })
    expect(second.mustNot).toContain('no globals')
    expect(second.inputs[0]!.value).toBe('${todo-2/1.outputs.path}')
  })

  test('makes a parent with criteria a verification of its children together', () => {
    const { plan } = read({
      'PLAN.md': `${parent('1', 'sub.md')}**Acceptance Criteria**:\n- [ ] \`npm test\` → exit 0\n`,
      'sub.md': todo('1'),
    })
    expect(plan!.tasks[0]).toMatchObject({ type: 'verification', subPlan: 'sub.md', needs: ['1/1'] })
  })
})

describe('problems of sub-plans are reported where they are', () => {
  test('a document that is not written yet, or has no task yet, is planned when its turn comes', () => {
    expect(codes({ 'PLAN.md': parent('1', 'later.md') })).toEqual(['warning sub-plan-missing -'])
    expect(codes({ 'PLAN.md': parent('1', 'later.md'), 'later.md': '# Later\n' })).toEqual(['warning sub-plan-empty -'])
  })

  test('a document that contains itself is an error', () => {
    expect(codes({ 'PLAN.md': parent('1', 'PLAN.md') })).toEqual(['error sub-plan-cycle -'])
    const documents = { 'PLAN.md': parent('1', 'a.md'), 'a.md': parent('1', 'b.md'), 'b.md': parent('1', 'a.md') }
    expect(codes(documents)).toEqual(['error sub-plan-cycle b.md'])
    expect(read(documents).diagnostics[0]!.message).toContain('a.md → b.md → a.md')
  })

  test('a document of two tasks, one outside of the repository and one that is too deep are errors', () => {
    expect(codes({ 'PLAN.md': parent('1', 'a.md') + parent('2', 'a.md'), 'a.md': todo('1') })).toEqual([
      'error sub-plan-shared -',
    ])
    expect(codes({ 'PLAN.md': parent('1', '../a.md') })).toEqual(['error sub-plan-outside -'])
    expect(codes({ 'PLAN.md': parent('1', '../a.md') }, { path: 'docs/PLAN.md' })).toEqual([
      'warning sub-plan-missing -',
    ])
    const deep = { 'PLAN.md': parent('1', 'a.md'), 'a.md': parent('1', 'b.md'), 'b.md': todo('1') }
    expect(codes(deep, { depthMax: 1 })).toEqual(['error sub-plan-too-deep a.md'])
  })

  test('a problem inside a sub-plan names its document', () => {
    expect(codes({ 'PLAN.md': parent('1', 'a.md'), 'a.md': todo('1', '**Needs**: 7') })).toEqual([
      'error unknown-dependency a.md',
    ])
  })
})
