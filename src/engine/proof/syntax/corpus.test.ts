import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parse } from '@babel/parser'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { gut } from './gut.ts'
import { isInert } from './inert.ts'

const HERE = fileURLToPath(new URL('../../../..', import.meta.url))
const files = readdirSync(join(HERE, 'src'), { recursive: true, withFileTypes: true })
  .filter(entry => entry.isFile() && entry.name.endsWith('.ts'))
  .map(entry => join(entry.parentPath, entry.name))
  .map(path => ({ path: path.slice(HERE.length), text: readFileSync(path, 'utf8') }))

/** Other files use their values while they load. */
const USED_WHILE_LOADING = [
  'src/adapters/agents/scripted/script.ts',
  ...['answer-schema', 'answer-fields'].map(name => `src/adapters/agents/answers/${name}.ts`),
  ...['values', 'gates', 'limits', 'schema'].map(name => `src/adapters/config/${name}.ts`),
]

it('every file of this house is still a file when it is emptied, and loads', async () => {
  const home = mkdtempSync(join(tmpdir(), 'pm-agent-emptied-'))
  try {
    symlinkSync(join(HERE, 'node_modules'), join(home, 'node_modules'))
    writeFileSync(join(home, 'package.json'), '{ "type": "module" }')
    for (const { path, text } of files) {
      const result = await gut(null, text, path)
      if (result.is === 'unknown') expect(result.why).toContain('No function or value')
      const left = result.is === 'gutted' ? result.text : text
      expect(() => stripTypeScriptTypes(left), path).not.toThrow()
      mkdirSync(join(home, dirname(path)), { recursive: true })
      // Emptied all at once, one file would miss what another one is made of while it loads.
      writeFileSync(join(home, path), USED_WHILE_LOADING.includes(path) ? text : left)
    }
    // Programs run when they are loaded, and tests want their runner.
    const loaded = files
      .map(({ path }) => path)
      .filter(path => !/\.test\.ts$|\brig\.ts$|main\.ts$|\b(scripted-player|worker)\.ts$/.test(path))
    const script = loaded.map(path => `await import('./${path}')`).join('\n')
    writeFileSync(join(home, 'load.mjs'), `${script}\nprocess.stdout.write('loaded')`)
    expect(execFileSync(process.execPath, ['--no-warnings', 'load.mjs'], { cwd: home, encoding: 'utf8' })).toBe(
      'loaded',
    )
  } finally {
    rmSync(home, { recursive: true })
  }
})

it('every file of this house is the same code without its types', async () => {
  for (const { path, text } of files) {
    const stripped = stripTypeScriptTypes(text)
    // A file of types alone is no module any more when they are gone.
    const isModule = /^(import|export)\b/m.test(stripped)
    // An import that is left without names is one that some compilers keep.
    if (isModule && !/^import \{( type \w+,?)+ \}/m.test(text))
      expect(await isInert(text, stripped, path), path).toBe(true)
  }
})

const OPERATORS: Readonly<Record<string, string>> = {
  '+': '-',
  '===': '!==',
  '&&': '||',
  '??': '||',
  '<': '>',
  '?.': '.',
}

/** Another token for this one; null where none would do. */
function another(label: string, text: string): string | null {
  if (label === 'name') return `${text}X`
  if (label === 'num') return `${text}1`
  if (label === 'string') return `${text.slice(0, -1)}x${text.slice(-1)}`
  if (label === 'true' || label === 'false') return label === 'true' ? 'false' : 'true'
  return OPERATORS[text] ?? null
}

it('no token can be changed without being seen', async () => {
  const changes = files.flatMap(({ path, text }) => {
    const code = stripTypeScriptTypes(text)
    if (code.length > 8000) return []
    const { tokens } = parse(code, { sourceType: 'module', tokens: true })
    return (tokens ?? []).flatMap(({ type, start, end }: { type: { label?: string }; start: number; end: number }) => {
      const other = another(type?.label ?? '', code.slice(start, end))
      return other === null ? [] : [{ path, code, changed: code.slice(0, start) + other + code.slice(end) }]
    })
  })
  expect(changes.length).toBeGreaterThan(10_000)
  await fc.assert(
    fc.asyncProperty(fc.nat({ max: changes.length - 1 }), async at => {
      const { code, changed } = changes[at]!
      expect(await isInert(code, changed, 'a.mjs')).toBe(false)
    }),
    { numRuns: 300 },
  )
})
