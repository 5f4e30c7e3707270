import { randomBytes } from 'node:crypto'
import { posix } from 'node:path'

/** The failure message of every control. */
export const CONTROL_SAYS = 'this control must fail'

/** A name of letters for a control and its file: code that fakes results cannot tell it from the name of another test. */
export const controlName = (): string =>
  randomBytes(4)
    .toString('hex')
    .replace(/\d/g, digit => 'ghijklmnop'[Number(digit)]!)

/** A name that no real file has and that matches every pattern that its neighbour matches. */
export function besideScript(beside: string, control: string): string {
  const name = posix.basename(beside)
  const [, stem = '', ending = ''] = /^([^.]*?)((?:[_-](?:test|spec))?\..+)$/.exec(name) ?? []
  const start = /^test-/.test(stem) ? `test-${control}` : control
  const tail = /^(?:test|spec)$/.test(stem) && /^\.\w+$/.test(ending) ? `.${stem}${ending}` : ending
  return posix.join(posix.dirname(beside), `${start}${tail}`)
}

/** A relative import of another file of the tree. */
function relativeImport(from: string, to: string): string {
  const path = posix.relative(posix.dirname(from), to)
  return path.startsWith('.') ? path : `./${path}`
}

/** Loads the subjects inside a test body, in the module style of the file; a failing import hides nothing. */
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
 * The body of a control: it fails if every one of these assertions does. If code of the tree has disabled one of them,
 * the control passes, which shows that the suite cannot be trusted to fail.
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

/** For runners without built-in assertions; dynamic import works in both modules and CommonJS. */
const NODE_ASSERT = "(await import('node:assert')).default"
export const NODE_ASSERTIONS = ['', '.strict'].flatMap(strict => [
  `${NODE_ASSERT}${strict}.equal(1, 2)`,
  `${NODE_ASSERT}${strict}.deepEqual({ a: [1] }, { a: [2] })`,
  `${NODE_ASSERT}${strict}.ok(false)`,
  `${NODE_ASSERT}${strict}.throws(() => {})`,
])

/** Assertion libraries of the project; a missing one counts as failing too. */
const CHAI = `(await import('${'chai'}'))`
export const BROUGHT_ASSERTIONS = [`${CHAI}.expect(1).to.equal(2)`, `${CHAI}.assert.equal(1, 2)`]

export const EXPECTATIONS = [
  'expect(1).toBe(2)',
  'expect({ a: [1] }).toEqual({ a: [2] })',
  'expect(1).not.toBe(1)',
  'expect(() => {}).toThrow()',
]

/** A control does not need type checking. */
export const typesOff = (path: string): string => (/\.[cm]?tsx?$/.test(path) ? '// @ts-nocheck\n' : '')
