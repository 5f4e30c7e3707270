/** A custom suite: only its exit code can be read, as of a chain of commands. */
const RUN = `import { readdirSync } from 'node:fs'

let failed = 0
for (const file of readdirSync(new URL('.', import.meta.url)).filter(name => name.endsWith('.test.js')).sort()) {
  const { cases } = await import(\`./\${file}\`)
  for (const [name, check] of Object.entries(cases)) {
    try {
      await check()
    } catch (error) {
      failed += 1
      console.log(\`FAILED \${name}: \${error.message}\`)
    }
  }
}
process.exitCode = failed > 0 ? 1 : 0
`

/** Colours chosen like a terminal library: by environment variables. */
const COLOURS = `const { NO_COLOR, TERM } = process.env
const enabled = !NO_COLOR && TERM !== 'dumb'

export function red(text) {
  return enabled ? \`\\u001b[31m\${text}\\u001b[39m\` : text
}

export function bold(text) {
  return enabled ? \`\\u001b[1m\${text}\\u001b[22m\` : text
}
`

const COLOUR_TESTS = `import { equal } from 'node:assert/strict'
import { bold, red } from '../src/colours.js'

export const cases = {
  'red is red': () => equal(red('a'), '\\u001b[31ma\\u001b[39m'),
  'bold is bold': () => equal(bold('a'), '\\u001b[1ma\\u001b[22m'),
}
`

/** A colour library whose suite is a chain of programs: a source check, then the tests. */
export const OPAQUE_PROJECT: Readonly<Record<string, string>> = {
  'package.json': `${JSON.stringify({ name: 'colours', type: 'module', scripts: { test: 'node lint.js && node test/run.js' } }, null, 2)}\n`,
  'lint.js':
    "import { readFileSync } from 'node:fs'\n\nif (readFileSync('src/colours.js', 'utf8').includes('\\t')) throw new Error('tabs in src/colours.js')\n",
  'src/colours.js': COLOURS,
  'test/run.js': RUN,
  'test/colours.test.js': COLOUR_TESTS,
}

/** A refactoring of it: one function for both, correct or with swapped codes. */
export const refactored = (isRight: boolean): Readonly<Record<string, string>> => ({
  'src/colours.js': `const { NO_COLOR, TERM } = process.env
const enabled = !NO_COLOR && TERM !== 'dumb'
const paint = (open, close) => text => (enabled ? \`\\u001b[\${open}m\${text}\\u001b[\${close}m\` : text)

export const red = paint(31, ${isRight ? 39 : 22})
export const bold = paint(1, 22)
`,
})
