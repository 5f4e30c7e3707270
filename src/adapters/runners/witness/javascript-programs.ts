/**
 * Programs that run in rooms: the recorder, which is added to test files, and the replay, a plain process. Both encode
 * values in the same way, so that their results can be compared as text.
 */

/** `encode(value, refs)` gives data for JSON, with `refs` for objects known by a number; it throws for values that cannot be repeated. */
const ENCODE = `
const NOT_DATA = Symbol('not data')
function encode(value, refOf, strict, place, depth = 0, seen = []) {
  const inner = one => encode(one, refOf, strict, place, depth + 1, [...seen, value])
  const ref = value !== null && (typeof value === 'object' || typeof value === 'function') ? refOf(value) : undefined
  if (ref !== undefined) return { t: 'ref', v: ref }
  switch (typeof value) {
    case 'string': return value.length > 20000 ? { t: 'long', v: value.slice(0, 20000) } : place ? value.split(place).join('.') : value
    case 'boolean': return value
    case 'number': return Number.isFinite(value) && !Object.is(value, -0) ? value : { t: 'number', v: Object.is(value, -0) ? '-0' : String(value) }
    case 'undefined': return { t: 'undefined' }
    case 'bigint': return { t: 'bigint', v: String(value) }
    case 'symbol':
    case 'function':
      if (strict) throw NOT_DATA
      return { t: typeof value }
  }
  if (value === null) return null
  if (depth > 12 || seen.includes(value)) { if (strict) throw NOT_DATA; return { t: 'deeper' } }
  if (Array.isArray(value)) return { t: 'array', v: value.slice(0, 5000).map(inner) }
  const kind = Object.prototype.toString.call(value).slice(8, -1)
  if (kind === 'Date') return { t: 'date', v: Number(value) }
  if (kind === 'RegExp') return { t: 'regexp', v: [value.source, value.flags] }
  if (kind === 'Map') return { t: 'map', v: [...value].map(pair => pair.map(inner)) }
  if (kind === 'Set') return { t: 'set', v: [...value].map(inner) }
  if (ArrayBuffer.isView(value)) return { t: 'bytes', k: Buffer.isBuffer(value) ? 'Buffer' : kind, v: Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('base64') }
  if (kind === 'Error' || value instanceof Error) {
    if (strict) throw NOT_DATA
    return { t: 'error', n: String(value.name), v: encode(String(value.message), refOf, strict, place) }
  }
  const proto = Object.getPrototypeOf(value)
  const plain = proto === null || Object.getPrototypeOf(proto) === null
  if (strict && !plain) throw NOT_DATA
  const own = Object.keys(value).map(key => [key, inner(value[key])])
  return plain ? { t: 'object', v: own } : { t: 'instance', n: proto.constructor?.name ?? '', v: own }
}`

const OWN_REFS = `
function isHandle(value) {
  if (typeof value === 'function') return true
  if (typeof value !== 'object' || value === null || Array.isArray(value) || ArrayBuffer.isView(value)) return false
  const kind = Object.prototype.toString.call(value).slice(8, -1)
  if (['Date', 'RegExp', 'Map', 'Set', 'Error', 'Promise', 'WeakMap', 'WeakSet'].includes(kind) || value instanceof Error) return false
  const proto = Object.getPrototypeOf(value)
  const plain = proto === null || Object.getPrototypeOf(proto) === null
  return !plain || Object.values(value).some(one => typeof one === 'function')
}`

/** The data that a recorder keeps, and the circumstances of a call. */
const RECORDER_STATE = `  ${ENCODE}
  ${OWN_REFS}
  const place = process.cwd()
  const file = place + '/' + log
  const raws = new WeakMap()
  const refs = new WeakMap()
  const proxies = new WeakMap()
  const members = new WeakMap()
  const vars = { ...process.env }
  const NativeDate = Date
  const nativeNow = Date.now
  const globals = new Map(Object.getOwnPropertyNames(globalThis).flatMap(key => {
    const found = Object.getOwnPropertyDescriptor(globalThis, key)
    return found && 'value' in found && typeof found.value === 'function' && key !== 'Date' ? [[key, found.value]] : []
  }))
  const nativeRandom = Math.random
  let waited = false
  const leave = () => { waited = false; Promise.resolve().then(() => { waited = true }) }
  let number = 0
  let size = 0
  const write = line => {
    const text = JSON.stringify({ s: stream, ...line }) + '\\n'
    size += text.length
    if (size < 200000) try { fs.appendFileSync(file, text) } catch {}
  }
  const raw = value => (value !== null && (typeof value === 'object' || typeof value === 'function') && raws.has(value) ? raws.get(value) : value)
  const rawDeep = value => {
    const direct = raw(value)
    if (direct !== value || direct === null || typeof direct !== 'object') return direct
    if (Array.isArray(direct)) { for (let i = 0; i < direct.length; i++) { const one = raw(direct[i]); if (one !== direct[i]) direct[i] = one } }
    return direct
  }
  const refOf = value => refs.get(raw(value))
  const namesFiles = (value, depth = 0) => typeof value === 'string'
    ? value.length < 4096 && value.includes('/') && fs.existsSync(value)
    : typeof value === 'object' && value !== null && depth < 3 && Object.values(value).some(one => namesFiles(one, depth + 1))
  const surroundings = () => {
    const changed = {}
    for (const key of new Set([...Object.keys(vars), ...Object.keys(process.env)])) if (vars[key] !== process.env[key]) changed[key] = process.env[key] ?? null
    const isOther = [...globals].some(([key, value]) => globalThis[key] !== value) || Math.random !== nativeRandom || process.cwd() !== place
    return {
      ...(Object.keys(changed).length > 0 ? { env: changed } : {}),
      ...(Date !== NativeDate || Date.now !== nativeNow ? { now: Date.now() } : {}),
      ...(isOther ? { other: true } : {}),
    }
  }`

/** Calls are written before and after they are made; results that can be called are wrapped again. */
const RECORDER_CALLS = `  const call = (target, how, args, run, over) => {
    const id = number++
    const after = waited ? { waited } : {}
    leave()
    const a = args.map(one => { try { return encode(one, refOf, true, '') } catch { return { t: 'code' } } })
    let files = false
    try { files = args.some(one => namesFiles(one)) } catch {}
    write({ c: id, target, how, a, ...(files ? { files } : {}), ...(over ? { over } : {}), ...after, ...surroundings() })
    let result
    try {
      result = run()
    } catch (error) {
      write({ r: id, e: encode(error, refOf, false, place) })
      throw error
    }
    if (Object.prototype.toString.call(result) === '[object Promise]')
      return result.then(
        value => { write({ r: id, later: true, v: encode(value, refOf, false, place) }); return known(value, id) },
        error => { write({ r: id, later: true, e: encode(error, refOf, false, place) }); throw error },
      )
    write({ r: id, v: encode(result, refOf, false, place) })
    return known(result, id)
  }
  // Objects of a class share their methods, and each call belongs to one object.
  const membersOf = owner => {
    if (!members.has(owner)) members.set(owner, new WeakMap())
    return members.get(owner)
  }
  const overridden = (value, of) => Object.getOwnPropertyNames(of.prototype ?? {}).filter(key => key !== 'constructor' && key in (value.prototype ?? {}))
  const known = (value, id) => {
    if (!isHandle(value)) return value
    if (!refs.has(raw(value))) refs.set(raw(value), id)
    return proxy(raw(value), { h: refs.get(raw(value)), p: [] })
  }
  const proxy = (value, target, cache = proxies) => {
    if (!isHandle(value)) return value
    if (cache.has(value)) return cache.get(value)
    const made = new Proxy(value, {
      apply: (_, self, args) => call(target, 'apply', args, () => Reflect.apply(value, raw(self), args.map(rawDeep))),
      construct: (_, args, of) => call(target, of === made ? 'construct' : 'extend', args, () => Reflect.construct(value, args.map(rawDeep), of === made ? value : of), of === made ? undefined : overridden(value, of)),
      get: (_, key) => {
        const found = Reflect.get(value, key, value)
        const own = Object.getOwnPropertyDescriptor(value, key)
        if (own && !own.configurable && !own.writable) return found
        if (typeof key === 'symbol') return typeof found === 'function' ? found.bind(value) : found
        if (key === 'constructor' || key === 'prototype') return found
        return typeof found === 'function' ? proxy(found, { ...target, p: [...target.p, key] }, membersOf(value)) : found
      },
      set: (_, key, next) => Reflect.set(value, key, next, value),
    })
    cache.set(value, made)
    raws.set(made, value)
    return made
  }
  return {
    value: (value, path, name) => proxy(value, { m: path, p: [name] }),
    module: (value, path) => {
      if (typeof value === 'function') return proxy(value, { m: path, p: [] })
      if (typeof value !== 'object' || value === null) return value
      const out = Object.create(Object.getPrototypeOf(value))
      for (const key of Object.keys(value)) Object.defineProperty(out, key, { enumerable: true, configurable: true, get: () => proxy(value[key], { m: path, p: [key] }), set: next => { value[key] = next } })
      return out
    },
  }`

/** Records the calls that one test file makes into the program: a function of this name that writes to the file `log`. */
export const recorderText = (name: string, log: string): string => `
function ${name}(fs, stream) {
  const log = ${JSON.stringify(log)}
  ${RECORDER_STATE}
  ${RECORDER_CALLS}
}`

/** The plain process: it makes the recorded calls, and writes results to the file that its launcher names. */
const REPLAY = `
import fs from 'node:fs'
import { pathToFileURL } from 'node:url'
${ENCODE}
${OWN_REFS}
const job = JSON.parse(fs.readFileSync(0, 'utf8'))
for (const stream of [process.stdin, process.stdout, process.stderr]) Object.defineProperty(stream, 'isTTY', { value: true, configurable: true })
const NativeDate = Date
const setClock = now => {
  if (now === null) { globalThis.Date = NativeDate; return }
  globalThis.Date = class Date extends NativeDate {
    constructor(...args) { args.length === 0 ? super(now()) : super(...args) }
    static now() { return now() }
  }
}
const ahead = job.aheadMs ? () => NativeDate.now() + job.aheadMs : null
setClock(ahead)
const place = job.root
const held = new Map()
const refs = new WeakMap()
const refOf = value => refs.get(value)
const LOST = Symbol('lost')
function decode(data) {
  if (data === null || typeof data !== 'object') return data
  const { t, v } = data
  switch (t) {
    case 'ref': if (!held.has(v)) throw LOST; return held.get(v)
    case 'long': throw LOST
    case 'undefined': return undefined
    case 'number': return v === '-0' ? -0 : Number(v)
    case 'bigint': return BigInt(v)
    case 'array': return v.map(decode)
    case 'date': return new NativeDate(v)
    case 'regexp': return new RegExp(v[0], v[1])
    case 'map': return new Map(v.map(pair => pair.map(decode)))
    case 'set': return new Set(v.map(decode))
    case 'bytes': { const bytes = Buffer.from(v, 'base64'); return data.k === 'Buffer' ? bytes : new globalThis[data.k](bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength)) }
    case 'object': return Object.fromEntries(v.map(([key, one]) => [key, decode(one)]))
    default: throw LOST
  }
}
const results = []
const promises = new Map()
const keep = (id, value) => {
  if (!isHandle(value)) return
  if (!refs.has(value)) refs.set(value, id)
  held.set(refs.get(value), value)
  held.set(id, value)
}
async function subjectOf(target) {
  let self
  let value
  const path = [...target.p]
  if (target.m !== undefined) {
    const loaded = await import(pathToFileURL(place + '/' + target.m).href)
    value = loaded
    if (path.length === 0) value = typeof loaded.default === 'function' ? loaded.default : loaded
    else if (!(path[0] in loaded) && loaded.default && path[0] in Object(loaded.default)) value = loaded.default
  } else {
    if (!held.has(target.h)) throw LOST
    value = held.get(target.h)
  }
  for (const key of path) { self = value; value = value[key] }
  return { self, value }
}
const inTime = promise => new Promise((resolve, reject) => {
  const timer = setTimeout(() => reject(LOST), 3000)
  promise.then(value => { clearTimeout(timer); resolve(value) }, error => { clearTimeout(timer); reject(error) })
})
const nativeTimeout = setTimeout
let waits = 100
for (const step of job.steps) {
  // The test waited for something: a server that listens, a timer.
  if (step.waited && waits-- > 0) await new Promise(done => nativeTimeout(done, 10))
  if (step.settle !== undefined) {
    const promise = promises.get(step.settle)
    if (!promise) continue
    try { const value = await inTime(promise); const v = encode(value, refOf, false, place); keep(step.settle, value); results.push({ id: step.settle, v }) }
    catch (error) { results.push(error === LOST ? { id: step.settle, lost: 'time' } : { id: step.settle, e: encode(error, refOf, false, place) }) }
    continue
  }
  let subject
  let args
  try { subject = await subjectOf(step.target); args = step.a.map(decode) }
  catch (error) { results.push({ id: step.c, lost: error === LOST ? 'argument' : 'load: ' + String(error?.message ?? error).split('\\n')[0] }); continue }
  if (typeof subject.value !== 'function') { results.push({ id: step.c, lost: 'absent' }); continue }
  for (const [key, value] of Object.entries(step.env ?? {})) { if (value === null) delete process.env[key]; else process.env[key] = value }
  if (step.now !== undefined) setClock(() => step.now)
  let result
  let threw = false
  try { result = step.how === 'construct' ? Reflect.construct(subject.value, args) : Reflect.apply(subject.value, subject.self, args) }
  catch (error) { threw = true; results.push({ id: step.c, e: encode(error, refOf, false, place) }) }
  if (step.now !== undefined) setClock(ahead)
  if (threw) continue
  if (Object.prototype.toString.call(result) === '[object Promise]') { result.catch(() => {}); promises.set(step.c, result); continue }
  const v = encode(result, refOf, false, place)
  keep(step.c, result)
  results.push({ id: step.c, v })
}
fs.writeFileSync(job.out, JSON.stringify(results))
process.exit(0)
`

/**
 * Copies the room to another place, with a .git folder and without tests, and starts the plain process there: none of our
 * variables, a usual home, production mode, no runner. Twice as it is, and once with another clock, place and home.
 */
const LAUNCHER = `
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
const traces = JSON.parse(readFileSync('{tools}/trace.json', 'utf8'))
const home = mkdtempSync('/tmp/u')
const out = []
const lay = name => {
  const root = join(home, name)
  cpSync(process.cwd(), root, { recursive: true, filter: path => !path.endsWith('/node_modules') && !path.endsWith('/.git') })
  if (existsSync('node_modules')) symlinkSync(join(process.cwd(), 'node_modules'), join(root, 'node_modules'))
  mkdirSync(join(root, '.git', 'refs'), { recursive: true })
  writeFileSync(join(root, '.git', 'HEAD'), 'ref: refs/heads/main\\n')
  return root
}
try {
  writeFileSync(join(home, 'main.mjs'), readFileSync('{tools}/replay.mjs'))
  const roots = [lay('app'), lay('project')]
  for (const steps of traces)
    out.push([[0, 0], [0, 0], [1, 4 * 365 * 86400000]].map(([at, aheadMs]) => {
      const done = join(home, 'out.json')
      rmSync(done, { force: true })
      const user = join(home, at === 0 ? 'dev' : 'other')
      mkdirSync(user, { recursive: true })
      const run = spawnSync(process.execPath, [join(home, 'main.mjs')], {
        cwd: roots[at],
        input: JSON.stringify({ steps, root: roots[at], aheadMs, out: done }),
        timeout: 30000,
        killSignal: 'SIGKILL',
        env: { PATH: process.env.PATH, HOME: user, USER: 'dev', SHELL: '/bin/sh', LANG: 'en_US.UTF-8', TZ: 'UTC', TERM: 'xterm-256color', NODE_ENV: 'production' },
      })
      try { return { results: JSON.parse(readFileSync(done, 'utf8')) } }
      catch { return { problem: run.error ? String(run.error.message) : String(run.stderr).trim().split('\\n').slice(-6).join(' ').slice(0, 300) || 'it ended early' } }
    }))
} finally {
  rmSync(home, { recursive: true, force: true })
}
writeFileSync('{tools}/report', JSON.stringify(out))
`

/** The replay as tools of a command. */
export const replayTools = (traces: unknown): Readonly<Record<string, string>> => ({
  'launch.mjs': LAUNCHER,
  'replay.mjs': REPLAY,
  'trace.json': JSON.stringify(traces),
})

/** The command of the replay. */
export const REPLAY_COMMAND = 'node {tools}/launch.mjs'
