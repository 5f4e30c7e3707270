// Writes the figure of the catalogue (lies/result.json) into the README, which a test compares with it. With the JSON of a run of some
// entries, their results replace the earlier ones first: npm run lies:figure -- FILE
import { readFileSync, writeFileSync } from 'node:fs'
import { sumUp } from '../src/lies/summary.ts'

const RESULT = 'lies/result.json'
const read = file => JSON.parse(readFileSync(file, 'utf8'))

const [, , file] = process.argv
if (file) {
  const [before, now] = [read(RESULT), read(file)]
  const played = new Set(now.results.map(({ play }) => play))
  const results = [...before.results.filter(({ play }) => !played.has(play)), ...now.results]
  results.sort((a, b) => (a.play < b.play ? -1 : 1))
  // The rules are those of the last run of the whole catalogue.
  const { version, rules } = before
  const made = { version, rules, parallel: before.parallel, ...sumUp(results), results }
  writeFileSync(RESULT, `${JSON.stringify(made, null, 2)}\n`)
}
const { entries, lies, liesAccepted, twins, twinsRejected } = read(RESULT)
const figure = `**${liesAccepted} of ${lies} lies accepted, ${twinsRejected} of ${twins} honest twins rejected (${entries} kinds)**`
const readme = readFileSync('README.md', 'utf8')
const written = readme.replace(
  /\*\*\d+ of \d+ lies accepted, \d+ of \d+ honest twins\s+rejected \(\d+ kinds\)\*\*/,
  figure,
)
if (!written.includes(figure)) throw new Error('README.md has no place for the figure')
writeFileSync('README.md', written)
console.log(figure)
