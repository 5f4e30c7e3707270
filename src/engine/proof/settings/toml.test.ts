import { describe, expect, it } from 'vitest'
import { compareTomlManifests, goModules } from './toml.ts'

const BASE =
  '[project]\nname = "shop"\ndependencies = [\n  "click>=8",\n]\n\n[tool.pytest.ini_options]\naddopts = "-q"\n'
const compare = (text: string, started = 'pytest', base = BASE) => {
  const { settings, dependencies, restored } = compareTomlManifests(base, text, started)
  return { settings, dependencies, isRestored: restored !== text }
}
const FREE = { settings: [], dependencies: [], isRestored: false }

describe('pyproject.toml', () => {
  it('keeps the settings of tools, and takes the rest from the candidate', () => {
    const text = BASE.replace('"-q"', '"--co"').replace('shop', 'store')
    expect(compareTomlManifests(BASE, text, 'pytest')).toEqual({
      scripts: [],
      settings: ['tool.pytest.ini_options'],
      dependencies: [],
      restored: BASE.replace('shop', 'store'),
    })
  })
  it('may say another version of itself where Poetry keeps it', () => {
    const poetry = '[tool.poetry]\nname = "shop"\nversion = "1.0"\npackages = [{ include = "shop" }]\n'
    expect(compare(poetry.replace('1.0', '1.1'), 'pytest', poetry)).toEqual(FREE)
    expect(compare(poetry.replace('include = "shop"', 'include = "a"'), 'pytest', poetry)).toMatchObject({
      settings: ['tool.poetry'],
    })
  })
  it('names dependencies that are new', () => {
    expect(compare(BASE.replace('"click>=8",', '"click>=8",\n  "rich",'))).toEqual({ ...FREE, dependencies: ['rich'] })
    expect(compare(`${BASE}[tool.poetry.dependencies]\nrich = "1"\n`)).toEqual({ ...FREE, dependencies: ['rich'] })
  })
  it('may get the first settings of a tool that did not run', () => {
    expect(compare(`${BASE}[tool.ruff]\nline-length = 100\n`)).toEqual(FREE)
    expect(compare(`${BASE}[tool.ruff]\nline-length = 100\n`, 'ruff check')).toMatchObject({ settings: ['tool.ruff'] })
  })
  it('gets the settings of a tool that the task asks for, and of no other', () => {
    const base = `${BASE}[tool.mypy]\nstrict = false\n`
    const text = base.replace('false', 'true').replace('"-q"', '"--co"')
    expect(compareTomlManifests(base, text, 'pytest', tool => tool === 'mypy')).toMatchObject({
      settings: ['tool.pytest.ini_options'],
      asked: ['tool.mypy'],
      restored: expect.stringContaining('strict = true'),
    })
  })
  it('says freely how releases are made', () => {
    const base = `${BASE}[tool.cibuildwheel]\nbuild = "cp312-*"\n`
    expect(compare(base.replace('cp312', 'cp314'), 'pytest', base)).toEqual(FREE)
  })
  it('is code in the rest, and its layout says nothing', () => {
    expect(compare(BASE.replace('shop', 'store'))).toEqual(FREE)
    expect(compare(BASE.replace('[tool', '# how tests run\n\n[tool'))).toEqual(FREE)
  })
})

it('Cargo.toml is judged by table', () => {
  const base = '[package]\nname = "shop"\n\n[dependencies]\nserde = "1"\n'
  expect(compare(`${base}tokio = "1"\n`, 'cargo test', base)).toEqual({ ...FREE, dependencies: ['tokio'] })
  expect(compare(`${base}\n[profile.test]\ndebug-assertions = false\n`, 'cargo test', base)).toMatchObject({
    settings: ['profile.test'],
  })
  expect(compare(base.replace('shop', 'store'), 'cargo test', base)).toEqual(FREE)
})

it('go.mod names modules that are new or replaced', () => {
  const base = 'module example.org/shop\n\ngo 1.22\n\nrequire (\n\texample.org/a v1.0.0\n)\n'
  expect(goModules(base, base.replace('v1.0.0\n', 'v1.0.0\n\texample.org/b v1.0.0 // indirect\n'))).toEqual([
    'example.org/b',
  ])
  expect(goModules(base, `${base}replace example.org/a => ./fake\n`)).toEqual(['example.org/a'])
  expect(goModules(base, base.replace('\tex', '    ex'))).toEqual([])
})
