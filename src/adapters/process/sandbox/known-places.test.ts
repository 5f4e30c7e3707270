import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { toolRoots } from './known-places.ts'

const root = mkdtempSync(join(tmpdir(), 'pm-agent-roots-'))
afterEach(() => rmSync(root, { recursive: true, force: true }))

function linked(from: string, to: string): void {
  for (const folder of [dirname(from), dirname(to)]) mkdirSync(join(root, folder), { recursive: true })
  symlinkSync(join(root, to), join(root, from))
}

test('a program behind several links is usable: every folder on the way is one of its roots', () => {
  linked('home/bin/pnpm', 'home/packages/node_modules/.bin/pnpm')
  linked('home/packages/node_modules/.bin/pnpm', 'home/packages/node_modules/pnpm/lib/pnpm.cjs')
  writeFileSync(join(root, 'home/packages/node_modules/pnpm/lib/pnpm.cjs'), '')
  const env = { HOME: join(root, 'home'), PATH: join(root, 'home/bin') }
  const roots = toolRoots(env, [join(root, 'home')])
  for (const folder of ['home/bin', 'home/packages/node_modules', 'home/packages/node_modules/pnpm/lib'])
    expect(roots, folder).toContain(join(root, folder))
})

test('no root holds a folder that is hidden', () => {
  linked('bin/tool', 'tool.sh')
  mkdirSync(join(root, 'home'))
  const roots = toolRoots({ HOME: join(root, 'home'), PATH: join(root, 'bin') }, [join(root, 'home')])
  expect(roots).toContain(join(root, 'bin'))
  expect(roots).not.toContain(root)
})
