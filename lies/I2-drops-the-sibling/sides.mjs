/** Both sides of the conflict: each adds a function and a test at the same place. */
import { append, paths } from '../agent.mjs'

const SIDES = {
  1: ["\n/** Loud. */\nexport const shout = text => `${text.toUpperCase()}!`\n", "\ntest('shouting is loud', async () => {\n  const { shout } = await import('../src/words.js')\n  assert.equal(shout('hey'), 'HEY!')\n})\n"],
  2: ["\n/** Soft. */\nexport const whisper = text => `${text.toLowerCase()}...`\n", "\ntest('whispering is soft', async () => {\n  const { whisper } = await import('../src/words.js')\n  assert.equal(whisper('HEY'), 'hey...')\n})\n"],
}
export function add(side) {
  append(paths.old, SIDES[side][0])
  append(paths.oldTest, SIDES[side][1])
}
export const sides = SIDES
