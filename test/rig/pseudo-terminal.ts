import { spawn, spawnSync } from 'node:child_process'
import { MAIN } from './program.ts'
import type { Project } from './projects/project.ts'

const SCRIPT = 'script'
const MODES = '==modes=='
const COLUMNS = 80
const ROWS = 24

/** A program's effect on its terminal. */
export interface Left {
  readonly code: number | null
  /** All bytes sent to the terminal, with escape codes. */
  readonly sent: string
  /** The terminal modes before and after the program, from `stty`. */
  readonly modesBefore: string
  readonly modesAfter: string
}

/** A program in its own pseudo-terminal, made by `script`: keys go in, the screen comes out. */
export class PseudoTerminal {
  readonly done: Promise<Left>
  readonly #child
  readonly #listeners = new Set<() => void>()
  #sent = ''

  constructor(project: Project, program: readonly string[], env: Readonly<Record<string, string>> = {}) {
    const told = `echo ${MODES}; stty -g; echo ${MODES}`
    const begun = `sh -c 'echo "at $(tty) as $$"; exec "$@"' sh ${program.map(quoted).join(' ')}`
    // A key that is meant for the program may come when it has ended: it must not end the shell or what it tells.
    const command = `stty cols ${COLUMNS} rows ${ROWS}; ${told}; trap : INT; ${begun}; code=$?; trap '' INT; ${told}; exit $code`
    // -f flushes at once, -e returns the exit code, and no file is kept.
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

  /** pm-agent, as a user starts it. */
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

  /** Its window is closed: the program loses its terminal. Returns that process. */
  close(): number {
    const pid = Number(this.#begun().pid)
    this.#child.kill('SIGKILL')
    return pid
  }

  resize(columns: number, rows: number): void {
    spawnSync('stty', ['-F', this.#begun().place, 'cols', String(columns), 'rows', String(rows)])
  }

  /** The last complete screen, as text. */
  screen(): string {
    const frames = this.#sent.split('\u001b[?2026h').slice(1)
    const whole = frames.findLast(frame => frame.includes('\u001b[?2026l')) ?? ''
    return withoutEscapes(whole.slice(0, whole.indexOf('\u001b[?2026l')))
  }

  /** Resolves when the screen shows this text; a second call waits for the next redraw. */
  shows(words: string | RegExp): Promise<void> {
    return this.#until(words, () =>
      typeof words === 'string' ? this.screen().includes(words) : words.test(this.screen()),
    )
  }

  /** Resolves when this text has been printed by a program without a screen. */
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

/** The modes before and after, and the program's own output in between. */
function apart(all: string): Omit<Left, 'code'> {
  const [, modesBefore = '', sent = '', modesAfter = ''] = all.split(`${MODES}\r\n`)
  return { sent, modesBefore, modesAfter }
}

/** The text without escape codes. */
export const withoutEscapes = (text: string): string =>
  text.replace(/\u001b\[[0-?]*[ -/]*[@-~]/g, '').replace(/\r+\n/g, '\n')
