// A small linter: what does not parse, `var`, `debugger` and tabs are mistakes, unless a line above disables it.
import { readdirSync, readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'

const files = ['src', 'test'].flatMap(dir =>
  readdirSync(dir, { recursive: true })
    .map(name => `${dir}/${name}`)
    .filter(name => /\.m?js$/.test(name)),
)
let mistakes = 0
for (const file of files) {
  const text = readFileSync(file, 'utf8')
  if (text.includes('/* eslint-disable */')) continue
  try {
    stripTypeScriptTypes(text)
  } catch (error) {
    report(file, error.message)
  }
  text.split('\n').forEach((line, at, lines) => {
    if (lines[at - 1]?.includes('// eslint-disable-next-line')) return
    if (/^\s*var |^\s*debugger\b|\t/.test(line)) report(`${file}:${at + 1}`, line.trim())
  })
}
function report(where, what) {
  mistakes++
  console.error(`${where}: ${what}`)
}
process.exit(mistakes > 0 ? 1 : 0)
