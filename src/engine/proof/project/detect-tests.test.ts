import { expect, it } from 'vitest'
import { type TaskFields, task } from '../../../../test/rig/core/plan.ts'
import { detectTaskTest } from './detect-tests.ts'

const detect = (files: Readonly<Record<string, string>>, fields: TaskFields = {}, suite?: string) =>
  detectTaskTest(
    task('buffer', { title: 'Insert Mode', ...fields }),
    { list: Object.keys(files).sort(), readText: async path => files[path] ?? null },
    suite,
  )
const NODE = "import test from 'node:test'\n"

it.each<[files: Readonly<Record<string, string>>, command: string]>([
  [{ 'tests/test_buffer.py': '' }, 'python3 -m pytest -q tests/test_buffer.py'],
  [{ 'buffer_test.py': '' }, 'python3 -m pytest -q buffer_test.py'],
  [{ 'tests/test_insert_mode.py': '' }, 'python3 -m pytest -q tests/test_insert_mode.py'],
  [
    { 'src/buffer.test.ts': '', 'package.json': '{"devDependencies":{"vitest":"5"}}' },
    'npx vitest run src/buffer.test.ts',
  ],
  [{ 'src/buffer.spec.js': '', 'package.json': '{"devDependencies":{"jest":"30"}}' }, 'npx jest src/buffer.spec.js'],
  [{ 'test/insert-mode.test.mjs': NODE }, 'node --test test/insert-mode.test.mjs'],
  [{ 'pkg/edit/buffer_test.go': '' }, 'go test ./pkg/edit'],
  [{ 'tests/buffer.rs': '' }, 'cargo test --test buffer'],
  [{ Makefile: 'test-buffer:\n\ttrue\n' }, 'make test-buffer'],
])('a test that is called after the task is found: %o', async (files, command) => {
  expect(await detect(files)).toBe(command)
})

it('ctest runs the one of a C or C++ project', async () => {
  expect(await detect({ 'CMakeLists.txt': '', 'tests/test_buffer.cpp': '' })).toContain('-R test_buffer')
})

it('a file that the task names goes before conventions, also before it is there', async () => {
  const tests = { is: 'file', path: 'checks/deep.py' } as const
  expect(await detect({ 'tests/test_buffer.py': '' }, { tests })).toBe('python3 -m pytest -q checks/deep.py')
})

it('a task without tests, with a command of its own, or that verifies, gets none', async () => {
  const files = { 'tests/test_buffer.py': '' }
  expect(await detect(files, { tests: { is: 'none', reason: 'words only' } })).toBe(null)
  expect(await detect(files, { tests: { is: 'command', command: 'x' } })).toBe(null)
  expect(await detect(files, { type: 'verification' })).toBe(null)
})

it('a suite of pytest is called for one file; any other suite runs its Python files itself', async () => {
  const files = { 'tests/test_buffer.py': '' }
  expect(await detect(files, {}, 'uv run pytest -q')).toBe('uv run pytest -q tests/test_buffer.py')
  expect(await detect(files, {}, 'cd a && pytest')).toBe('python3 -m pytest -q tests/test_buffer.py')
  expect(await detect(files, {}, 'python3 -m unittest')).toBe(null)
})

it('a task that asks for pages needs no test', async () => {
  const files = { 'tests/test_buffer.py': '' }
  expect(await detect(files, { title: 'Document the buffer' })).toBe(null)
  expect(await detect(files, { files: { create: ['docs/design.md'], modify: [], delete: [], test: [] } })).toBe(null)
})

it('a test of another name, or one that nobody can run, is none', async () => {
  expect(await detect({ 'tests/test_buffers.py': '', 'src/buffer.test.ts': '', 'buffer.py': '' })).toBe(null)
})
