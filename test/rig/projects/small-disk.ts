import { type ChildProcess, spawn } from 'node:child_process'
import { MAIN } from '../program.ts'
import { type Running, start } from './project.ts'

/**
 * Folders on small separate disks. They exist in a namespace that this object keeps alive, so that no privileges are
 * needed and nothing stays mounted; programs must be started inside.
 */
export class SmallDisk implements Disposable {
  readonly #keeper: ChildProcess

  private constructor(keeper: ChildProcess) {
    this.#keeper = keeper
  }

  /** Mounts an empty disk at each folder, in this order; folders on an earlier disk are created. */
  static async at(folders: readonly string[], sizeMb: number): Promise<SmallDisk> {
    const mounts = folders.map(dir => `mkdir -p '${dir}' && mount -t tmpfs -o size=${sizeMb}m,mode=755 none '${dir}'`)
    const keeper = spawn('unshare', ['-Urm', 'sh', '-c', [...mounts, 'echo ready', 'exec sleep 100000'].join(' && ')])
    const said = await new Promise<string>(resolve => {
      let text = ''
      for (const stream of [keeper.stdout, keeper.stderr])
        stream.setEncoding('utf8').on('data', more => {
          text += more
          if (text.includes('ready')) resolve(text)
        })
      keeper.on('error', error => resolve(error.message))
      keeper.on('close', () => resolve(text))
    })
    if (!said.includes('ready')) throw new Error(`these tests need a user namespace with a tmpfs in it: ${said}`)
    return new SmallDisk(keeper)
  }

  /** Moves a folder with its contents to a separate disk. */
  async put(dir: string, sizeMb: number): Promise<void> {
    const moved = `mkdir ../aside && cp -a . ../aside && mount -t tmpfs -o size=${sizeMb}m,mode=755 none "$0"`
    const back = 'cd "$0" && cp -a ../aside/. . && rm -r ../aside && echo put'
    const put = await this.start(dir, ['sh', '-c', `${moved} && ${back}`, dir], process.env).done
    if (!put.stdout.includes('put')) throw new Error(put.stderr)
  }

  /** A program that sees the disks. */
  start(cwd: string, program: readonly string[], env: NodeJS.ProcessEnv): Running {
    const inside = ['--target', String(this.#keeper.pid), '--user', '--mount', '--preserve-credentials']
    // The folder is entered inside the namespace: outside it would be below the mount.
    return start('nsenter', [...inside, '--', 'sh', '-c', 'cd "$0" && exec "$@"', cwd, ...program], { cwd: '/', env })
  }

  /** pm-agent, as a user starts it. */
  pm(cwd: string, args: readonly string[], env: NodeJS.ProcessEnv): Running {
    return this.start(cwd, [process.execPath, MAIN, ...args], env)
  }

  /** Fills the disk of this folder completely. */
  async fill(dir: string): Promise<void> {
    await this.start(dir, ['sh', '-c', 'cat /dev/zero > ballast; echo full'], process.env).done
  }

  async free(dir: string): Promise<void> {
    await this.start(dir, ['rm', 'ballast'], process.env).done
  }

  [Symbol.dispose](): void {
    this.#keeper.kill('SIGKILL')
  }
}
