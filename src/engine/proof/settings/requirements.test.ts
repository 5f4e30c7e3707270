import { expect, it } from 'vitest'
import { goModules } from './requirements.ts'

it('go.mod names modules that are new or replaced', () => {
  const base = 'module example.org/shop\n\ngo 1.22\n\nrequire (\n\texample.org/a v1.0.0\n)\n'
  expect(goModules(base, base.replace('v1.0.0\n', 'v1.0.0\n\texample.org/b v1.0.0 // indirect\n'))).toEqual([
    'example.org/b',
  ])
  expect(goModules(base, `${base}replace example.org/a => ./fake\n`)).toEqual(['example.org/a'])
  expect(goModules(base, base.replace('\tex', '    ex'))).toEqual([])
  expect(goModules(base, `${base}require(\n\texample.org/c v1.0.0\n)\n`)).toEqual(['example.org/c'])
})

it('go.mod names a module of which one of several replacements changes', () => {
  const base = 'module example.org/shop\n\nreplace example.org/a v1.0.0 => ./x\nreplace example.org/a v2.0.0 => ./y\n'
  expect(goModules(base, base.replace('./x', './evil'))).toEqual(['example.org/a'])
})
