/** Starts test files as plain programs, outside of their runner: where nothing says that they are tests. */

/** The plain process: it loads one test file, by Node or, where that is what the project does, by Vite in production mode. */
const MAIN = `
import fs from 'node:fs'
import path from 'node:path'
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
const { root, file, standIn, vite } = JSON.parse(fs.readFileSync(0, 'utf8'))
for (const stream of [process.stdin, process.stdout, process.stderr]) Object.defineProperty(stream, 'isTTY', { value: true, configurable: true })
process.on('uncaughtException', () => {})
process.on('unhandledRejection', () => {})
let load = one => import(pathToFileURL(path.join(root, one)).href)
if (vite) {
  const own = createRequire(path.join(root, 'package.json'))
  const { createServer } = await import(pathToFileURL(createRequire(own.resolve('vitest/package.json')).resolve('vite')).href)
  const configured = fs.readdirSync(root).filter(name => /^(vitest|vite)[.]config[.]/.test(name)).sort().pop()
  const server = await createServer({ root, configFile: configured ? path.join(root, configured) : false, mode: 'production', logLevel: 'silent', appType: 'custom', server: { middlewareMode: true, watch: null, hmr: false }, optimizeDeps: { noDiscovery: true } })
  const { environment = 'node', setupFiles = [] } = server.config.test ?? {}
  if (environment !== 'node' || [setupFiles].flat().length > 0) process.exit(0)
  load = one => server.ssrLoadModule('/' + one)
}
await load(file)
const { finished } = await load(standIn)
await finished()
process.exit(0)
`

/**
 * Copies the room and moves the tests: what is left says nowhere that it is tested. Each file runs twice. What fails then also runs with its
 * tests where they belong.
 */
const LAUNCHER = `
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { spawnSync } from 'node:child_process'
import { basename, dirname, join } from 'node:path'
const { suites, moves, standIn, log, vite } = JSON.parse(readFileSync('{tools}/job.json', 'utf8'))
const home = mkdtempSync('/tmp/u')
const lay = name => {
  const root = join(home, name)
  cpSync(process.cwd(), root, { recursive: true, filter: path => !path.endsWith('/node_modules') && !path.endsWith('/.git') && basename(path) !== log })
  if (existsSync('node_modules')) symlinkSync(join(process.cwd(), 'node_modules'), join(root, 'node_modules'))
  mkdirSync(join(root, '.git', 'refs'), { recursive: true })
  writeFileSync(join(root, '.git', 'HEAD'), 'ref: refs/heads/main\\n')
  return root
}
const linesOf = text => text.split('\\n').flatMap(line => { try { return line === '' ? [] : [JSON.parse(line)] } catch { return [] } })
const run = (root, file) => {
  rmSync(join(root, log), { force: true })
  const user = join(home, 'dev')
  mkdirSync(user, { recursive: true })
  spawnSync(process.execPath, [join(home, 'main.mjs')], {
    cwd: root,
    input: JSON.stringify({ root, file, standIn, vite }),
    timeout: 60000,
    killSignal: 'SIGKILL',
    env: { PATH: process.env.PATH, HOME: user, USER: 'dev', SHELL: '/bin/sh', LANG: 'en_US.UTF-8', TZ: 'UTC', TERM: 'xterm-256color' },
  })
  try { return linesOf(readFileSync(join(root, log), 'utf8')) } catch { return [] }
}
const movedPath = path => moves.reduce((at, [from, to]) => (at === from || at.startsWith(from + '/') ? to + at.slice(from.length) : at), path)
const results = {}
try {
  writeFileSync(join(home, 'main.mjs'), readFileSync('{tools}/main.mjs'))
  const [moved, plain] = [lay('app'), lay('project')]
  for (const [from, to] of moves) { mkdirSync(dirname(join(moved, to)), { recursive: true }); renameSync(join(moved, from), join(moved, to)) }
  for (const file of suites) {
    const first = run(moved, movedPath(file))
    const isRight = first.length > 0 && first.every(one => one.ok)
    results[file] = isRight ? { first, second: first, inPlace: first } : { first, second: run(moved, movedPath(file)), inPlace: run(plain, file) }
  }
} finally {
  rmSync(home, { recursive: true, force: true })
}
writeFileSync('{tools}/report', JSON.stringify(results))
`

export const plainTestsTools = (job: unknown): Readonly<Record<string, string>> => ({
  'launch.mjs': LAUNCHER,
  'main.mjs': MAIN,
  'job.json': JSON.stringify(job),
})

export const PLAIN_TESTS = 'node {tools}/launch.mjs'
