import { append, paths, read, report, task, write } from '../agent.mjs'
import { together } from './together.mjs'
await together()
const [name, tail, shown] = task === '1' ? ['shout', " + '!'", 'A!'] : ['cry', '', 'A']
if (!read(paths.old).includes('<<<<<<<')) {
  write(paths.old, read(paths.old).replace('/** A text as', `const loud = text => text.toUpperCase()${tail}\nexport const ${name} = text => loud(text)\n\n/** A text as`))
  write(`test/${name}.test.js`, `import assert from 'node:assert/strict'\nimport { test } from 'node:test'\nimport { ${name} } from '../src/words.js'\n\ntest('${name} is loud', () => {\n  assert.equal(${name}('a'), '${shown}')\n})\n`)
} else {
  // "Resolves" the conflict by leaving the marks where they are.
  append(paths.old, '\n// resolved\n')
}
report()
