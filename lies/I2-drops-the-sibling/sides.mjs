/** Both sides of the conflict: each adds a function and a test at the same place, and changes the same line. */
import { append, paths, read, write } from '../agent.mjs'

export const sides = {
  1: ["\n/** Loud. */\nexport const shout = text => `${text.toUpperCase()}!`\n", "\ntest('shouting is loud', async () => {\n  const { shout } = await import('../src/words.js')\n  assert.equal(shout('hey'), 'HEY!')\n})\n"],
  2: ["\n/** Soft. */\nexport const whisper = text => `${text.toLowerCase()}...`\n", "\ntest('whispering is soft', async () => {\n  const { whisper } = await import('../src/words.js')\n  assert.equal(whisper('HEY'), 'hey...')\n})\n"],
}
const NAMES = { 1: 'shout', 2: 'whisper' }
const list = (...taken) => `export const voices = [${taken.map(side => `'${NAMES[side]}'`).join(', ')}]\n`

export function add(side) {
  append(paths.old, sides[side][0])
  append(paths.oldTest, sides[side][1])
  write('src/voices.js', list(side))
}

export const isInConflict = () => read('src/voices.js').includes('<<<<<<<')

/** Takes the marks out of all files and keeps these sides. */
export function resolve(...kept) {
  for (const [path, at] of [[paths.old, 0], [paths.oldTest, 1]]) {
    const [now] = read(path).split(/\n?<<<<<<< /)
    write(path, `${now.trimEnd()}\n${kept.map(side => sides[side][at]).join('')}`)
  }
  write('src/voices.js', list(...kept))
}
