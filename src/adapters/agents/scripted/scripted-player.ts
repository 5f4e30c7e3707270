/** A program that plays a script for this task and attempt, in place of a coding agent. */
import { spawn, spawnSync } from 'node:child_process'
import { realpathSync, writeSync } from 'node:fs'
import { appendFile, chmod, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { err, ok, type Result } from '../../../core/result.ts'
import { agentErrorLine } from '../agent-error.ts'
import {
  attemptOf,
  parseAgentScript,
  type ScriptedAttempt,
  type Step,
  type StepName,
  type StepValue,
} from './script.ts'

const MEGABYTE_BYTES = 1024 * 1024
const MINUTE_MS = 60_000
const FOREVER = 'setInterval(() => {}, 2 ** 30)'

async function main(): Promise<void> {
  const attempt = await findAttempt(process.argv[2], process.env)
  if (!attempt.ok) {
    console.error(`scripted agent: ${attempt.error}`)
    process.exitCode = 2
    return
  }
  for (const [at, step] of (attempt.value.steps ?? []).entries()) {
    const problem = await play(step).catch((error: Error) => error.message)
    if (problem === undefined) continue
    console.error(`scripted agent: step ${at + 1} (${Object.keys(step)[0]}): ${problem}`)
    process.exitCode = 2
    return
  }
  if (attempt.value.report !== undefined) await PLAY.report(attempt.value.report)
}

async function findAttempt(file: string | undefined, env: NodeJS.ProcessEnv): Promise<Result<ScriptedAttempt, string>> {
  if (file === undefined) return err('usage: scripted-player SCRIPT')
  const text = await readFile(file, 'utf8').catch(() => null)
  if (text === null) return err(`${file} cannot be read`)
  const script = parseAgentScript(text)
  if (!script.ok) return err(`${file}: ${script.error}`)
  const task = env.PM_AGENT_TASK ?? ''
  const attempt = attemptOf(script.value, task, Number(env.PM_AGENT_ATTEMPT ?? '1'), env.PM_AGENT_ROLE)
  return attempt === null ? err(`${file}: tasks: nothing for task "${task}", and no default`) : ok(attempt)
}

async function play(step: Step): Promise<undefined> {
  for (const [name, value] of Object.entries(step)) await (PLAY[name as StepName] as (given: unknown) => unknown)(value)
}

type Players = { readonly [Name in StepName]: (given: StepValue<Name>) => Promise<void> | void }

const PLAY_FILES: Pick<Players, 'write' | 'append' | 'delete' | 'move' | 'replace' | 'mkdir' | 'chmod'> = {
  async write({ path, text }) {
    await makeFolderOf(path)
    await writeFile(path, text)
  },
  async append({ path, text }) {
    await makeFolderOf(path)
    await appendFile(path, text)
  },
  delete: path => rm(path, { recursive: true }),
  async move({ from, to }) {
    await makeFolderOf(to)
    await rename(from, to)
  },
  async replace(given) {
    const text = await readFile(given.path, 'utf8')
    if (!text.includes(given.find)) throw new Error(`${given.path} does not contain ${JSON.stringify(given.find)}`)
    await writeFile(
      given.path,
      text.replaceAll(given.find, () => given.with),
    )
  },
  async mkdir(path) {
    await mkdir(path, { recursive: true })
  },
  chmod: ({ path, mode }) => chmod(path, Number.parseInt(mode, 8)),
}

const PLAY: Players = {
  ...PLAY_FILES,
  run(command) {
    spawnSync(command, { shell: true, stdio: ['ignore', 'inherit', 'inherit'] })
  },
  print: text => printAll(`${text}\n`),
  flood({ megabytes }) {
    const line = Buffer.from(`${'flood '.repeat(10)}\n`)
    const block = Buffer.alloc(64 * 1024, line)
    for (let left = megabytes * MEGABYTE_BYTES; left > 0; left -= block.length)
      printAll(block.subarray(0, Math.min(block.length, left)))
  },
  sleep: async ({ ms }) => {
    await delay(ms)
  },
  hang: () => forever(),
  'leave-child'() {
    const pids = [true, false].map(detached => {
      const child = spawn(process.execPath, ['-e', FOREVER], { detached, stdio: ['ignore', 'inherit', 'inherit'] })
      child.unref()
      return child.pid
    })
    printAll(`left ${pids.join(' and ')} behind\n`)
  },
  crash(signal) {
    process.kill(process.pid, signal)
    return forever()
  },
  exit: ({ code }) => process.exit(code),
  report: report => writeReport(`${JSON.stringify(report, null, 2)}\n`),
  'raw-report': ({ text }) => writeReport(text),
  'agent-error': problem => endWith({ is: 'agent-error', problem }),
  'usage-limit'({ minutes }) {
    const problem = minutes === undefined ? 'usage limit reached' : `usage limit reached, resets in ${minutes} minutes`
    return endWith({ is: 'usage-limit', problem, resetsInMs: minutes === undefined ? null : minutes * MINUTE_MS })
  },
  overloaded: () => endWith({ is: 'overloaded', problem: 'the model is overloaded' }),
  session: ({ id }) => printAll(`${JSON.stringify({ session_id: id })}\n`),
}

function endWith(trouble: Parameters<typeof agentErrorLine>[0]): never {
  printAll(agentErrorLine(trouble))
  process.exit(1)
}

const makeFolderOf = (path: string) => mkdir(dirname(path), { recursive: true })

async function writeReport(text: string): Promise<void> {
  const file = process.env.PM_AGENT_RESULT_FILE ?? '.pm-agent/result.json'
  await makeFolderOf(file)
  await writeFile(file, text)
}

/** Writes to the descriptor directly, so that nothing is lost when the program ends abruptly. */
function printAll(text: string | Buffer): void {
  for (let rest = Buffer.from(text); rest.length > 0; ) {
    try {
      rest = rest.subarray(writeSync(1, rest))
    } catch (error) {
      // An earlier program may have left the pipe non-blocking; then the write is retried a little later.
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1)
    }
  }
}

const forever = (): Promise<never> =>
  new Promise(() => {
    setInterval(() => {}, 2 ** 30)
  })

if (process.argv[1] !== undefined && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) await main()
