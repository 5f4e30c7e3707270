import { expect, it } from 'vitest'
import { touchesNoCheck } from './ini.ts'

const TOX = `[tox]
envlist = py39,py310

[testenv]
commands = pytest

[pytest]
addopts = --strict-markers
`
const CFG =
  '[metadata]\nversion = 1.0.0\n\n[bumpversion]\ncurrent_version = 1.0.0\n\n[tool:pytest]\ntestpaths = tests\n'
const PYTEST = ['python3 -m pytest']

it('a version and environments of tox are no check where no command starts tox', () => {
  expect(touchesNoCheck('setup.cfg', CFG, CFG.replaceAll('1.0.0', '1.1.0'), PYTEST)).toBe(true)
  expect(touchesNoCheck('tox.ini', TOX, TOX.replace('py39,', ''), PYTEST)).toBe(true)
  expect(touchesNoCheck('tox.ini', TOX, TOX.replace('py39,', ''), ['tox -e py310'])).toBe(false)
})

it('settings of pytest are a check, however they come into the file', () => {
  const adding = `${TOX.replace('py39,', '')}  -k nothing\n`
  for (const after of [
    TOX.replace('--strict-markers', '--co'),
    adding,
    TOX.replace('[pytest]', '[pytest2]'),
    TOX.replace('[tox]\n', '[DEFAULT]\naddopts = --co\n[tox]\n'),
    TOX.replace('commands = pytest', 'commands = pytest\n  [pytest]'),
    `${TOX}[pytest]\naddopts = --co\n`,
    `addopts = --co\n${TOX}`,
  ])
    expect(touchesNoCheck('tox.ini', TOX, after, PYTEST)).toBe(false)
  expect(touchesNoCheck('setup.cfg', CFG, `${CFG}[flake8]\nignore = E\n`, PYTEST)).toBe(false)
})

it('other files are not judged by section', () => {
  expect(touchesNoCheck('pytest.ini', TOX, TOX.replace('py39,', ''), PYTEST)).toBe(false)
})
