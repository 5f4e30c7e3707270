import { newSecret, SECRET } from './seal.ts'

/**
 * The common beginning of all Node reporters. Tests may share a process with a reporter, so it captures the functions it
 * needs before any other code runs, and its secret is not in any reachable text, file or object.
 */
const SEALING = `
const { readFileSync, unlinkSync, writeFileSync, realpathSync } = fs
const { createHmac } = crypto
const { stringify } = JSON
const { apply } = Reflect
const isText = value => typeof value === 'string'
const tools = '{tools}'
const secret = readFileSync(tools + '/${SECRET}', 'utf8')
unlinkSync(tools + '/${SECRET}')
unlinkSync(own)
const { update, digest } = Object.getPrototypeOf(createHmac('sha256', 'x'))
const roots = [process.cwd(), realpathSync(process.cwd())]
const capped = text => (isText(text) ? text.slice(0, 20000) : '')
function said(error) {
  if (isText(error)) return { message: capped(error), stack: capped(error) }
  let { message, stack, diff } = error ?? {}
  if (!isText(message)) message = String(message ?? error)
  const name = isText(error?.name) && error.name !== 'Error' && !message.includes(error.name) ? error.name + ': ' : ''
  return { message: capped(name + message + (isText(diff) && !message.includes(diff) ? '\\n' + diff : '')), stack: capped(stack), ...compared(error) }
}
function compared(error) {
  try {
    if (typeof error !== 'object' || error === null || !('expected' in error) || !('actual' in error)) return {}
    const shown = value => (isText(value) ? value : value === undefined ? 'undefined' : String(stringify(value) ?? value)).slice(0, 500)
    return { values: { expected: shown(error.expected), actual: shown(error.actual) } }
  } catch {
    return {}
  }
}
function seal(tests, broken) {
  // With such a function in place the document would say what it likes: better to say nothing.
  if ('toJSON' in [] || 'toJSON' in {}) return
  const body = stringify({ roots, tests, broken })
  const mac = createHmac('sha256', secret)
  apply(update, mac, [body])
  writeFileSync(tools + '/report', apply(digest, mac, ['hex']) + '\\n' + body)
}
`

/** A reporter as a module, for runners that import theirs. */
export const moduleReporter = (text: string): string =>
  `import crypto from 'node:crypto'\nimport fs from 'node:fs'\nimport { fileURLToPath } from 'node:url'\nconst own = fileURLToPath(import.meta.url)\n${SEALING}${text}`

/** A reporter as CommonJS, for runners that require theirs. */
export const requiredReporter = (text: string): string =>
  `'use strict'\nconst crypto = require('node:crypto')\nconst fs = require('node:fs')\nconst own = __filename\n${SEALING}${text}`

/** A reporter and the secret of this one launch. */
export const withSecret = (tools: Readonly<Record<string, string>>): Readonly<Record<string, string>> => ({
  ...tools,
  [SECRET]: newSecret(),
})
