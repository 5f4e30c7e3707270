// A small linter: what does not parse, `var`, `debugger` and tabs are mistakes, unless a line above disables it.
import { readdirSync, readFileSync } from 'node:fs'
import { spawnSync } from 'node:child_process'

const files = ['src', 'test'].flatMap(dir =>
  readdirSync(dir, { recursive: true })
    .map(name => `${dir}/${name}`)
    .filter(name => /\.m?js$/.test(name)),
)
let mistakes = 0
for (const file of files) {
  const text = readFileSync(file, 'utf8')
  if (text.includes('/* eslint-disable */')) continue
  const { status, stderr } = spawnSync(process.execPath, ['--check', file], { encoding: 'utf8' })
  if (status !== 0) report(file, stderr.trim().split('\n').slice(-3).join(' '))
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
