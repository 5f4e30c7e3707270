import { afterAll, describe, expect, it } from 'vitest'
import { onPath, SuiteRig } from '../../../../test/rig/proof/runners.ts'

const rig = new SuiteRig()
afterAll(() => rig[Symbol.dispose]())

const FILES = {
  'conftest.py': 'import sys\nsys.path.insert(0, "src")\n',
  // It would be found before the package by `python -m pytest`.
  'pytest.py': 'print("2 passed")\nraise SystemExit(0)\n',
  'src/pkg/__init__.py': '',
  'src/pkg/total.py': 'def add(a, b):\n    return a + b\n',
  'tests/test_total.py': `import pytest
import unittest
from pkg.total import add
def test_adds(): assert add(1, 2) == 3
def test_fails():
    assert add(1, 2) == 4
def test_throws(): raise TypeError('boom')
@pytest.mark.skip
def test_skipped(): pass
@pytest.mark.xfail
def test_known(): assert False
@pytest.mark.xfail
def test_known_passes(): pass
class TestOuter:
    class TestInner:
        def test_nested(self): pass
@pytest.mark.parametrize('n', [1, 'a::b'])
def test_case(n): assert n
@pytest.fixture
def bad(): raise RuntimeError('setup')
def test_setup(bad): pass
class Case(unittest.TestCase):
    def test_unit(self): self.assertEqual(1, 2)
`,
}
const TOTAL = [
  'passed: tests/test_total.py > test_adds',
  'failed: tests/test_total.py > test_fails (assert 3 == 4, tests/test_total.py:6)',
  'failed: tests/test_total.py > test_throws (TypeError: boom, tests/test_total.py:7)',
  'skipped: tests/test_total.py > test_skipped',
  'expected-failure: tests/test_total.py > test_known',
  'expected-failure: tests/test_total.py > test_known_passes',
  'passed: tests/test_total.py > TestOuter > TestInner > test_nested',
  'passed: tests/test_total.py > test_case[1]',
  'passed: tests/test_total.py > test_case[a::b]',
  'failed: tests/test_total.py > test_setup (RuntimeError: setup, tests/test_total.py:20)',
  'failed: tests/test_total.py > Case > test_unit (AssertionError: 1 != 2, tests/test_total.py:23)',
]
const isHere = onPath('pytest')

describe.skipIf(!isHere)(`pytest${isHere ? '' : ' (not run: pytest is not installed)'}`, () => {
  it('tests the copy in the tree if the project is a dependency of pytest', async () => {
    const files = {
      'src/pluggy/__init__.py': 'ours = True\n',
      'tests/test_ours.py': 'import pluggy\ndef test_is_ours(): assert pluggy.ours\n',
    }
    expect(await rig.run('PYTHONPATH=src python3 -m pytest -q', files)).toEqual([
      'passed: tests/test_ours.py > test_is_ours',
    ])
  })

  it('reports every test and the files that could not be loaded, without using a pytest.py of the tree', async () => {
    const files = { ...FILES, 'tests/test_broken.py': 'import nothing_here\n', 'tests/test_syntax.py': 'def (:\n' }
    expect(await rig.run('python3 -m pytest -q', files)).toEqual([
      ...TOTAL,
      "broken: tests/test_broken.py (ModuleNotFoundError: No module named 'nothing_here')",
      'broken: tests/test_syntax.py (SyntaxError: invalid syntax)',
    ])
  })

  it('gives the same ids when one file runs alone', async () => {
    expect(await rig.run('pytest', FILES, { files: ['tests/test_total.py'] })).toEqual(TOTAL)
  })

  it('runs one test without the others, wherever it is', async () => {
    for (const names of ['test_adds', 'TestOuter > TestInner > test_nested', 'test_case[1]']) {
      const id = `tests/test_total.py > ${names}`
      expect(await rig.run('pytest', FILES, { files: ['tests/test_total.py'], alone: id })).toEqual([`passed: ${id}`])
    }
  })

  it('keeps the current folder importable only if the command does', async () => {
    const files = { 'tool.py': '', 'tests/test_tool.py': 'import tool\ndef test_it(): pass\n' }
    const command = 'pytest --import-mode=importlib'
    expect(await rig.run(`python3 -m ${command}`, files)).toEqual(['passed: tests/test_tool.py > test_it'])
    expect(await rig.run(command, files)).toEqual([
      "broken: tests/test_tool.py (ModuleNotFoundError: No module named 'tool')",
    ])
  })

  it('uses the PYTHONPATH of the settings, and finds the pytest package before a pytest.py there', async () => {
    using fitted = new SuiteRig({}, { env: { pass: [], set: { PYTHONPATH: 'src' } } })
    const files = {
      'src/tool.py': '',
      'src/pytest.py': 'raise SystemExit(0)\n',
      'tests/test_tool.py': 'import tool\ndef test_it(): pass\n',
    }
    expect(await fitted.run('python3 -m pytest', files)).toEqual(['passed: tests/test_tool.py > test_it'])
  })

  it('is not deceived by a conftest that turns every outcome into a pass', async () => {
    const hook = `import pytest
@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item, call):
    made = yield
    made.get_result().outcome = 'passed'
`
    const lines = await rig.run('pytest', { ...FILES, 'tests/conftest.py': hook })
    expect(lines?.filter(line => line.startsWith('passed'))).toEqual(TOTAL.filter(line => line.startsWith('passed')))
  })

  it('has no result when a test ends the process, even if the test wrote a report', async () => {
    const leaves = `import os
def test_leaves():
    with open(os.path.join(os.environ['TMPDIR'], '..', 'r', 'report'), 'w') as file:
        file.write('00\\n{"tests":[],"broken":[]}')
    os._exit(0)
`
    expect(await rig.run('pytest', { ...FILES, 'tests/test_leaves.py': leaves })).toBe(null)
  })

  it('has a control that passes if assertions are disabled', async () => {
    expect(
      await rig.control('python3 -O -m pytest --assert=plain', FILES, 'tests/test_total.py', 'src/pkg/total.py'),
    ).toEqual(['passed: tests/test_control.py > test_control'])
  })

  it('has a control that passes if code of the tree makes tests pass', async () => {
    const silent = `from _pytest.python import Function\nFunction.runtest = lambda self: None\n${FILES['src/pkg/total.py']}`
    const files = { ...FILES, 'src/pkg/total.py': silent }
    expect(await rig.control('pytest', files, 'tests/test_total.py', 'src/pkg/total.py')).toEqual([
      'passed: tests/test_control.py > test_control',
    ])
  })

  it('has a control that fails', async () => {
    expect(await rig.control('pytest', FILES, 'tests/test_total.py', 'src/pkg/total.py')).toEqual([
      'failed: tests/test_control.py > test_control (AssertionError: this control must fail, tests/test_control.py)',
    ])
  })
})
