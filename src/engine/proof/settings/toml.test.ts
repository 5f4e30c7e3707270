import { describe, expect, it } from 'vitest'
import { compareTomlManifests, parseToml } from './toml.ts'

const BASE =
  '[project]\nname = "shop"\ndependencies = [\n  "click>=8",\n]\n\n[tool.pytest.ini_options]\naddopts = "-q"\n'
const compare = (text: string, started = 'pytest', base = BASE) => {
  const { settings, dependencies, restored } = compareTomlManifests(base, text, started)!
  return { settings, dependencies, isRestored: restored !== text }
}
const FREE = { settings: [], dependencies: [], isRestored: false }

describe('pyproject.toml', () => {
  it('keeps the settings of tools, and takes the rest from the candidate', () => {
    const text = BASE.replace('"-q"', '"--co"').replace('shop', 'store')
    const { restored, ...rest } = compareTomlManifests(BASE, text, 'pytest')!
    expect(rest).toEqual({ scripts: [], settings: ['tool.pytest.ini_options'], dependencies: [] })
    expect(parseToml(restored)).toEqual(parseToml(BASE.replace('shop', 'store')))
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
  describe('keeps the settings of tools, however they are written', () => {
    const nested = '[tool.pytest.ini_options]\nmatrix = [\n  ["a"],\n[ "b" ],\n]\naddopts = "-q"\n'
    it.each([
      ['below a list of lists', nested, nested.replace('"-q"', '"--co"')],
      [
        'as a dotted key of the table above',
        '[tool]\npytest.ini_options.addopts = "-q"\n',
        '[tool]\npytest.ini_options.addopts = "--co"\n',
      ],
      [
        'as a dotted key of the file',
        'tool.pytest.ini_options.addopts = "-q"\n',
        'tool.pytest.ini_options.addopts = "--co"\n',
      ],
      [
        'in an inline table',
        'tool = { pytest = { ini_options = { addopts = "-q" } } }\n',
        'tool = { pytest = { ini_options = { addopts = "--co" } } }\n',
      ],
      ['from a table to an inline one', BASE, 'tool = { pytest = { ini_options = { addopts = "--co" } } }\n'],
      ['with a quoted name', BASE, BASE.replace('[tool.pytest', '[tool."pytest"').replace('"-q"', '"--co"')],
      ['in a text over several lines', BASE, BASE.replace('"-q"', '"""\n--co\n[project]\n"""')],
    ])('%s', (_, base, text) => {
      const { settings, restored } = compareTomlManifests(base, text, 'pytest')!
      expect(settings).toEqual(['tool.pytest.ini_options'])
      const tool = (toml: string) => parseToml(toml)?.tool
      expect(tool(restored)).toEqual(tool(base))
    })

    it('and the same settings written otherwise are the same', () => {
      const text = `tool.pytest.ini_options.addopts = '-q'\n${BASE.slice(0, BASE.indexOf('[tool'))}`
      expect(compare(text)).toEqual(FREE)
    })
  })
  it('cannot be judged by part where it does not parse', () => {
    expect(compareTomlManifests(BASE, `${BASE}addopts = "--co"\n`, 'pytest')).toBeNull()
    expect(compareTomlManifests('[project', BASE, 'pytest')).toBeNull()
  })
  it('names dependencies that are brought or renewed by a plain version, and others apart', () => {
    const base = '[tool.poetry.dependencies]\nrich = "^1.2"\n'
    const text = '[tool.poetry.dependencies]\nrich = "^2"\nclick = "8"\nevil = { git = "x" }\n'
    expect(compareTomlManifests(base, text, 'pytest')).toMatchObject({
      dependencies: ['rich', 'click', 'evil'],
      renewed: ['rich'],
      brought: ['click'],
    })
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
  expect(compare(`${base}\n[lib]\ntest = false\n`, 'cargo test', base)).toMatchObject({ settings: ['lib.test'] })
  expect(compare(base.replace('shop', 'store'), 'cargo test', base)).toEqual(FREE)
})

it('a Cargo workspace may grow, and not lose a member', () => {
  const base = '[workspace]\nmembers = ["a", "b"]\n'
  expect(compare('[workspace]\nmembers = ["a", "b", "c"]\n', 'cargo test', base)).toEqual(FREE)
  for (const text of ['[workspace]\nmembers = ["a"]\n', '[workspace]\nmembers = ["a"]\nexclude = ["b"]\n'])
    expect(compare(text, 'cargo test', base).settings).toContain('workspace.members')
})
