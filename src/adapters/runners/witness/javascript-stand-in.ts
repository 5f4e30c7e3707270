/**
 * Takes the place of a test runner's module: tests run as they are, in the process that loads their file, and their results go to a log.
 * Whatever it cannot do fails, inside of the runner as well, so that nothing is concluded from it.
 */
const TESTS = `
import fs from 'node:fs'
import nodeAssert from 'node:assert'
import { createRequire } from 'node:module'
const append = fs.appendFileSync
const [timer, untimer] = [setTimeout, clearTimeout]
const log = new URL('{log}', import.meta.url)
const hooks = () => ({ before: [], after: [], beforeEach: [], afterEach: [] })
let at = { name: '', kids: [], parent: null, ...hooks() }
const top = at
const partsOf = args => ({
  name: args.find(one => typeof one === 'string') ?? '',
  fn: args.find(one => typeof one === 'function'),
  skip: args.some(one => typeof one === 'object' && one !== null && (one.skip || one.todo || one.fails)),
})
const add = args => { const { name, fn, skip } = partsOf(args); if (fn && !skip) at.kids.push({ name, fn }) }
const group = args => {
  const { name, fn, skip } = partsOf(args)
  if (!fn || skip) return
  const own = { name, kids: [], parent: at, ...hooks() }
  at.kids.push(own)
  at = own
  try { own.ready = fn({ name }) } finally { at = own.parent }
}
const each = make => (...table) => {
  if (!Array.isArray(table[0]) || table[0].raw) throw new Error('a table of text')
  return (name, ...rest) => table[0].forEach((row, index) => {
    const { fn } = partsOf(rest)
    make([name + ' ' + index, ...rest.filter(one => one !== fn), (...more) => fn(...(Array.isArray(row) ? row : [row]), ...(Array.isArray(row) ? [] : more))])
  })
}
const variants = make => {
  const one = (...args) => make(args)
  const none = () => {}
  return Object.assign(one, { only: one, concurrent: one, sequential: one, skip: none, todo: none, fails: none, each: each(make), for: each(make), skipIf: is => (is ? none : one), runIf: is => (is ? one : none) })
}
export const test = variants(add)
export const it = test
export const describe = variants(group)
export const suite = describe
const hook = kind => fn => { at[kind].push(fn) }
export const [before, after, beforeEach, afterEach] = ['before', 'after', 'beforeEach', 'afterEach'].map(hook)
export const [beforeAll, afterAll] = [before, after]
const real = () => createRequire(import.meta.url)('node:test').mock
export const mock = new Proxy({}, { get: (_, key) => { const value = real()[key]; return typeof value === 'function' ? value.bind(real()) : value } })
Object.assign(test, { test, it, describe, suite, before, after, beforeEach, afterEach, mock })
export default test
const call = (fn, ...args) => new Promise((done, fail) => {
  const late = timer(() => fail(new Error('it takes too long')), 10000)
  const settle = how => value => { untimer(late); how(value) }
  try {
    if (args.length > 0 && fn.length > args.length) fn(...args, error => (error ? settle(fail)(error) : settle(done)()))
    else Promise.resolve(fn(...args)).then(settle(done), settle(fail))
  } catch (error) { settle(fail)(error) }
})
const SKIPPED = Symbol('skipped')
function contextOf(name, ends) {
  const own = hooks()
  const t = {
    name, fullName: name, signal: new AbortController().signal, mock, assert: nodeAssert,
    diagnostic() {}, plan() {}, todo() {}, skip() { throw SKIPPED }, onTestFinished: fn => ends.push(fn),
    after: fn => ends.push(fn), before: fn => call(fn), beforeEach: fn => own.beforeEach.push(fn), afterEach: fn => own.afterEach.push(fn),
    test: async (...args) => {
      const { name, fn, skip } = partsOf(args)
      if (!fn || skip) return
      const inner = []
      const sub = contextOf(name, inner)
      for (const one of own.beforeEach) await call(one, sub)
      try { await call(fn, sub) } finally { for (const one of [...own.afterEach, ...inner]) await call(one, sub) }
    },
  }
  t.it = t.test
  return t
}
let index = 0
async function runOne(node, file, names, around) {
  const ends = []
  const t = contextOf(node.name, ends)
  let failure = null
  try {
    for (const one of around) for (const fn of one.beforeEach) await call(fn, t)
    await call(node.fn, t)
  } catch (error) { failure = error === SKIPPED ? SKIPPED : { error } }
  for (const fn of [...[...around].reverse().flatMap(one => one.afterEach), ...ends]) try { await call(fn, t) } catch (error) { failure ??= { error } }
  const id = index++
  if (failure === SKIPPED) return
  const error = failure?.error
  append(log, JSON.stringify({ file, id, name: [...names, node.name].join(' > '), ok: failure === null, compared: error?.name === 'AssertionError', problem: failure ? String(error?.message ?? error).slice(0, 400) : '' }) + '\\n')
}
async function runGroup(node, file, names, around) {
  await node.ready
  const chain = [...around, node]
  for (const fn of node.before) await call(fn, {})
  for (const kid of node.kids) await (kid.kids ? runGroup(kid, file, [...names, kid.name], chain) : runOne(kid, file, names, chain))
  for (const fn of node.after) await call(fn, {}).catch(() => {})
}
let running = null
export const runSuite = file => (running ??= runGroup(top, file, [], []).catch(error => append(log, JSON.stringify({ file, id: -1, name: 'hooks', ok: false, compared: false, problem: String(error?.message ?? error).slice(0, 400) }) + '\\n')))
export const finished = () => running
`

/** Comparisons and spies of Vitest, without its runner: of packages of their own in versions that have them. */
const VITEST = `
import { pathToFileURL } from 'node:url'
const own = createRequire(import.meta.url)
const from = createRequire(own.resolve('vitest/package.json'))
const load = name => import(/* @vite-ignore */ pathToFileURL(from.resolve(name)).href)
const isApart = (() => { try { return Boolean(from.resolve('@vitest/expect')) } catch { return false } })()
const name = 'vitest'
const whole = isApart ? null : await import(/* @vite-ignore */ name)
const chai = await load('chai')
const spying = whole ? whole.vi : await load('@vitest/spy')
async function comparisons() {
  const comparing = await load('@vitest/expect')
  for (const plugin of [comparing.JestExtend, comparing.JestChaiExpect, comparing.JestAsymmetricMatchers]) chai.use(plugin)
  const made = Object.assign((value, message) => chai.expect(value, message), chai.expect, comparing.customMatchers, globalThis[comparing.ASYMMETRIC_MATCHERS_OBJECT])
  made.extend = matchers => chai.expect.extend(made, matchers)
  made.assertions = made.hasAssertions = () => {}
  comparing.setState({ assertionCalls: 0, isExpectingAssertions: false, expectedAssertionsNumber: null, environment: 'node', testPath: '', currentTestName: '' }, made)
  globalThis[comparing.GLOBAL_EXPECT] ??= made
  return made
}
export const expect = whole ? whole.expect : await comparisons()
export const assert = chai.assert
export const onTestFinished = () => { throw new Error('not here') }
export const vi = new Proxy({ fn: spying.fn, spyOn: spying.spyOn, isMockFunction: spying.isMockFunction }, { get: (spies, key) => spies[key] ?? (() => { throw new Error('not here') }) })
`

/** The module for a runner, with the name of its log. */
export const standInText = (runner: 'node:test' | 'vitest', log: string): string =>
  `${TESTS.replace('{log}', log)}${runner === 'vitest' ? VITEST : ''}`
