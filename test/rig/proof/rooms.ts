import { randomUUID } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type CommandRooms, createRooms } from '../../../src/adapters/rooms/room-commands.ts'
import { tree } from '../../../src/core/plan/ids.ts'
import { DEFAULT_LIMITS, type Fittings, fittingsOf } from '../../../src/core/settings/config.ts'
import type { CommandResult, CommandSpec, Room } from '../../../src/ports.ts'

/** Rooms over plain folders: a tree is a folder of that name, and a room is a copy of it. */
export class RoomsRig implements Disposable {
  readonly dir = mkdtempSync(join(tmpdir(), 'rooms-'))
  readonly cacheDir = join(this.dir, 'cache')
  readonly usersTop = join(this.dir, 'user')
  readonly rooms: CommandRooms
  #count = 0

  constructor(env: Readonly<Record<string, string>> = {}) {
    for (const name of ['home', 'user', 'cache']) mkdirSync(join(this.dir, name))
    this.rooms = createRooms({
      checkout: {
        open: async id => {
          const dir = join(this.dir, 'rooms', `room-${++this.#count}`)
          cpSync(join(this.dir, 'trees', id), dir, { recursive: true })
          return { dir }
        },
        close: async dir => rmSync(dir, { recursive: true }),
      },
      outputsDir: join(this.dir, 'outputs'),
      tempRoot: join(this.dir, 'temp'),
      cacheDir: this.cacheDir,
      usersTop: this.usersTop,
      hidden: [this.dir],
      userEnv: { PATH: process.env.PATH, HOME: join(this.dir, 'home'), SECRET: 'hush', ...env },
    })
  }

  write(files: Readonly<Record<string, string>>): void {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(this.dir, path)), { recursive: true })
      writeFileSync(join(this.dir, path), text)
    }
  }

  /** The lines of a file that commands wrote, outside of every room. */
  lines(name: string): readonly string[] {
    const path = join(this.dir, name)
    return existsSync(path) ? readFileSync(path, 'utf8').trim().split('\n') : []
  }

  open(id: string, fittings: Partial<Fittings> = {}): Promise<Room> {
    return this.rooms.open(tree(id), fittingsOf(fittings))
  }

  run(
    room: Room,
    command: string,
    changes: Partial<CommandSpec> = {},
    signal = new AbortController().signal,
  ): Promise<CommandResult> {
    const spec: CommandSpec = {
      command,
      minutes: 1,
      limits: DEFAULT_LIMITS,
      token: randomUUID(),
      home: 'empty',
      ...changes,
    }
    return this.rooms.run(room, spec, signal)
  }

  /** Setup on a base. */
  setUp(room: Room, command: string, changes: Partial<CommandSpec> = {}): Promise<CommandResult> {
    return this.run(room, command, { home: 'users', ofBase: true, ...changes })
  }

  [Symbol.dispose](): void {
    rmSync(this.dir, { recursive: true, force: true, maxRetries: 3 })
  }
}
