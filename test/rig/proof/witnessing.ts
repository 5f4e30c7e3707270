import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect } from 'vitest'
import { witnessPrograms } from '../../../src/adapters/runners/witness/programs.ts'
import { instrumentsWith } from '../../../src/engine/proof/witness/instruments.ts'
import { type Replay, readTraces, type Trace } from '../../../src/engine/proof/witness/trace.ts'

export const INSTRUMENTS = instrumentsWith(witnessPrograms)

export type Files = Readonly<Record<string, string>>

/** Records the calls of a test, then makes them again in a plain process, as they are or in the form that `remade` gives them. */
export async function replayed(
  name: 'javascript' | 'python',
  files: Files,
  remade: (trace: Trace) => Trace = trace => trace,
): Promise<{ readonly trace: Trace; readonly replays: readonly Replay[] }> {
  const home = mkdtempSync(join(tmpdir(), 'pm-agent-witness-'))
  try {
    const instrument = INSTRUMENTS.find(one => one.name === name)!
    const isTest = (path: string) => path.startsWith('test')
    const program = { list: Object.keys(files), isTest, isOfChange: () => true }
    const [inTests, outside] = [join(home, 'in tests'), join(home, 'outside')]
    for (const [path, text] of Object.entries(files)) {
      write(join(inTests, path), isTest(path) && text !== '' ? await recorded(path, text) : text)
      if (!isTest(path)) write(join(outside, path), text)
    }
    async function recorded(path: string, text: string) {
      return (await instrument.recorded({ path, text }, { recorder: 'r1', log: '.log' }, program))!
    }
    const runner =
      name === 'javascript' ? ['node', '--test'] : ['python3', '-m', 'unittest', 'discover', '-s', 'tests', '-t', '.']
    const run = spawnSync(runner[0]!, runner.slice(1), { cwd: inTests, encoding: 'utf8' })
    expect(run.status, run.stdout + run.stderr).toBe(0)
    const traces = readTraces(readFileSync(join(inTests, '.log'), 'utf8')).map(remade)
    expect(traces).toHaveLength(1)
    const tools = join(home, 'tools')
    for (const [path, text] of Object.entries(instrument.tools(traces)))
      write(join(tools, path), text.replaceAll('{tools}', tools))
    execFileSync('sh', ['-c', instrument.command.replaceAll('{tools}', tools)], { cwd: outside })
    const replays = JSON.parse(readFileSync(join(tools, 'report'), 'utf8')) as readonly (readonly Replay[])[]
    return { trace: traces[0]!, replays: replays[0]! }
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}
