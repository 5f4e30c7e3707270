// Writes the figure of the last full run of the catalogue (lies/result.json) into the README, which a test compares with it.
import { readFileSync, writeFileSync } from 'node:fs'

const { entries, lies, liesAccepted, twins, twinsRejected } = JSON.parse(readFileSync('lies/result.json', 'utf8'))
const figure = `**${liesAccepted} of ${lies} lies accepted, ${twinsRejected} of ${twins} honest twins rejected (${entries} kinds)**`
const readme = readFileSync('README.md', 'utf8')
const written = readme.replace(
  /\*\*\d+ of \d+ lies accepted, \d+ of \d+ honest twins\s+rejected \(\d+ kinds\)\*\*/,
  figure,
)
if (!written.includes(figure)) throw new Error('README.md has no place for the figure')
writeFileSync('README.md', written)
console.log(figure)
