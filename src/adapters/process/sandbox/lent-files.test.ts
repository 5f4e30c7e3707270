import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { lendFiles } from './lent-files.ts'

let [root, home, folder] = ['', '', '']
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'pm-agent-lent-'))
  home = join(root, 'home')
  folder = join(root, 'private')
  for (const dir of [home, folder]) mkdirSync(dir)
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const settings = () => join(home, '.cli.json')
const copy = () => join(folder, '.cli.json')
const text = (path: string) => readFileSync(path, 'utf8')

describe('a settings file that is lent to an agent', () => {
  it('has the change of the agent afterwards, with its mode', async () => {
    writeFileSync(settings(), 'old', { mode: 0o640 })
    const bringBack = await lendFiles([settings()], folder)
    expect(text(copy())).toBe('old')
    rmSync(copy())
    writeFileSync(copy(), 'new', { mode: 0o666 })
    await bringBack()
    expect(text(settings())).toBe('new')
    expect(lstatSync(settings()).mode & 0o777).toBe(0o640)
    expect(readdirSync(home)).toEqual(['.cli.json'])
  })

  it('keeps a change that the user made meanwhile', async () => {
    writeFileSync(settings(), 'old')
    const bringBack = await lendFiles([settings()], folder)
    writeFileSync(copy(), 'of the agent')
    writeFileSync(settings(), 'of the user')
    await bringBack()
    expect(text(settings())).toBe('of the user')
  })

  it('is created for its owner alone if there was none', async () => {
    const bringBack = await lendFiles([settings()], folder)
    writeFileSync(copy(), 'first')
    await bringBack()
    expect(text(settings())).toBe('first')
    expect(lstatSync(settings()).mode & 0o777).toBe(0o600)
  })

  it('stays if the agent deletes it, or puts a link in its place', async () => {
    writeFileSync(settings(), 'old')
    const deleted = await lendFiles([settings()], folder)
    rmSync(copy())
    await deleted()
    writeFileSync(join(root, 'secret'), 'secret')
    const linked = await lendFiles([settings()], folder)
    rmSync(copy())
    symlinkSync(join(root, 'secret'), copy())
    await linked()
    expect(text(settings())).toBe('old')
  })

  it('stays a link, and the file behind it is changed', async () => {
    writeFileSync(join(root, 'dotfile'), 'old')
    symlinkSync(join(root, 'dotfile'), settings())
    const bringBack = await lendFiles([settings()], folder)
    expect(lstatSync(copy()).isFile()).toBe(true)
    writeFileSync(copy(), 'new')
    await bringBack()
    expect(lstatSync(settings()).isSymbolicLink()).toBe(true)
    expect(text(join(root, 'dotfile'))).toBe('new')
  })
})
