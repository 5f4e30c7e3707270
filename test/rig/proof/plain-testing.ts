import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { witnessPrograms } from '../../../src/adapters/runners/witness/programs.ts'
import { plainInstruments } from '../../../src/engine/proof/plain/instruments.ts'
import { movesOf } from '../../../src/engine/proof/plain/moved-tests.ts'
import { differencesIn, readInside, readPlainRuns } from '../../../src/engine/proof/plain/results.ts'
import type { Files } from './witnessing.ts'

const MARK = 'p123'

interface Ran {
  /** Names of tests that pass under their runner alone. */
  readonly differs: readonly string[]
  /** Problems of tests that fail under their runner as well. */
  readonly problems: readonly string[]
  readonly same: number
}

/** Runs the tests of these files, those below `test`, under their runner and in a plain process. */
export async function ranPlainly(runner: readonly [string, ...string[]], files: Files): Promise<Ran> {
  const home = mkdtempSync(join(tmpdir(), 'pm-agent-plain-'))
  try {
    return await ranIn(home, runner, files)
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}

async function ranIn(home: string, [program, ...args]: readonly [string, ...string[]], files: Files): Promise<Ran> {
  const list = Object.keys(files)
  const tests = list.filter(path => path.startsWith('test'))
  const instrument = plainInstruments(witnessPrograms).find(({ isTest }) => tests.some(isTest))!
  const texts = new Map(tests.filter(instrument.isTest).map(path => [path, files[path]!]))
  const suites = new Set(tests.filter(path => /\.test\.|\/test_/.test(path)))
  const staged = (await instrument.staged(texts, suites, MARK))!
  const [room, tools] = [join(home, 'room'), join(home, 'tools')]
  for (const [path, text] of Object.entries(files)) write(join(room, path), text)
  for (const edit of staged.edits) if ('text' in edit) write(join(room, edit.path), String(edit.text))
  symlinkSync(join(import.meta.dirname, '../../../node_modules'), join(room, 'node_modules'))
  spawnSync(program, args, { cwd: room, encoding: 'utf8' })
  const inside = readInside(readFileSync(join(room, staged.log), 'utf8'))
  const moves = movesOf(list, new Set(tests), { suites: staged.suites, mark: MARK })
  const job = { ...staged.job, ...inside.head, suites: staged.suites, moves }
  for (const [path, text] of Object.entries(instrument.tools(job)))
    write(join(tools, path), text.replaceAll('{tools}', tools))
  execFileSync('sh', ['-c', instrument.command.replaceAll('{tools}', tools)], { cwd: room, stdio: 'ignore' })
  const outside = readPlainRuns(readFileSync(join(tools, 'report'), 'utf8'))!
  const { same, differs } = differencesIn(inside.tests, outside, texts)
  const problems = inside.tests.flatMap(({ ok, problem }) => (ok ? [] : [problem]))
  return { same, differs: differs.map(({ name }) => name), problems }
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}
