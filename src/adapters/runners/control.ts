import { randomBytes } from 'node:crypto'
import { posix } from 'node:path'

/** What every control says when it runs. */
export const CONTROL_SAYS = 'this control must fail'

/** A name that no honest file has and that matches whatever its neighbour's name matched. */
export function besideScript(beside: string): string {
  const name = posix.basename(beside)
  const [, stem = '', ending = ''] = /^([^.]*?)((?:[_-](?:test|spec))?\..+)$/.exec(name) ?? []
  const random = randomBytes(4).toString('hex')
  const start = /^test-/.test(stem) ? 'test-control' : 'control'
  const tail = /^(?:test|spec)$/.test(stem) && /^\.\w+$/.test(ending) ? `.${stem}${ending}` : ending
  return posix.join(posix.dirname(beside), `${start}-${random}${tail}`)
}

/** A relative import of another file of the tree. */
function relativeImport(from: string, to: string): string {
  const path = posix.relative(posix.dirname(from), to)
  return path.startsWith('.') ? path : `./${path}`
}

/** Loads the subjects inside a test body, in whichever way the file's own style allows; a failing load hides nothing. */
export function loading(path: string, subjects: readonly string[]): string {
  const targets = subjects.map(subject => JSON.stringify(relativeImport(path, subject)))
  return targets
    .map(
      target =>
        `  try {\n    await import(${target})\n  } catch {\n    try {\n      typeof require === 'function' && require(${target})\n    } catch {}\n  }\n`,
    )
    .join('')
}

/**
 * The body of a control: it fails if every one of these assertions does. Where code of the tree has made one of them say
 * nothing, the control passes, and so shows that the suite cannot be trusted to fail.
 */
export const controlBody = (path: string, subjects: readonly string[], assertions: readonly string[]): string =>
  `${loading(path, subjects)}  let silent = 0
  for (const asserts of [
${assertions.map(assertion => `    async () => ${assertion},`).join('\n')}
  ]) {
    try {
      await asserts()
      silent++
    } catch {}
  }
  if (silent === 0) throw new Error('${CONTROL_SAYS}')
`

/** For runners without assertions of their own; a dynamic import is the form that modules and CommonJS share. */
const NODE_ASSERT = "(await import('node:assert')).default"
export const NODE_ASSERTIONS = ['', '.strict'].flatMap(strict => [
  `${NODE_ASSERT}${strict}.equal(1, 2)`,
  `${NODE_ASSERT}${strict}.deepEqual({ a: [1] }, { a: [2] })`,
  `${NODE_ASSERT}${strict}.ok(false)`,
  `${NODE_ASSERT}${strict}.throws(() => {})`,
])

/** Those that projects bring themselves: what is not there refuses as well. */
const CHAI = `(await import('${'chai'}'))`
export const BROUGHT_ASSERTIONS = [`${CHAI}.expect(1).to.equal(2)`, `${CHAI}.assert.equal(1, 2)`]

export const EXPECTATIONS = [
  'expect(1).toBe(2)',
  'expect({ a: [1] }).toEqual({ a: [2] })',
  'expect(1).not.toBe(1)',
  'expect(() => {}).toThrow()',
]

/** Types are none of a control's business. */
export const typesOff = (path: string): string => (/\.[cm]?tsx?$/.test(path) ? '// @ts-nocheck\n' : '')
