import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { findProgram } from '../../../src/adapters/process/shell.ts'
import { createRunners } from '../../../src/adapters/runners/runners.ts'
import type { SuiteReport } from '../../../src/core/proof/test-results.ts'
import { invariant } from '../../../src/core/result.ts'
import type { Fittings } from '../../../src/core/settings/config.ts'
import type { SuiteLaunch, TestRunner, TreeReader } from '../../../src/ports.ts'
import { RoomsRig } from './rooms.ts'

type Files = Readonly<Record<string, string>>

/** A tree from a plain record of files. */
export const treeOf = (files: Files): TreeReader => ({
  list: Object.keys(files),
  readText: async path => files[path] ?? null,
})

/** The whole report in lines that are easy to compare. */
export function linesOf(report: SuiteReport | null): readonly string[] | null {
  if (!report) return null
  return [
    ...report.tests.map(({ id, status, failure }) => {
      if (!failure) return `${status}: ${id}`
      const at = failure.at ? `, ${failure.at.file}:${failure.at.line}` : ''
      return `${status}: ${id} (${failure.message.split('\n')[0]}${at})`
    }),
    ...report.broken.map(({ file, message }) => `broken: ${file} (${message.split('\n')[0]})`),
  ]
}

/** Whether a program is installed and works; a version manager's shim may have nothing behind it. */
export const onPath = (program: string): boolean =>
  findProgram(program, process.env.PATH ?? '') !== null &&
  spawnSync(program, [program === 'go' ? 'version' : '--version'], { stdio: 'ignore' }).status === 0

/** Where a knowledgeable test would look for the report, in JavaScript. */
export const REPORT_IN_JS = "require('node:path').join(process.env.TMPDIR, '..', 'r', 'report')"

/** Loads a reporter like its runner, passes it the runner's events, and reads its report. */
export async function driveReporter<T>(
  command: string,
  files: Files,
  name: string,
  drive: (Reporter: T, root: string) => void | Promise<void>,
): Promise<readonly string[] | null> {
  const runner = await createRunners().recognise(command, treeOf(files))
  invariant(runner, `${command} is recognised`)
  const dir = mkdtempSync(join(tmpdir(), 'reporter-'))
  try {
    const { tools } = runner.launch({ files: null })
    for (const [path, text] of Object.entries(tools)) writeFileSync(join(dir, path), text.replaceAll('{tools}', dir))
    await drive(createRequire(import.meta.url)(join(dir, name)) as T, process.cwd())
    invariant(readdirSync(dir).join() === 'report', 'neither the reporter nor its secret is left')
    return linesOf(
      runner.read({ report: readFileSync(join(dir, 'report'), 'utf8'), stdout: '', output: '', exitCode: 0, tools }),
    )
  } finally {
    rmSync(dir, { recursive: true })
  }
}

/** Suites that really run, in rooms over plain folders. */
export class SuiteRig implements Disposable {
  readonly rooms: RoomsRig
  readonly #links: Files
  readonly #fittings: Partial<Fittings>
  #count = 0

  /** Links by their path in every tree, as setup would create them. Variables are the user's. */
  constructor(links: Files = {}, fittings: Partial<Fittings> = {}, variables: Readonly<Record<string, string>> = {}) {
    this.rooms = new RoomsRig(variables)
    this.#links = links
    this.#fittings = fittings
  }

  async runner(command: string, files: Files): Promise<TestRunner> {
    const runner = await createRunners().recognise(command, treeOf(files))
    invariant(runner, `${command} is recognised`)
    return runner
  }

  /** The suite's report in lines; null if there is no result. */
  async run(command: string, files: Files, how: SuiteLaunch = { files: null }): Promise<readonly string[] | null> {
    return linesOf(await this.report(command, files, how))
  }

  /** The same with all details of every test. */
  async report(command: string, files: Files, how: SuiteLaunch = { files: null }): Promise<SuiteReport | null> {
    const runner = await this.runner(command, files)
    const id = `tree-${++this.#count}`
    this.rooms.write(Object.fromEntries(Object.entries(files).map(([path, text]) => [`trees/${id}/${path}`, text])))
    for (const [path, target] of Object.entries(this.#links)) {
      const link = join(this.rooms.dir, 'trees', id, path)
      mkdirSync(dirname(link), { recursive: true })
      symlinkSync(target, link)
    }
    const room = await this.rooms.open(id, this.#fittings)
    const launch = runner.launch(how)
    // Rooms of the base share what compilers built; otherwise every suite of Go compiles the standard library.
    const result = await this.rooms.run(room, launch.command, { tools: launch.tools, minutes: 3, ofBase: true })
    await this.rooms.rooms.close(room)
    const exitCode = result.ending.is === 'exited' ? result.ending.code : null
    return runner.read({
      report: result.report ?? null,
      stdout: result.stdout,
      output: result.output,
      exitCode,
      tools: launch.tools,
    })
  }

  /** The result of the control alone, beside a given file. */
  async control(command: string, files: Files, beside: string, subject: string): Promise<readonly string[]> {
    const runner = await this.runner(command, files)
    const control = runner.control(beside, [subject])
    invariant(control, 'this runner has controls')
    const name = /[a-p]{8}(?=[._])/.exec(basename(control.path))![0]
    const how = { files: runner.selectsFiles ? [control.path] : null }
    const lines = (await this.run(command, { ...files, [control.path]: control.text }, how)) ?? []
    return lines
      .filter(line => line.includes(name))
      .map(line => line.replaceAll(name, 'control').replace(/:\d+\)$/, ')'))
  }

  [Symbol.dispose](): void {
    this.rooms[Symbol.dispose]()
  }
}
