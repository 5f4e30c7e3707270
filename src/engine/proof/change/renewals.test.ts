import { describe, expect, it } from 'vitest'
import { asksForOtherNodes, asksToRenew, isNarrower, isPlainVersion, isRenewalAskedFor } from './renewals.ts'

describe('a title asks for another version of a dependency', () => {
  it.each([
    ['chore(deps): update devdependency eslint to ^8.53.0', 'eslint'],
    ['Bump lodash from 4.17.20 to 4.17.21 (#258)', 'lodash'],
    ['Upgrade @types/node', '@types/node'],
    ['chore: update devDependencies', 'vitest'],
    ['Upgrade deps (#278)', 'vitest'],
    ['deps: qs@^6.14.1', 'qs'],
    ['build(deps): bump the npm_and_yarn group across 1 directory with 6 updates', 'rollup'],
  ])('%s', (title, dependency) => {
    expect(asksToRenew(title, dependency)).toBe(true)
  })
})

describe('a title does not ask for another version', () => {
  it.each([
    ['Add search', 'lodash'],
    ['Fix the sum that lodash gives', 'lodash'],
    ['Bump vitest', 'vite'],
    ['Bump @scope/tool', 'tool'],
    ['Update dependency injection', 'lodash'],
  ])('%s, of %s', (title, dependency) => {
    expect(asksToRenew(title, dependency)).toBe(false)
  })
})

describe('which versions of Node it is for', () => {
  it.each([
    'feat!: drop Node 18',
    'Drop support for Node.js < 20',
    'feat: require node v20 or newer',
    'Remove support for Node versions >=12 <14',
  ])('is what a title says: %s', title => {
    expect(asksForOtherNodes(title)).toBe(true)
  })
  it.each(['Support nodes in the tree', 'Add search', 'Drop nodemon 3', 'Fix the tests on Node 18'])(
    'is not what it says: %s',
    title => {
      expect(asksForOtherNodes(title)).toBe(false)
    },
  )
})

it('an ordinary version is a range out of a registry, and nothing that names another source', () => {
  for (const version of ['1.2.3', '^8.53.0', '>=1 <2 || 3.x', '~2.0.0-beta.1'])
    expect(isPlainVersion(version)).toBe(true)
  for (const other of [
    'npm:other@1',
    'file:../v1',
    'user/repo',
    'git+ssh://h/r#1',
    'workspace:^1',
    'latest',
    '',
    { a: '1' },
  ])
    expect(isPlainVersion(other)).toBe(false)
})

describe('a range', () => {
  it.each([
    ['^3.31.0', '^3.32.0'],
    ['^8.7.0', '^8.7.1'],
    ['^1', '^1.2'],
    ['^0.3.1', '^0.3.2'],
    ['~1.2.3', '~1.2.4'],
    ['>=1.2', '>=2'],
    ['>=1 <3', '>=1 <2'],
    ['1.x', '1.2.x'],
    ['^1.2.3', '1.2.4'],
    ['^1.2.3', '~1.2.4'],
    ['^1 || ^2', '^2.1.0'],
    ['*', '^1.2.3'],
  ])('%s holds all of %s', (before, after) => {
    expect(isNarrower(before, after)).toBe(true)
  })

  it.each([
    ['^3.31.0', '^3.30.0'],
    ['^3.31.0', '^4.0.0'],
    ['^0.3.1', '^0.4.0'],
    ['^0.0.1', '^0.0.2'],
    ['^0.0.0', '^0.0.1'],
    ['~1.2.3', '~1.3.0'],
    ['1.2.3', '1.2.4'],
    ['~1.2.3', '^1.2.3'],
    ['file:../a', 'file:../a'],
    ['^1.2.3', '^1.2.4-beta.1'],
    ['^1.2.3', '^1.2.4 || 5'],
    ['^1.2.3', 'npm:other@^1.2.4'],
    [undefined, '^1.2.3'],
    ['^1.2.3', undefined],
  ])('%s does not hold all of %s', (before, after) => {
    expect(isNarrower(before, after)).toBe(false)
  })
})

describe('a file of CI', () => {
  const workflow = (steps: string) => `on: push\njobs:\n  test:\n    steps:\n${steps}`
  const path = '.github/workflows/ci.yml'
  const before = workflow('      - uses: actions/checkout@v4\n      - run: npm test\n')
  const renewed = before.replace('@v4', '@8edcb1bdb4e267140fa742c62e395cd74f332709 # v5')

  it('is renewed when only versions of what it uses differ, and the title asks for that', () => {
    for (const title of [
      'Update actions/checkout@v4 -> v5',
      'chore(deps): update actions/checkout action to v5',
      'Update GitHub actions',
      'ci: pin actions to commit-hash',
    ])
      expect([title, isRenewalAskedFor(path, before, renewed, title)]).toEqual([title, true])
    for (const title of ['Add search', 'Bump actions/setup-node', 'Update the actions of the menu'])
      expect([title, isRenewalAskedFor(path, before, renewed, title)]).toEqual([title, false])
  })

  it('is more than renewed when anything else differs', () => {
    for (const after of [
      renewed.replace('actions/checkout', 'others/checkout'),
      renewed.replace('npm test', 'npm test || true'),
      `${renewed}      - run: echo\n`,
      renewed.replace('      - run: npm test\n', ''),
    ])
      expect(isRenewalAskedFor(path, before, after, 'Update GitHub actions')).toBe(false)
  })

  it('may also be the list of hooks, whose revisions are renewed', () => {
    const hooks = 'repos:\n  - repo: https://example.org/a\n    rev: v1.0\n    hooks:\n      - id: a\n'
    const asked = (after: string, title: string) => isRenewalAskedFor('.pre-commit-config.yaml', hooks, after, title)
    expect(asked(hooks.replace('v1.0', 'v1.1'), '[pre-commit.ci] pre-commit autoupdate (#248)')).toBe(true)
    expect(asked(hooks.replace('v1.0', 'v1.1'), 'Add search')).toBe(false)
    expect(asked(hooks.replace('id: a', 'id: b'), 'Update pre-commit hooks')).toBe(false)
  })
})
