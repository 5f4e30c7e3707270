import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'

const VI = fileURLToPath(new URL('../src/vi.js', import.meta.url))
const dir = mkdtempSync(join(tmpdir(), 'vi-'))
const path = join(dir, 'notes.txt')
after(() => rmSync(dir, { recursive: true, force: true }))

function vi(text, ...args) {
  writeFileSync(path, text)
  const { status, stdout, stderr } = spawnSync(process.execPath, [VI, ...args], { encoding: 'utf8' })
  return { status, stdout, stderr, text: readFileSync(path, 'utf8') }
}

test('a file is edited and written', () => {
  const { status, text } = vi('one\ntwo\n', '--keys', 'ddp:%s/o/0/g<Enter>:wq<Enter>', path)
  assert.deepEqual([status, text], [0, 'tw0\n0ne\n'])
})

test('what is not written is not lost silently', () => {
  const { status, stderr, text } = vi('one\n', '--keys', 'x:q<Enter>', path)
  assert.deepEqual([status, text], [1, 'one\n'])
  assert.match(stderr, /was changed and not written/)
})

test('the screen can be shown', () => {
  const { status, stdout } = vi('one\ntwo\n', '--keys', 'jA!<Esc>:w<Enter>', '--show', path)
  assert.deepEqual([status, stdout.split('\n').slice(0, 3)], [0, ['one', 'two!', '~']])
  assert.match(stdout, /9 bytes written/)
})

test('without a file it says how it is used', () => {
  assert.match(vi('', '--keys', 'x').stderr, /^vi: usage/)
})
