/** The second task as it should be done. */
import { report, vitest, write } from '../agent.mjs'
export function shout() {
  write('src/shout.js', '/** Loud. */\nexport function shout(text) {\n  return `${text.toUpperCase()}!`\n}\n')
  const head = vitest
    ? "import { expect, test } from 'vitest'\n"
    : "import assert from 'node:assert/strict'\nimport { test } from 'node:test'\n"
  const check = vitest ? "expect(shout('hey')).toBe('HEY!')" : "assert.equal(shout('hey'), 'HEY!')"
  write('test/shout.test.js', `${head}import { shout } from '../src/shout.js'\n\ntest('shouting is loud', () => {\n  ${check}\n})\n`)
  report()
}
