/** Keys that have a name, by the name that a script gives them. */
const NAMED = new Map([
  ['esc', '<Esc>'],
  ['enter', '\n'],
  ['cr', '\n'],
  ['bs', '<BS>'],
  ['c-r', '<C-r>'],
  ['left', '<Left>'],
  ['down', '<Down>'],
  ['up', '<Up>'],
  ['right', '<Right>'],
  ['tab', '\t'],
  ['space', ' '],
  ['lt', '<'],
])

/** The same keys, by what a terminal sends. */
const SENT = new Map([
  ['\u001b', '<Esc>'],
  ['\r', '\n'],
  ['\u007f', '<BS>'],
  ['\b', '<BS>'],
  ['\u0012', '<C-r>'],
  ['\u001b[D', '<Left>'],
  ['\u001b[B', '<Down>'],
  ['\u001b[A', '<Up>'],
  ['\u001b[C', '<Right>'],
])

/** The keys of a script: `ihello<Esc>:wq<Enter>` has eleven of them. */
export function parseKeys(script) {
  return [...script.matchAll(/<([\w-]+)>|./gsu)].flatMap(([whole, name]) => {
    if (name === undefined) return [SENT.get(whole) ?? whole]
    const key = NAMED.get(name.toLowerCase())
    return key === undefined ? [...whole] : [key]
  })
}

/** The keys in what a terminal sent. */
export function decodeKeys(sent) {
  return [...sent.matchAll(/\u001b\[[A-D]|./gsu)].map(([bytes]) => SENT.get(bytes) ?? bytes)
}

/** Whether a key has a name only, and so never becomes text. */
export const isNamed = key => key.length > 1 && key.startsWith('<')
