import { spawn, spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Project } from './projects/project.ts'

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url))
const SCRIPT = 'script'
const MODES = '==modes=='
const COLUMNS = 80
const ROWS = 24

/** What a program did to the terminal it was started in. */
export interface Left {
  readonly code: number | null
  /** Everything that was sent to the terminal, escape codes and all. */
  readonly sent: string
  /** The modes of the terminal before the program and after it, as `stty` tells them. */
  readonly modesBefore: string
  readonly modesAfter: string
}

/** A program in a terminal of its own, made by `script`: what is pressed goes in, what is drawn comes out. */
export class PseudoTerminal {
  readonly done: Promise<Left>
  readonly #child
  readonly #listeners = new Set<() => void>()
  #sent = ''

  constructor(project: Project, program: readonly string[], env: Readonly<Record<string, string>> = {}) {
    const told = `echo ${MODES}; stty -g; echo ${MODES}`
    const begun = `sh -c 'echo "at $(tty) as $$"; exec "$@"' sh ${program.map(quoted).join(' ')}`
    const command = `stty cols ${COLUMNS} rows ${ROWS}; ${told}; ${begun}; code=$?; ${told}; exit $code`
    // -f shows everything at once, -e hands the exit code on, and nothing is kept but what comes out.
    this.#child = spawn(findScript(), ['-qfec', command, '/dev/null'], {
      cwd: project.dir,
      env: { ...project.env(), TERM: 'xterm-256color', SHELL: '/bin/sh', ...env },
    })
    this.#child.stdout.setEncoding('utf8').on('data', text => this.#hear(text))
    this.#child.stderr.setEncoding('utf8').on('data', text => this.#hear(text))
    this.done = new Promise((resolve, reject) => {
      this.#child.on('error', reject)
      this.#child.on('close', code => resolve({ code, ...apart(this.#sent) }))
    })
  }

  /** pm-agent, the way a user starts it. */
  static pm(project: Project, args: readonly string[], env: Readonly<Record<string, string>> = {}): PseudoTerminal {
    return new PseudoTerminal(project, [process.execPath, MAIN, ...args], env)
  }

  /** The characters of keys, as a keyboard sends them. */
  press(keys: string): void {
    this.#child.stdin.write(keys)
  }

  kill(signal: NodeJS.Signals): void {
    process.kill(Number(this.#begun().pid), signal)
  }

  /** Its window is closed: the program loses its terminal. Says which process that was. */
  close(): number {
    const pid = Number(this.#begun().pid)
    this.#child.kill('SIGKILL')
    return pid
  }

  resize(columns: number, rows: number): void {
    spawnSync('stty', ['-F', this.#begun().place, 'cols', String(columns), 'rows', String(rows)])
  }

  /** The last whole screen, as text. */
  screen(): string {
    const frames = this.#sent.split('\u001b[?2026h').slice(1)
    const whole = frames.findLast(frame => frame.includes('\u001b[?2026l')) ?? ''
    return withoutEscapes(whole.slice(0, whole.indexOf('\u001b[?2026l')))
  }

  /** Resolves when the screen shows these words, and again does not before it is drawn anew. */
  shows(words: string | RegExp): Promise<void> {
    return this.#until(words, () =>
      typeof words === 'string' ? this.screen().includes(words) : words.test(this.screen()),
    )
  }

  /** Resolves when these words have been printed, by a program that draws no screen. */
  says(words: string): Promise<void> {
    return this.#until(words, () => withoutEscapes(this.#sent).includes(words))
  }

  #until(words: string | RegExp, holds: () => boolean): Promise<void> {
    return new Promise((resolve, reject) => {
      const look = () => {
        if (!holds()) return
        this.#listeners.delete(look)
        resolve()
      }
      this.#listeners.add(look)
      look()
      void this.done.then(({ sent }) => reject(new Error(`ended without showing ${words}:\n${withoutEscapes(sent)}`)))
    })
  }

  #begun(): { readonly place: string; readonly pid: string } {
    const [, place, pid] = /^at (\S+) as (\d+)/m.exec(this.#sent) ?? []
    if (place === undefined || pid === undefined) throw new Error('the program has not begun')
    return { place, pid }
  }

  #hear(text: string): void {
    this.#sent += text
    for (const listener of this.#listeners) listener()
  }
}

function findScript(): string {
  if (spawnSync(SCRIPT, ['--version']).status === 0) return SCRIPT
  throw new Error(
    'these tests need the program `script` for a pseudo terminal (util-linux; on Debian the package bsdutils)',
  )
}

const quoted = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`

/** The modes that were told before and after, and what the program itself sent between. */
function apart(all: string): Omit<Left, 'code'> {
  const [, modesBefore = '', sent = '', modesAfter = ''] = all.split(`${MODES}\r\n`)
  return { sent, modesBefore, modesAfter }
}

/** The text that escape codes leave. */
export const withoutEscapes = (text: string): string =>
  text.replace(/\u001b\[[0-?]*[ -/]*[@-~]/g, '').replace(/\r+\n/g, '\n')
