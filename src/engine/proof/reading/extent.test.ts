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

  it('does not count what is new, and what nobody outside can import', async () => {
    const changes = {
      'src/index.js': `${LIBRARY['src/index.js']}export const MORE = 4\n`,
      'src/inside.js': 'export function hidden(a, b) {\n  return a + b\n}\n',
    }
    expect((await extent(changes))?.interfaces).toEqual([])
  })
})
