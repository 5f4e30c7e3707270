/** Bundles the command line into `dist/`, in chunks that are loaded when a command needs them, and writes the man page. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { COMMANDS } from '../src/surfaces/cli/command-table.ts'
import { manPage } from '../src/surfaces/cli/man-page.ts'
import { VERSION } from '../src/surfaces/cli/version.ts'
import { bundle } from './bundle.ts'

rmSync('dist', { recursive: true, force: true })
const { inputs, outputs } = await bundle('dist')
writeFileSync('dist/pm-agent.1', manPage(COMMANDS, VERSION))
writeFileSync('dist/THIRD-PARTY-LICENSES.txt', licences(Object.keys(inputs)))
const bytes = Object.values(outputs).reduce((sum, output) => sum + output.bytes, 0)
console.log(`dist: ${Object.keys(outputs).length} files, ${Math.round(bytes / 1024)} kB`)

/** Bundled packages keep their licence text. */
function licences(inputs: readonly string[]): string {
  const packages = new Set([
    '@vscode/tree-sitter-wasm',
    ...inputs.flatMap(path => path.match(/^node_modules\/((?:@[^/]+\/)?[^/]+)\//)?.[1] ?? []),
  ])
  return [...packages]
    .sort()
    .map(name => {
      const manifest = JSON.parse(readFileSync(`node_modules/${name}/package.json`, 'utf8'))
      return `${name} ${manifest.version} (${manifest.license})\n\n${licenceText(name)}\n`
    })
    .join(`\n${'-'.repeat(80)}\n\n`)
}

function licenceText(name: string): string {
  for (const file of ['LICENSE', 'LICENSE.md', 'LICENSE.txt', 'LICENSE-MIT', 'license'])
    try {
      return readFileSync(`node_modules/${name}/${file}`, 'utf8').trim()
    } catch {
      // Try the next spelling.
    }
  throw new Error(`${name} is bundled and its licence was not found`)
}
