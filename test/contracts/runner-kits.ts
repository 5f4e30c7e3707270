import { HOME, missing, type RunnerKit } from './runner-kit.ts'
import { jest, LOADS_NOTHING, mocha, nodeTest, script, tap, tape, vitest } from './runner-kits-js.ts'

const pytest: RunnerKit = {
  name: 'pytest',
  missing: missing('python3', 'pytest'),
  command: 'python3 -m pytest -q',
  variables: HOME,
  files: {
    'total.py': 'def add(a, b):\n    return a + b\n',
    'tests/test_total.py': `import pytest
from total import add
def test_adds(): assert add(1, 2) == 3
def test_fails():
    assert add(1, 2) == 4
@pytest.mark.skip
def test_skipped(): pass
`,
  },
  says: [
    'passed: tests/test_total.py > test_adds',
    'failed: tests/test_total.py > test_fails (assert 3 == 4, tests/test_total.py:5)',
    'skipped: tests/test_total.py > test_skipped',
  ],
  message: ['assert 3 == 4', ' +  where 3 = add(1, 2)'],
  broken: {
    files: { 'tests/test_broken.py': 'import nothing_here\n' },
    says: ["broken: tests/test_broken.py (ModuleNotFoundError: No module named 'nothing_here')"],
  },
  empty: { files: { 'total.py': '' }, says: [] },
  control: {
    beside: 'tests/test_total.py',
    subject: 'total.py',
    says: 'failed: tests/test_control.py > test_control (AssertionError: this control must fail, tests/test_control.py)',
  },
  alone: 'tests/test_total.py',
}

const go: RunnerKit = {
  name: 'go test',
  missing: missing('go'),
  command: 'go test ./...',
  variables: HOME,
  files: {
    'go.mod': 'module example.org/demo\n\ngo 1.18\n',
    'calc/calc.go': 'package calc\n\nfunc Add(a, b int) int { return a + b }\n',
    'calc/calc_test.go': `package calc

import "testing"

func TestAdds(t *testing.T) {
	if Add(1, 2) != 3 {
		t.Fatal("no")
	}
}

func TestFails(t *testing.T) {
	if got := Add(1, 2); got != 4 {
		t.Errorf("wanted 4,\\ngot %d", got)
	}
}

func TestSkipped(t *testing.T) { t.Skip("later") }
`,
  },
  says: [
    'passed: calc/calc_test.go > TestAdds',
    'failed: calc/calc_test.go > TestFails (calc_test.go:13: wanted 4,, calc/calc_test.go:13)',
    'skipped: calc/calc_test.go > TestSkipped',
  ],
  message: ['calc_test.go:13: wanted 4,', '        got 3'],
  broken: {
    files: {
      'bad/bad_test.go': 'package bad\n\nimport "testing"\n\nfunc TestBad(t *testing.T) { nothing() }\n',
      'worse/worse_test.go': `package worse

import "testing"

func TestPanics(t *testing.T) {
	t.Run("inside", func(t *testing.T) { panic("boom") })
}
`,
    },
    says: [
      'failed: worse/worse_test.go > TestPanics (a subtest failed)',
      'failed: worse/worse_test.go > TestPanics > inside (panic: boom, worse/worse_test.go:6)',
      'broken: bad/bad_test.go (bad/bad_test.go:5:30: undefined: nothing)',
    ],
  },
  empty: { files: { 'go.mod': 'module example.org/demo\n', 'calc.go': 'package demo\n' }, says: [] },
  control: {
    beside: 'calc/calc_test.go',
    subject: 'calc/calc.go',
    says: 'failed: calc/control_test.go > Test_control (control_test.go:6: this control must fail, calc/control_test.go)',
  },
  alone: null,
}

const MANIFEST = '[package]\nname = "demo"\nversion = "0.1.0"\nedition = "2021"\n[lib]\ndoctest = false\n'
const cargo: RunnerKit = {
  name: 'cargo test',
  missing: missing('cargo'),
  command: 'cargo test',
  variables: HOME,
  files: {
    'Cargo.toml': MANIFEST,
    'src/lib.rs': `pub fn add(a: i32, b: i32) -> i32 { a + b }
#[cfg(test)]
mod tests {
    use super::*;
    #[test] fn adds() { assert_eq!(add(1, 2), 3) }
    #[test] fn fails() { assert!(add(1, 2) == 4, "three\\nis not four") }
    #[test] #[ignore] fn skipped() {}
}
`,
  },
  says: [
    'passed: src/lib.rs > tests > adds',
    'failed: src/lib.rs > tests > fails (three, src/lib.rs:6)',
    'skipped: src/lib.rs > tests > skipped',
  ],
  message: ['three', 'is not four'],
  broken: {
    files: { 'tests/broken.rs': '#[test] fn broken() { nothing() }\n' },
    says: ['broken: tests/broken.rs (error[E0425]: cannot find function `nothing` in this scope)'],
  },
  empty: { files: { 'Cargo.toml': MANIFEST, 'src/lib.rs': '' }, says: [] },
  control: {
    beside: 'src/lib.rs',
    subject: 'src/lib.rs',
    says: 'failed: tests/control.rs > control (this control must fail, tests/control.rs)',
  },
  alone: null,
}

const cmake = (tests: string) => `cmake_minimum_required(VERSION 3.10)
project(demo C)
enable_testing()
${tests}`
const ctest: RunnerKit = {
  name: 'ctest, which writes JUnit XML',
  missing: missing('cmake', 'ctest', 'cc'),
  command: 'cmake -S . -B build && cmake --build build && ctest --test-dir build --output-on-failure',
  files: {
    'CMakeLists.txt': cmake(`add_executable(good test/good.c)
add_executable(bad test/bad.c)
add_test(NAME good COMMAND good)
add_test(NAME bad COMMAND bad)
add_test(NAME off COMMAND good)
set_tests_properties(off PROPERTIES DISABLED TRUE)
`),
    'test/good.c': 'int main(void) { return 0; }\n',
    'test/bad.c': '#include <stdio.h>\nint main(void) { puts("wanted 3 <got> 4"); return 1; }\n',
  },
  says: ['passed: good', 'failed: bad (wanted 3 <got> 4)', 'skipped: off'],
  message: ['wanted 3 <got> 4'],
  // Nothing runs if something does not compile; the exit code of the command reports it.
  broken: {
    files: { 'test/bad.c': 'int main(void) {\n' },
    says: ['broken: test/bad.c (expected declaration or statement at end of input)'],
  },
  empty: { files: { 'CMakeLists.txt': cmake('') }, says: [] },
  control: null,
  alone: null,
}

const NODE_JUNIT = "sh -c 'node --test --test-reporter=junit --test-reporter-destination={junit} test/*.test.js'"
const junit: RunnerKit = {
  ...nodeTest,
  name: 'JUnit XML of any other command',
  command: NODE_JUNIT,
  says: [
    'passed: test/sum.test.js > test > adds',
    'failed: test/sum.test.js > test > fails (Expected values to be strictly equal:, test/sum.test.js:5)',
    'skipped: test/sum.test.js > test > skipped',
  ],
  message: ['Expected values to be strictly equal:', '3 !== 4'],
  broken: {
    files: { 'test/broken.test.js': LOADS_NOTHING },
    says: ['failed: test/broken.test.js > test > test/broken.test.js (test failed)'],
  },
  empty: { files: { ...script(''), 'test/empty.test.js': '' }, says: [] },
  control: null,
  alone: null,
}

const pytestJunit: RunnerKit = {
  ...pytest,
  name: 'JUnit XML of pytest in a script',
  command: "sh -c 'python3 -m pytest -q --junitxml={junit}'",
  says: [
    'passed: tests.test_total > test_adds',
    'failed: tests.test_total > test_fails (assert 3 == 4, tests/test_total.py:5)',
    'skipped: tests.test_total > test_skipped',
  ],
  broken: {
    files: { 'tests/test_broken.py': 'import nothing_here\n' },
    says: ['failed: tests.test_broken (collection failure, tests/test_broken.py:1)'],
  },
  control: null,
  alone: null,
}

/** Every runner whose results are read test by test. */
export const RUNNER_KITS: readonly RunnerKit[] = [
  vitest,
  jest,
  mocha,
  nodeTest,
  pytest,
  go,
  cargo,
  ctest,
  tape,
  tap,
  junit,
  pytestJunit,
]
