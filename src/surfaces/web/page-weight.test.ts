import { readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { gzipSync } from 'node:zlib'
import { beforeAll, expect, test } from 'vitest'
import { type AppFiles, appFiles } from './app-bundle.ts'

const FIRST_LOAD_BYTES_MAX = 90_000

let files: AppFiles

beforeAll(async () => {
  // As a user starts it: in a folder of the user's own.
  const before = process.cwd()
  process.chdir(tmpdir())
  files = await appFiles()
  process.chdir(before)
})

/** The names of files that a file loads at once. */
const loadedBy = (name: string): readonly string[] =>
  [...files.get(name)!.matchAll(/(?:from|import)\s*"\.\/([^"]+)"/g)].map(([, file]) => file!)

function firstLoad(): readonly string[] {
  const found = new Set(['app.css', 'app.js'])
  for (const name of found) if (name.endsWith('.js')) for (const file of loadedBy(name)) found.add(file)
  return [...found]
}

test('the first load is at most 90 kB, and graph and diff are loaded later', () => {
  const first = firstLoad()
  const bytes = first.reduce((sum, name) => sum + gzipSync(files.get(name)!).length, 0)
  expect(bytes).toBeGreaterThan(10_000)
  expect(bytes).toBeLessThanOrEqual(FIRST_LOAD_BYTES_MAX)
  expect([...files.keys()].filter(name => !first.includes(name)).length).toBeGreaterThan(5)
  expect(first.map(name => files.get(name)!).join('')).not.toContain('rankdir')
})

test('nothing of agents or repositories is written as HTML', () => {
  const sources = readdirSync(new URL('./app', import.meta.url), { recursive: true, encoding: 'utf8' })
  const written = /innerHTML|outerHTML|insertAdjacentHTML|document\.write|ansiToHtml|srcdoc/i
  const wrong = sources.filter(
    name => name.endsWith('.ts') && written.test(readFileSync(new URL(`./app/${name}`, import.meta.url), 'utf8')),
  )
  expect(sources.length).toBeGreaterThan(40)
  expect(wrong).toEqual([])
})
