import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { taskId } from '../../core/plan/ids.ts'
import { createPlanFile } from './file.ts'

let folder: string
let path: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'plan-file-'))
  path = join(folder, 'PLAN.md')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('a plan is read with its byte order mark, and is null when it does not exist', async () => {
  writeFileSync(path, '\ufeff# 계획 🙂\r\n')
  expect(await createPlanFile(path).read()).toBe('\ufeff# 계획 🙂\r\n')
  expect(await createPlanFile(join(folder, 'gone.md')).read()).toBe(null)
  expect(await createPlanFile(join(path, 'below-a-file.md')).read()).toBe(null)
})

test('boxes are read and ticked in the text, not in the file', () => {
  const file = createPlanFile(path)
  const ticked = file.tick('### [ ] TODO 1: A\n', [{ task: taskId('1'), criteria: [] }])
  expect(ticked).toBe('### [x] TODO 1: A\n')
  expect(file.ticks(ticked)).toEqual([{ task: '1', criteria: [] }])
})

test('a replaced plan keeps its mode, and no temporary file is left', async () => {
  writeFileSync(path, 'old')
  chmodSync(path, 0o640)
  expect(await createPlanFile(path).replace('old', '\ufeffnew 🙂')).toBe(true)
  expect(readFileSync(path, 'utf8')).toBe('\ufeffnew 🙂')
  expect(statSync(path).mode & 0o7777).toBe(0o640)
  expect(readdirSync(folder)).toEqual(['PLAN.md'])
})

test('a plan that was changed or deleted by others is left alone', async () => {
  writeFileSync(path, 'theirs')
  expect(await createPlanFile(path).replace('ours', 'new')).toBe(false)
  expect(readFileSync(path, 'utf8')).toBe('theirs')
  expect(await createPlanFile(join(folder, 'gone.md')).replace('ours', 'new')).toBe(false)
  expect(readdirSync(folder)).toEqual(['PLAN.md'])
})

test('a plan that is not UTF-8 is never written, although it reads as text', async () => {
  const bytes = Buffer.from([0x61, 0xff, 0x62])
  writeFileSync(path, bytes)
  const file = createPlanFile(path)
  const text = (await file.read())!
  expect(text).toBe('a\ufffdb')
  expect(await file.replace(text, 'new')).toBe(false)
  expect(readFileSync(path)).toEqual(bytes)
})

test('a plan behind a symbolic link is replaced at its target, and the link stays', async () => {
  const real = join(folder, 'real.md')
  writeFileSync(real, 'old')
  symlinkSync('real.md', path)
  expect(await createPlanFile(path).replace('old', 'new')).toBe(true)
  expect(readFileSync(real, 'utf8')).toBe('new')
  expect(lstatSync(path).isSymbolicLink()).toBe(true)
})

test('files beside the plan are written with their folders and read again', async () => {
  const file = createPlanFile(path)
  await file.writeBeside('context/outputs.json', '{}')
  await file.writeBeside('context/outputs.json', '{ "a": 1 }')
  expect(await file.readBeside('context/outputs.json')).toBe('{ "a": 1 }')
  expect(await file.readBeside('context/learnings.md')).toBe(null)
  expect(readdirSync(join(folder, 'context'))).toEqual(['outputs.json'])
})

test('no temporary file is left when a plan could not be replaced', async () => {
  mkdirSync(path)
  const seen = async () => Buffer.from('')
  await expect(createPlanFile(path, seen).replace('', 'new')).rejects.toThrow('EISDIR')
  expect(readdirSync(folder)).toEqual(['PLAN.md'])
})

test('an edit at any moment of a replacement survives it, and the file is never half of anything', async () => {
  const file = createPlanFile(path)
  for (let round = 0; round < 60; round++) {
    writeFileSync(path, 'old')
    const replaced = file.replace('old', 'ours')
    // Another number of turns each time, so that the edit falls into every step of the replacement.
    for (let turns = 0; turns < round; turns++) await Promise.resolve()
    if (round % 2 === 0) await new Promise(resolve => setImmediate(resolve))
    writeFileSync(path, 'theirs')
    await replaced
    expect(readFileSync(path, 'utf8')).toBe('theirs')
  }
  expect(readdirSync(folder)).toEqual(['PLAN.md'])
})
