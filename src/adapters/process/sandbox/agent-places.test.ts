import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { namedPlaces } from './agent-places.ts'

const root = mkdtempSync(join(tmpdir(), 'pm-agent-places-'))
afterEach(() => rmSync(root, { recursive: true, force: true }))

const script = (path: string): string => {
  mkdirSync(join(root, path, '..'), { recursive: true })
  writeFileSync(join(root, path), '')
  return join(root, path)
}

describe('the places that the command of an agent names', () => {
  it('are the package around a script, because it loads other files of it', () => {
    const program = script('tool/bin/agent.mjs')
    script('tool/package.json')
    expect(namedPlaces([`node ${program}`], [])).toEqual([join(root, 'tool')])
  })

  it('are the folder of a script that belongs to no package', () => {
    expect(namedPlaces(['node', script('loose/agent.mjs')], [])).toEqual([join(root, 'loose')])
  })

  it('are the script alone if its folder is a home', () => {
    const program = script('home/agent.mjs')
    expect(namedPlaces(['node', program], [join(root, 'home')])).toEqual([program])
  })

  it('do not include files that are not there', () => {
    expect(namedPlaces([`node ${join(root, 'absent.mjs')}`], [])).toEqual([])
  })
})
