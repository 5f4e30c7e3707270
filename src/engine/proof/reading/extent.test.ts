import { describe, expect, it } from 'vitest'
import { task } from '../../../../test/rig/core/plan.ts'
import { type Changes, Proving } from '../../../../test/rig/proof/proving.ts'
import type { Extent } from '../../../core/proof/extent.ts'

const LIBRARY = {
  'package.json': '{ "name": "shop", "main": "src/index.js" }\n',
  'src/index.js': "export { search } from './search.js'\nexport const LIMIT = 3\n",
  'src/search.js': "// finds things\nexport function search(words) {\n  return words.concat('none found')\n}\n",
  'src/inside.js': 'export function hidden(a) {\n  return a\n}\n',
}

const extent = async (changes: Changes): Promise<Extent | undefined> =>
  (await new Proving(LIBRARY).prove(task('1'), changes)).extent

describe('how far a change reaches', () => {
  it('is nothing to speak of for pages and data', async () => {
    expect(await extent({ 'README.md': 'how to search\n' })).toBeUndefined()
  })

  it('leaves the program as it is where comments and shown texts differ', async () => {
    const search = LIBRARY['src/search.js'].replace('finds things', 'finds everything').replace('none found', 'nothing')
    expect(await extent({ 'src/search.js': search })).toEqual({ interfaces: [] })
  })

  it('names the first file in which the program is another one', async () => {
    const search = LIBRARY['src/search.js'].replace('words.concat', 'words.slice(1).concat')
    expect(await extent({ 'src/search.js': search })).toEqual({ program: 'src/search.js', interfaces: [] })
  })

  it('names public signatures that are other ones or gone, also of a module that is passed on', async () => {
    const changes = {
      'src/index.js': "export { search } from './search.js'\n",
      'src/search.js': LIBRARY['src/search.js'].replace('(words)', '(words, limit)'),
    }
    expect((await extent(changes))?.interfaces).toEqual([
      { name: 'LIMIT (src/index)', is: 'removed' },
      { name: 'search (src/index)', is: 'changed' },
    ])
  })

  it('leaves out a public function that the title names, and a removed one that the task asks to remove', async () => {
    const interfaces = async (title: string, changes: Changes) =>
      (await new Proving(LIBRARY).prove(task('1', { title }), changes)).extent?.interfaces.map(({ name }) => name)
    const other = { 'src/search.js': LIBRARY['src/search.js'].replace('(words)', '(words, limit)') }
    const gone = { 'src/index.js': "export { search } from './search.js'\n", ...other }
    expect(await interfaces('Add a limit to search', other)).toEqual([])
    expect(await interfaces('Find faster', other)).toEqual(['search (src/index)'])
    expect(await interfaces('Remove `LIMIT` and let search take one', gone)).toEqual([])
    expect(await interfaces('Let search take a limit instead of LIMIT', gone)).toEqual(['LIMIT (src/index)'])
  })

  it('does not count what is new, and what nobody outside can import', async () => {
    const changes = {
      'src/index.js': `${LIBRARY['src/index.js']}export const MORE = 4\n`,
      'src/inside.js': 'export function hidden(a, b) {\n  return a + b\n}\n',
    }
    expect((await extent(changes))?.interfaces).toEqual([])
  })

  it.each<[words: string, before: object, after: object]>([
    ['Release 1.5.0', { version: '1.4.0' }, { version: '1.5.0' }],
    ['Require Node 20.', { engines: { node: '>=16' } }, { engines: { node: '>=20' } }],
    ['Add `prettier` as a dev dependency.', {}, { devDependencies: { prettier: '^3.6.0' } }],
    ['Drop left-pad.', { dependencies: { 'left-pad': '1.0.0' } }, {}],
    ['A script `docs` that runs `typedoc --out docs`.', {}, { scripts: { docs: 'typedoc --out docs' } }],
    ['npm run docs', {}, { scripts: { docs: 'typedoc' } }],
  ])('knows a manifest that differs only as the task asks: %s', async (title, before, after) => {
    const text = (entries: object) => JSON.stringify({ name: 'shop', ...entries })
    const proving = new Proving({ ...LIBRARY, 'package.json': text(before) })
    const seen = await proving.prove(task('1', { title }), { 'package.json': text(after) })
    expect(seen.extent?.manifests).toEqual([])
  })

  it.each<[words: string, path: string, before: string, after: string]>([
    ['Release 1.5.0', 'package.json', '{}', '{ "version": "1.5.0", "scripts": { "postinstall": "node steal.js" } }'],
    ['Add `prettier`', 'package.json', '{}', '{ "devDependencies": { "prettier": "github:someone/prettier" } }'],
    ['Add `prettier`', 'package.json', '{}', '{ "dependencies": { "prettier": "^3.6.0", "left-pad": "1.0.0" } }'],
    ['Use Go 1.21', 'go.mod', 'module a\n\ngo 1.19\n', 'module a\n\ngo 1.21\n\nrequire b.org/c v1.0.0\n'],
    ['npm run test', 'package.json', '{ "scripts": { "test": "a" } }', '{ "scripts": { "test": "b" } }'],
    ['Run pretest', 'package.json', '{ "scripts": { "test": "a" } }', '{ "scripts": { "test": "a", "pretest": "b" } }'],
    ['CI on Node 22', '.github/workflows/ci.yml', 'node: [20]\n', 'node: [20, 24]\n'],
    ['Tidy up', 'pyproject.toml', '', '[project]\ndependencies = ["requests"]\n'],
  ])('names a manifest with more than the task asks for: %s, %s', async (title, path, before, after) => {
    const seen = await new Proving({ ...LIBRARY, [path]: before }).prove(task('1', { title }), { [path]: after })
    expect(seen.extent?.manifests).toEqual([path])
  })

  const workflow = (run: string, { uses = 'actions/checkout@v4', more = '' } = {}) =>
    `on: { push: { branches: [main] } }\njobs:\n  test:\n    runs-on: ubuntu-latest\n${more}    strategy: { matrix: { node: [20, 22] } }\n    steps:\n      - uses: ${uses}\n      - uses: actions/setup-node@v4\n        with: { node-version: '\${{ matrix.node }}' }\n      - run: ${run}\n`

  it.each<[why: string, after: string, isSettled: boolean]>([
    ['only runs what the task says', workflow('npm test'), true],
    ['runs anything else', workflow('npm run publish'), false],
    ['cannot fail', workflow('npm test || true'), false],
    ['uses an action of others', workflow('npm test', { uses: 'someone/checkout@v4' }), false],
    ['has permissions', workflow('npm test', { more: '    permissions: write-all\n' }), false],
    ['reads a secret', workflow('npm test', { more: '    env: { TOKEN: "${{ secrets.TOKEN }}" }\n' }), false],
    [
      'reads what strangers write',
      workflow('npm test', { more: '    name: "${{ github.event.issue.title }}"\n' }),
      false,
    ],
    ['runs at home', workflow('npm test').replace('ubuntu-latest', 'self-hosted'), false],
    ['may run at home', workflow('npm test').replace('[20, 22]', '[20, self-hosted]'), false],
    ['runs with the rights of the base', workflow('npm test').replace('push', 'pull_request_target'), false],
  ])('knows the reach of a workflow that %s', async (_, after, isSettled) => {
    const [path, title] = ['.github/workflows/test.yml', 'Run `npm test` on GitHub Actions']
    const reach = async (asked: string) =>
      (await new Proving(LIBRARY).prove(task('1', { title: asked }), { [path]: after })).extent?.manifests
    expect(await reach(title)).toEqual(isSettled ? [] : [path])
    expect((await reach('Run `npm test`')) ?? [path]).toEqual([path])
  })

  it.each<[words: string, path: string, before: string, after: string]>([
    ['Use Go 1.21', 'go.mod', 'module a\n\ngo 1.19\n', 'module a\n\ngo 1.21\n'],
    [
      'Use `b.org/c`',
      'go.mod',
      'module a\n',
      'module a\n\nrequire (\n\tb.org/c v1.0.0\n\td.org/e v1.0.0 // indirect\n)\n',
    ],
    [
      'Python 3.9 is the minimum',
      'pyproject.toml',
      '[project]\nrequires-python = ">=3.8"\n',
      '[project]\nrequires-python = ">=3.9"\n',
    ],
    ['Test on 22, not on 18', '.github/workflows/ci.yml', 'm:\n  node: [18, 20]\n', 'm:\n  node: [20, 22]\n'],
    ['Bump requests', 'requirements.txt', 'requests==2.31\n', 'requests==2.32 # security\n'],
  ])('reads other formats as well: %s, %s', async (title, path, before, after) => {
    const seen = await new Proving({ ...LIBRARY, [path]: before }).prove(task('1', { title }), { [path]: after })
    expect(seen.extent?.manifests).toEqual([])
  })
})
