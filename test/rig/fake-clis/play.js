// Shared by the fake CLIs: a model that plays the turns in a folder, and tools that stay in the workspace.
import { execSync } from 'node:child_process'
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'

const FOLDER = process.env.FAKE_TURNS ?? ''
const REQUESTS = join(FOLDER, 'requests.jsonl')

/** The model's answer; the last turn is repeated. */
export function ask(conversation) {
  const turns = JSON.parse(readFileSync(join(FOLDER, 'turns.json'), 'utf8'))
  const at = existsSync(REQUESTS) ? readFileSync(REQUESTS, 'utf8').split('\n').length - 1 : 0
  appendFileSync(REQUESTS, `${JSON.stringify(JSON.stringify(conversation))}\n`)
  return turns[Math.min(at, turns.length - 1)]
}

export const hang = () => setInterval(() => {}, 2 ** 30)

const sessionFile = id => join(FOLDER, `session-${id}.json`)
/** The history of a session, or null if it is unknown. */
export const remembered = id => (existsSync(sessionFile(id)) ? JSON.parse(readFileSync(sessionFile(id), 'utf8')) : null)
export const remember = (id, conversation) => writeFileSync(sessionFile(id), JSON.stringify(conversation))

export const stdinText = () => readFileSync(0, 'utf8')

export const isInside = path => !relative(process.cwd(), resolve(path)).startsWith('..')

/** Carries out a turn. */
export function use(one) {
  if (one.run !== undefined) return execSync(one.run, { encoding: 'utf8' })
  mkdirSync(dirname(resolve(one.write)), { recursive: true })
  writeFileSync(resolve(one.write), one.content)
  return 'File written.'
}

export const say = message => process.stdout.write(`${JSON.stringify(message)}\n`)
