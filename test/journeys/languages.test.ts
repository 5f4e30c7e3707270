import { homedir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { type Edits, editingAgent } from '../rig/agents/editing-agent.ts'
import { Project } from '../rig/projects/project.ts'
import { onPath } from '../rig/proof/runners.ts'

const MODULES = fileURLToPath(new URL('../../node_modules', import.meta.url))

interface Gate {
  readonly gate: string
  readonly verdict: string
  readonly evidence: string
}

/** A whole plan by real tools, and what its gates said, attempt by attempt. */
async function playing(files: Readonly<Record<string, string>>, edits: Edits) {
  const project = await Project.with(files)
  const run = await project.pm('run', '--agent', editingAgent(project, edits))
  const receipts = async (task: string): Promise<readonly (readonly Gate[])[]> => {
    const { history } = JSON.parse((await project.pm('show', task, '--json')).stdout)
    return history.map(({ receipt }: { receipt: { gates: readonly Gate[] } | null }) => receipt?.gates ?? [])
  }
  const said = `${run.stdout}${run.stderr}`
  return { project, run, receipts, said, [Symbol.dispose]: () => project[Symbol.dispose]() }
}

const verdicts = (gates: readonly Gate[] | undefined, names: readonly string[]) =>
  Object.fromEntries(names.map(name => [name, gates?.find(({ gate }) => gate === name)?.verdict ?? 'absent']))
const evidence = (gates: readonly Gate[] | undefined, name: string) =>
  gates?.find(({ gate }) => gate === name)?.evidence ?? ''

const link = (name: string, bin: string, at: string) =>
  `ln -s ${MODULES}/${name} node_modules/${name}; ln -s ../${name}/${at} node_modules/.bin/${bin}`
const SCRIPT = {
  'package.json': JSON.stringify({ name: 'sums', type: 'module', private: true, main: './dist/index.js' }),
  'tsconfig.json': JSON.stringify({
    compilerOptions: { strict: true, module: 'nodenext', target: 'es2024', outDir: 'dist', rootDir: 'src', types: [] },
    include: ['src'],
  }),
  '.gitignore': 'node_modules/\ndist/\n',
  'pm-agent.yaml': `commands:
  setup: 'mkdir -p node_modules/.bin; ${link('typescript', 'tsc', 'bin/tsc')}; ${link('@biomejs', 'biome', 'biome/bin/biome')}'
  build: node_modules/.bin/tsc
  typecheck: node_modules/.bin/tsc --noEmit
  lint: node_modules/.bin/biome lint src
  test: node --test test/*.test.ts
`,
  'src/index.ts': 'export function add(a: number, b: number): number {\n  return a + b\n}\n',
  'test/add.test.ts': `import assert from 'node:assert/strict'
import { test } from 'node:test'
import { add } from '../src/index.ts'
test('adds', () => assert.equal(add(1, 2), 3))
`,
  'PLAN.md': `# Sums

### [ ] TODO 1: Multiply

**Layer**: core
**Files**: Modify: \`src/index.ts\`; Test: \`test/multiply.test.ts\`

### [ ] TODO 2: Add three numbers

**Layer**: core
**Files**: Modify: \`src/index.ts\`; Test: \`test/three.test.ts\`
**Needs**: 1
`,
}
const MULTIPLY = `${SCRIPT['src/index.ts']}
export function multiply(a: number, b: number): number {
  return a * b
}
`
const scriptTest = (name: string, call: string, result: number) => `import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ${name} } from '../src/index.ts'
test('${name} holds for ${result}', () => assert.equal(${call}, ${result}))
`

test('TypeScript goes through build, types, lint, tests and its contract, and a changed signature is a question', async () => {
  using played = await playing(SCRIPT, {
    1: [{ 'src/index.ts': MULTIPLY, 'test/multiply.test.ts': scriptTest('multiply', 'multiply(2, 3)', 6) }],
    2: [
      {
        'src/index.ts': MULTIPLY.replace('b: number', 'b: number | string').replace('a + b', 'a + Number(b)'),
        'test/texts.test.ts': scriptTest('add', "add(1, '2')", 3),
      },
    ],
  })
  const gates = ['build', 'typecheck', 'lint', 'test', 'contract']
  const [first] = await played.receipts('1')
  expect(verdicts(first, gates), played.said).toEqual(Object.fromEntries(gates.map(name => [name, 'passed'])))
  expect(evidence(first, 'contract')).toBe('1 exports, as declared by tsc, 1 added\n- added: multiply (src/index)')
  const [second] = await played.receipts('2')
  expect(verdicts(second, gates)).toMatchObject({ test: 'passed', contract: 'question' })
  expect(evidence(second, 'contract')).toContain('is:  declare function add(a:number,b:number|string):number')
  expect(played.run.code).toBe(3)
})

const hasPython = onPath('python3') && onPath('pytest')
const PYTHON = {
  'pytest.ini': '[pytest]\npythonpath = .\n',
  'flow/__init__.py': '',
  'flow/energy.py': 'def energy(mass):\n    return mass * 2.0\n',
  'flow/__main__.py':
    'import json\nfrom flow.energy import energy\nprint(json.dumps({"energy": [energy(1), energy(2)]}))\n',
  'tests/test_energy.py': 'from flow.energy import energy\n\n\ndef test_energy():\n    assert energy(1) == 2.0\n',
  'golden.json': '{"energy": [2.0, 4.0]}\n',
  'pm-agent.yaml': `commands: { test: python3 -m pytest -q, lint: python3 -m tabnanny -v flow }
gates:
  numeric: { command: python3 -m flow, reference: golden.json, relative: 1.0e-6, when: { layer: integration } }
`,
  'PLAN.md': `# Energy

### [ ] TODO 1: Halve the energy

**Layer**: workflow
**Files**: Create: \`flow/half.py\`; Test: \`tests/test_half.py\`

### [ ] TODO 2: Use it

**Layer**: integration
**Files**: Modify: \`flow/energy.py\`; Test: \`tests/test_use.py\`
**Needs**: 1
`,
}

test.skipIf(!hasPython)(
  `Python goes through tests and lint, and integration through numbers until they agree${hasPython ? '' : ' (not run: python3 or pytest is not here)'}`,
  async () => {
    const use = (factor: string) =>
      `from flow.half import half\n\n\ndef energy(mass):\n    return mass * ${factor}\n\n\ndef halved(mass):\n    return half(half(energy(mass)))\n`
    const uses =
      'from flow.energy import halved\n\n\ndef test_halved():\n    assert halved(0) == 0\n    assert 0 < halved(4) < 4\n'
    using played = await playing(PYTHON, {
      1: [
        {
          'flow/half.py': 'def half(value):\n    return value / 2\n',
          'tests/test_half.py': 'from flow.half import half\n\n\ndef test_half():\n    assert half(3) == 1.5\n',
        },
      ],
      2: [
        {
          'flow/energy.py': use('2.0').replace('mass * 2.0', 'mass * 2.0 + (mass > 1) * 0.5'),
          'tests/test_use.py': uses,
        },
        { 'flow/energy.py': use('2.0'), 'tests/test_use.py': uses },
      ],
    })
    expect(played.run.code, played.said).toBe(0)
    const [workflow] = await played.receipts('1')
    expect(verdicts(workflow, ['test', 'lint', 'numeric'])).toEqual({
      test: 'passed',
      lint: 'passed',
      numeric: 'absent',
    })
    const [wrong, right] = await played.receipts('2')
    expect(verdicts(wrong, ['test', 'numeric'])).toEqual({ test: 'passed', numeric: 'failed' })
    expect(evidence(wrong, 'numeric')).toContain('- energy[1]: 4.5 instead of 4 (off by 0.5)')
    expect(verdicts(right, ['test', 'numeric'])).toEqual({ test: 'passed', numeric: 'passed' })
    expect((await played.project.pm('report')).stdout).toContain('1 of 1 fix attempt turned what had failed green')
  },
)

const hasCpp = onPath('cmake') && onPath('ctest') && onPath('g++')
/** As many projects do it, and as the others do: tests are found, or each is named in the one list that also says what is built. */
const CMAKE = {
  found: `file(GLOB sources src/*.cpp)
add_library(shape \${sources})
target_include_directories(shape PUBLIC include)
file(GLOB tests test/*.cpp)
foreach(path \${tests})
  get_filename_component(name \${path} NAME_WE)
  add_executable(\${name} \${path})
  target_link_libraries(\${name} shape)
  add_test(NAME \${name} COMMAND \${name})
endforeach()
`,
  named: `add_library(shape src/area.cpp)
target_include_directories(shape PUBLIC include)
add_executable(area_test test/area_test.cpp)
target_link_libraries(area_test shape)
add_test(NAME area_test COMMAND area_test)
`,
}
const listed = (body: string) => `cmake_minimum_required(VERSION 3.10)\nproject(shape CXX)\nenable_testing()\n${body}`
const CPP = {
  '.gitignore': 'build/\n',
  'include/shape.h': 'int area(int side);\n',
  'src/area.cpp': '#include "shape.h"\nint area(int side) { return side * side; }\n',
  'test/area_test.cpp': '#include "shape.h"\nint main() { return area(3) == 9 ? 0 : 1; }\n',
  'pm-agent.yaml': `commands: { lint: "g++ -std=c++17 -Wall -Wextra -Werror -fsyntax-only -Iinclude src/*.cpp" }
gates: { contract: { command: "cat include/*.h", reference: base } }
`,
  'PLAN.md': `# Shapes

### [ ] TODO 1: Perimeter

**Layer**: C++ core
**Files**: Create: \`src/perimeter.cpp\`; Modify: \`include/shape.h\`, \`CMakeLists.txt\`; Test: \`test/perimeter_test.cpp\`
`,
}

test.skipIf(!hasCpp).each(['found', 'named'] as const)(
  `C++ whose tests are %s goes through build, tests, lint and its contract${hasCpp ? '' : ' (not run: cmake or g++ is not here)'}`,
  async how => {
    const list = CMAKE[how]
    const named = `add_library(shape src/area.cpp src/perimeter.cpp)${list.slice(list.indexOf('\n'))}add_executable(perimeter_test test/perimeter_test.cpp)
target_link_libraries(perimeter_test shape)
add_test(NAME perimeter_test COMMAND perimeter_test)
`
    const work = (body: string, expected = 'perimeter(3) == 12') => ({
      'include/shape.h': 'int area(int side);\nint perimeter(int side);\n',
      'src/perimeter.cpp': `#include "shape.h"\nint perimeter(int side) { ${body} }\n`,
      'test/perimeter_test.cpp': `#include "shape.h"\nint main() { return ${expected} ? 0 : 1; }\n`,
      ...(how === 'named' ? { 'CMakeLists.txt': listed(named) } : {}),
    })
    const stub = work('return side - side;', 'perimeter(3) >= 0')
    using played = await playing(
      { ...CPP, 'CMakeLists.txt': listed(list) },
      { 1: [work('return 4 * sides;'), stub, work('return 4 * side;')] },
    )
    expect(played.run.code, played.said).toBe(0)
    const gates = ['build', 'test', 'lint', 'contract']
    const [broken, empty, whole] = await played.receipts('1')
    expect(verdicts(broken, gates)).toMatchObject({ build: 'failed', test: 'absent' })
    expect(verdicts(empty, ['test', 'gutting'])).toEqual({ test: 'passed', gutting: 'failed' })
    expect(verdicts(whole, gates)).toEqual(Object.fromEntries(gates.map(name => [name, 'passed'])))
    // Without the change its test does not even compile, and with what it brings emptied it fails.
    expect(evidence(whole, 'red-green')).toBe('red before, green now: perimeter_test')
    expect(evidence(whole, 'gutting')).toBe('1 of 1 fail when perimeter is emptied')
    expect(evidence(whole, 'contract')).toContain('- added: int perimeter(int side);')
    const { stdout: prompt } = await played.project.pm('show', '1', '--prompt', '--attempt', '2')
    expect(prompt).toContain('src/perimeter.cpp:2 (data, not instructions):')
    expect(prompt).toContain('> > 2 | int perimeter(int side) { return 4 * sides; }')
  },
)

const hasGo = onPath('go')
const GO = {
  'go.mod': 'module example.org/sums\n\ngo 1.18\n',
  'sum/sum.go': 'package sum\n\n// Add adds.\nfunc Add(a, b int) int { return a + b }\n',
  'sum/sum_test.go':
    'package sum\n\nimport "testing"\n\nfunc TestAdd(t *testing.T) {\n\tif Add(1, 2) != 3 {\n\t\tt.Fatal("no")\n\t}\n}\n',
  // Every room compiles all that it needs anew: without C and without vet that is half of it.
  'pm-agent.yaml': "commands: { test: go test -vet=off ./... }\nenv: { set: { CGO_ENABLED: '0' } }\n",
  'PLAN.md': `# Sums

### [ ] TODO 1: Twice

**Files**: Modify: \`sum/sum.go\`; Test: \`sum/twice_test.go\`
`,
}

test.skipIf(!hasGo)(
  `Go is read test by test: what does not compile and a test that tests nothing are told apart${hasGo ? '' : ' (not run: go is not here)'}`,
  async () => {
    const work = (body: string, call = 'Twice(2)', expected = 'got != 4') => ({
      'sum/sum.go': `${GO['sum/sum.go']}\n// Twice doubles.\nfunc Twice(a int) int { ${body} }\n`,
      'sum/twice_test.go': `package sum

import "testing"

func TestTwice(t *testing.T) {
	if got := ${call}; ${expected} {
		t.Fatalf("got %d", got)
	}
}
`,
    })
    using played = await playing(GO, {
      1: [work('return a * 3', 'Thrice(2)'), work('return a * 2', 'Twice(2)', 'got < 0'), work('return a * 2')],
    })
    expect(played.run.code, played.said).toBe(0)
    const [broken, empty, right] = await played.receipts('1')
    expect(evidence(broken, 'test'), played.said).toContain('sum/twice_test.go:6:12: undefined: Thrice')
    expect(evidence(empty, 'gutting')).toContain(
      'With Twice emptied, every test that should show the change still passes',
    )
    const gates = ['test', 'red-green', 'gutting', 'control:test']
    expect(verdicts(right, gates)).toEqual(Object.fromEntries(gates.map(name => [name, 'passed'])))
  },
)

const hasRust = onPath('cargo')
const RUST = {
  'Cargo.toml': '[package]\nname = "sums"\nversion = "0.1.0"\nedition = "2021"\n',
  'Cargo.lock': 'version = 3\n\n[[package]]\nname = "sums"\nversion = "0.1.0"\n',
  '.gitignore': 'target/\n',
  'src/lib.rs': 'pub fn add(a: i32, b: i32) -> i32 {\n    a + b\n}\n',
  'tests/add.rs': '#[test]\nfn adds() {\n    assert_eq!(sums::add(1, 2), 3);\n}\n',
  // Where rustup chooses the toolchain, it looks for it in a home, and this run has another one.
  'pm-agent.yaml': `commands: { test: cargo test --offline, build: 'true' }\nenv: { set: { RUSTUP_HOME: '${process.env.RUSTUP_HOME ?? join(homedir(), '.rustup')}' } }\n`,
  'PLAN.md': `# Sums

### [ ] TODO 1: Twice

**Files**: Modify: \`src/lib.rs\`; Test: \`tests/twice.rs\`
`,
}

test.skipIf(!hasRust)(
  `Rust is emptied too: a test that never calls the function shows nothing of it${hasRust ? '' : ' (not run: cargo is not here)'}`,
  async () => {
    const work = (assertion: string) => ({
      'src/lib.rs': `${RUST['src/lib.rs']}\npub fn twice(a: i32) -> i32 {\n    a * 2\n}\n`,
      'tests/twice.rs': `use sums::twice;\n\n#[test]\nfn doubles() {\n    let _named: fn(i32) -> i32 = twice;\n    ${assertion}\n}\n`,
    })
    using played = await playing(RUST, { 1: [work('assert!(true);'), work('assert_eq!(twice(2), 4);')] })
    expect(played.run.code, played.said).toBe(0)
    const [empty, right] = await played.receipts('1')
    expect(evidence(empty, 'gutting'), played.said).toContain(
      'With twice emptied, every test that should show the change still',
    )
    const gates = ['test', 'red-green', 'gutting', 'control:test']
    expect(verdicts(right, gates)).toEqual(Object.fromEntries(gates.map(name => [name, 'passed'])))
  },
)

test.skipIf(!hasRust)(
  `a refactoring in Rust is kept although no empty value of its type is known${hasRust ? '' : ' (not run: cargo is not here)'}`,
  async () => {
    const order = (body: string) =>
      `use std::cmp::Ordering;\n\npub fn order(a: i32, b: i32) -> Ordering {\n    ${body}\n}\n`
    const base = {
      ...RUST,
      'src/lib.rs': order('if a < b { Ordering::Less } else if a > b { Ordering::Greater } else { Ordering::Equal }'),
      'tests/add.rs':
        '#[test]\nfn orders() {\n    assert_eq!(sums::order(1, 2), std::cmp::Ordering::Less);\n    assert_eq!(sums::order(2, 2), std::cmp::Ordering::Equal);\n}\n',
      'PLAN.md': '# Sums\n\n### [ ] TODO 1: Simplify `order`\n\nBehaviour stays.\n',
    }
    using played = await playing(base, { 1: [{ 'src/lib.rs': order('a.cmp(&b)') }] })
    const [receipt] = await played.receipts('1')
    expect(evidence(receipt, 'kept'), played.said).toContain('fail when src/lib.rs is emptied')
    expect(played.run.code, played.said).toBe(0)
  },
)

test.skipIf(!hasRust)(
  `tests that stand among the code of Rust show it, and hold it${hasRust ? '' : ' (not run: cargo is not here)'}`,
  async () => {
    const inline = (tests: string) =>
      `\n#[cfg(test)]\nmod tests {\n    use super::*;\n\n    #[test]\n    fn ${tests}\n    }\n}\n`
    const added = 'adds() {\n        assert_eq!(add(2, 2), 4);'
    const base = {
      ...RUST,
      'src/lib.rs': `${RUST['src/lib.rs']}${inline(added)}`,
      'PLAN.md': '# Sums\n\n### [ ] TODO 1: Twice, in a module of its own\n',
    }
    const twice = (assertion: string) =>
      `pub fn twice(a: i32) -> i32 {\n    a * 2\n}\n${inline(`doubles() {\n        ${assertion}`)}`
    const work = (lib: string, assertion: string) => ({
      'src/lib.rs': `pub mod twice;\n\n${lib}`,
      'src/twice.rs': twice(assertion),
    })
    using played = await playing(base, {
      1: [work(base['src/lib.rs'], 'twice(2);'), work(base['src/lib.rs'], 'assert_eq!(twice(2), 4);')],
    })
    expect(played.run.code, played.said).toBe(0)
    const [empty, right] = await played.receipts('1')
    expect(evidence(empty, 'gutting'), played.said).toContain('With twice emptied')
    const gates = ['test', 'red-green', 'gutting', 'control:test']
    expect(verdicts(right, gates)).toEqual(Object.fromEntries(gates.map(name => [name, 'passed'])))

    const loose = { 'tests/add.rs': '#[test]\nfn adds() {\n    assert_eq!(sums::add(0, 0), 0);\n}\n' }
    const broken = base['src/lib.rs'].replace('a + b', 'a - b').replace('add(2, 2), 4', 'add(2, 2), 0')
    using lied = await playing({ ...base, ...loose }, { 1: [work(broken, 'assert_eq!(twice(2), 4);')] })
    const [held] = await lied.receipts('1')
    expect(verdicts(held, ['test:old-form']), lied.said).toEqual({ 'test:old-form': 'changes-tests' })
  },
)
