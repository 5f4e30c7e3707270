import sax from 'sax'
import type { RawReport, RawTest } from './reading.ts'

/** Results in JUnit XML. Null if the document is not well formed: what a suite prints may imitate a report. */
export function readJunit(xml: string): RawReport | null {
  const tests: RawTest[] = []
  const parser = sax.parser(true)
  const open: string[] = []
  let hasRoot = false
  let current: TestCase | null = null
  parser.onerror = error => {
    throw error
  }
  parser.onopentag = ({ name, attributes }) => {
    if (open.length === 0 && (hasRoot || !/^testsuites?$/.test(name))) throw new Error(`${name} is not the one root`)
    open.push(name)
    hasRoot = true
    if (name === 'testcase')
      current = { attributes: textOf(attributes), results: new Set(), message: '', text: '', printed: '' }
    else if (current && isResult(open)) {
      current.results.add(name)
      if (current.message === '') current.message = textOf(attributes).message ?? ''
    }
  }
  const hear = (text: string): void => {
    if (!current) return
    if (open.includes('system-out')) current.printed += text
    else if (open.includes('failure') || open.includes('error')) current.text += text
  }
  parser.ontext = hear
  parser.oncdata = hear
  parser.onclosetag = name => {
    open.pop()
    if (name !== 'testcase' || !current) return
    tests.push(testOf(current))
    current = null
  }
  try {
    parser.write(xml).close()
  } catch {
    return null
  }
  if (!hasRoot) return null
  return { tests, broken: [] }
}

const textOf = (attributes: sax.Tag['attributes'] | sax.QualifiedTag['attributes']): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(attributes).map(([name, value]) => [name, typeof value === 'string' ? value : value.value]),
  )

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
