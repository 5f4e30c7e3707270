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

/** Loads the subject inside a test body, in whichever way the file's own style allows; a failing load hides nothing. */
export function loading(path: string, subject: string | null): string {
  if (subject === null) return ''
  const target = JSON.stringify(relativeImport(path, subject))
  return `  try {\n    await import(${target})\n  } catch {\n    try {\n      typeof require === 'function' && require(${target})\n    } catch {}\n  }\n`
}

/**
 * The body of a control: it fails if a plain assertion does. Where code of the tree has made assertions say nothing, the
 * control passes, and so shows that the suite cannot fail.
 */
export const controlBody = (path: string, subject: string | null, assertion: string): string =>
  `${loading(path, subject)}  let refuses = false
  try {
    ${assertion}
  } catch {
    refuses = true
  }
  if (refuses) throw new Error('${CONTROL_SAYS}')
`

/** For runners without assertions of their own; a dynamic import is the form that modules and CommonJS share. */
export const NODE_ASSERTION = "(await import('node:assert')).default.equal(1, 2)"

/** Types are none of a control's business. */
export const typesOff = (path: string): string => (/\.[cm]?tsx?$/.test(path) ? '// @ts-nocheck\n' : '')
