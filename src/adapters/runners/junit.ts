import { SaxesParser } from 'saxes'
import type { RawReport, RawTest } from './reading.ts'

/** Results in JUnit XML. Null if the document is not well formed: what a suite prints may imitate a report. */
export function readJunit(xml: string): RawReport | null {
  const tests: RawTest[] = []
  const parser = new SaxesParser()
  const open: string[] = []
  let current: TestCase | null = null
  parser.on('error', error => {
    throw error
  })
  parser.on('opentag', ({ name, attributes }) => {
    open.push(name)
    if (open.length === 1 && !/^testsuites?$/.test(name)) throw new Error(`the document is a ${name}`)
    if (name === 'testcase') current = { attributes, results: new Set(), message: '', text: '', printed: '' }
    else if (current && isResult(open)) {
      current.results.add(name)
      if (current.message === '') current.message = attributes.message ?? ''
    }
  })
  const hear = (text: string): void => {
    if (!current) return
    if (open.includes('system-out')) current.printed += text
    else if (open.includes('failure') || open.includes('error')) current.text += text
  }
  parser.on('text', hear)
  parser.on('cdata', hear)
  parser.on('closetag', ({ name }) => {
    open.pop()
    if (name !== 'testcase' || !current) return
    tests.push(testOf(current))
    current = null
  })
  try {
    parser.write(xml).close()
  } catch {
    return null
  }
  return { tests, broken: [] }
}

interface TestCase {
  readonly attributes: Readonly<Record<string, string>>
  readonly results: Set<string>
  message: string
  text: string
  printed: string
}

/** Directly in the test case: output of a test may hold anything, also elements that look like results. */
const isResult = (open: readonly string[]): boolean =>
  open.at(-2) === 'testcase' && /^(failure|error|skipped)$/.test(open.at(-1)!)

function testOf({ attributes, results, message: said, text, printed }: TestCase): RawTest {
  const { name = '', classname = '', file = '', status = '' } = attributes
  const names = classname === '' || classname === name ? [name] : [classname, name]
  if (results.has('failure') || results.has('error') || status === 'fail') {
    const message = [said, text, printed].filter(Boolean).join('\n')
    return { file, names, status: 'failed', message, stack: `${message}\n${compilerPlaces(message)}` }
  }
  const isSkipped = results.has('skipped') || status === 'disabled' || status === 'notrun'
  return { file, names, status: isSkipped ? 'skipped' : 'passed' }
}

/** In the format of compilers and pytest. */
const compilerPlaces = (message: string): string =>
  [...message.matchAll(/^(\S+\.\w+):(\d+): /gm)].map(([, file, line]) => `File "${file}", line ${line}`).join('\n')
