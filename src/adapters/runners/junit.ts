import type { RawReport, RawTest } from './reading.ts'

/** Results in JUnit XML. Null if the document is incomplete. */
export function readJunit(xml: string): RawReport | null {
  if (!/<\/testsuites?>\s*$|<testsuites?\b[^>]*\/>\s*$/.test(xml)) return null
  const tests: RawTest[] = []
  const plain = xml.replace(/<!--.*?-->|<!\[CDATA\[(.*?)\]\]>/gs, (_, quoted) => escaped(quoted ?? ''))
  for (const [, head, body] of plain.matchAll(
    /<testcase\b((?:[^>"']|"[^"]*"|'[^']*')*?)(?:\/>|>(.*?)<\/testcase>)/gs,
  )) {
    tests.push(testCase(attributes(head!), body ?? ''))
  }
  return { tests, broken: [] }
}

function testCase(given: Readonly<Record<string, string>>, body: string): RawTest {
  const { name = '', classname = '', file = '', status = '' } = given
  const names = classname === '' || classname === name ? [name] : [classname, name]
  // A test's output may contain anything, including text that looks like a result.
  const results = body.replace(/<system-(out|err)\b[^>]*>.*?<\/system-\1>/gs, '')
  const [, , head = '', text = ''] =
    /<(failure|error)\b((?:[^>"']|"[^"]*"|'[^']*')*?)(?:\/>|>(.*?)<\/\1>)/s.exec(results) ?? []
  const isFailed = /<(?:failure|error)\b/.test(results) || status === 'fail'
  if (isFailed) {
    const printed = /<system-out\b[^>]*>(.*?)<\/system-out>/s.exec(body)?.[1] ?? ''
    const message = [attributes(head).message ?? '', entities(text), entities(printed)].filter(Boolean).join('\n')
    return { file, names, status: 'failed', message, stack: `${message}\n${placesIn(message)}` }
  }
  const isSkipped = /<skipped\b/.test(results) || status === 'disabled' || status === 'notrun'
  return { file, names, status: isSkipped ? 'skipped' : 'passed' }
}

/** In the format of compilers and pytest. */
const placesIn = (message: string): string =>
  [...message.matchAll(/^(\S+\.\w+):(\d+): /gm)].map(([, file, line]) => `File "${file}", line ${line}`).join('\n')

const attributes = (head: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...head.matchAll(/([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)].map(match => [
      match[1]!,
      entities(match[2] ?? match[3] ?? ''),
    ]),
  )

/** CDATA may contain text that looks like an element. */
const escaped = (text: string): string => text.replace(/[&<>]/g, char => `&#${char.charCodeAt(0)};`)

const NAMED: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

function entities(text: string): string {
  return text.replace(/&(?:#x([\da-f]+)|#(\d+)|(\w+));/gi, (whole, hex, decimal, name) => {
    if (name !== undefined) return NAMED[name] ?? whole
    const code = Number.parseInt(hex ?? decimal, hex ? 16 : 10)
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })
}
