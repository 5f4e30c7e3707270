import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { Recorded } from '../../../src/core/run/event.ts'
import { stateOfFiles } from '../../../src/lies/untouched.ts'
import { fingerprint, Project, processesOf } from './project.ts'
import { SHELL_PROJECT, shellPlan } from './shell-project.ts'

// 1 --> 2      3      final
export const PLAN = shellPlan([{ id: '1' }, { id: '2', needs: ['1'] }, { id: '3' }], { verification: true })

/** A user whose repository, state and temporary folder are compared before and after. */
export class Stage implements Disposable {
  readonly user: Project
  readonly temp: string
  readonly #before: readonly unknown[]

  private constructor(user: Project) {
    this.user = user
    this.temp = join(user.root, 'tmp')
    mkdirSync(this.temp)
    this.#before = this.#look()
  }

  static async with(files: Readonly<Record<string, string>> = {}): Promise<Stage> {
    return new Stage(await Project.with({ ...SHELL_PROJECT, 'PLAN.md': PLAN, ...files }))
  }

  /** After the user's real actions. */
  static on(user: Project): Stage {
    return new Stage(user)
  }

  start(...args: readonly string[]) {
    return this.user.start(['run', ...args], { env: { TMPDIR: this.temp } })
  }

  /** A rehearsal of a script. */
  script(text: string, ...args: readonly string[]) {
    writeFileSync(join(this.user.root, 'script.yaml'), text)
    return this.start('--rehearse', join(this.user.root, 'script.yaml'), ...args)
  }

  /** Everything is unchanged, to the byte, and no process is left. */
  expectNothingHappened(): void {
    expect(this.#look()).toEqual(this.#before)
    expect(readdirSync(this.temp)).toEqual([])
    expect(processesOf(this.user.root)).toEqual([])
  }

  #look(): readonly unknown[] {
    const { dir, root, home } = this.user
    return [stateOfFiles(dir), fingerprint(dir), fingerprint(join(root, 'state')), fingerprint(home)]
  }

  [Symbol.dispose](): void {
    this.user[Symbol.dispose]()
  }
}

export const factsIn = (stdout: string): readonly (Recorded & { readonly rehearsal?: true })[] =>
  stdout
    .trim()
    .split('\n')
    .map(line => JSON.parse(line))
