import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { load, save } from '../src/file.js'

const dir = mkdtempSync(join(tmpdir(), 'vi-file-'))
after(() => rmSync(dir, { recursive: true, force: true }))

test('what is saved is loaded again, and nothing is left beside it', () => {
  const path = join(dir, 'notes.txt')
  assert.equal(save(path, ['one', 'zwölf']), 11)
  assert.deepEqual(load(path), { lines: ['one', 'zwölf'], isNew: false })
  assert.deepEqual(readdirSync(dir), ['notes.txt'])
})

test('a file that does not exist is empty and new', () => {
  assert.deepEqual(load(join(dir, 'none.txt')), { lines: [''], isNew: true })
})

test('a file behind a link is written, and keeps its mode', () => {
  const path = join(dir, 'run.sh')
  writeFileSync(path, '', { mode: 0o700 })
  symlinkSync(path, join(dir, 'link'))
  save(join(dir, 'link'), ['echo'])
  assert.equal(readFileSync(path, 'utf8'), 'echo\n')
  assert.equal(statSync(path).mode & 0o777, 0o700)
})

test('a folder is no file', () => {
  assert.throws(() => load(dir))
  assert.throws(() => save(dir, ['x']))
})
