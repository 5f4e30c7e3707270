/** Files that a runner loads by itself for all tests, whoever asks for them. */
const LOADED_FOR_ALL = /(^|\/)(conftest\.py|__mocks__\/.+)$/
/** Statements at the margin of a test file that change something for whoever comes after it. */
const ACTS_IN_PYTHON =
  /^(?:[\w.]+\.\w+|sys\.modules\[.*\])\s*=[^=]|^setattr\(|\bautouse\s*=\s*True|\bpatch[\w.]*\(.*\)\.start\(\)|^pytest_plugins\b/m
const ACTS_IN_JAVASCRIPT =
  /^(?:[\w$.]+\.[\w$]+|[\w$.]+\[.+\])\s*=[^=>]|^(?:Object\.(?:assign|defineProperty|defineProperties)|Reflect\.\w+|sinon\.\w+)\(|^(?:before|after)(?:Each|All)?\(|^(?:setup|teardown|suiteSetup)\(|\brequire\.cache\b/m

const ACTS_IN_GO = /^func (?:init|TestMain)\(/m

/** Names that a file takes from others, by which it could change them for everybody. */
const TAKEN_IN_PYTHON = /^\s*(?:import\s+([\w.]+)(?:\s+as\s+(\w+))?|from\s+[\w.]+\s+import\s+(\w+)(?:\s+as\s+(\w+))?)/gm
const TAKEN_IN_JAVASCRIPT =
  /\bimport\s+(?:\*\s+as\s+)?(\w+)[^'"\n]*from\s*["']\.|\b(?:const|let|var)\s+(\w+)\s*=\s*(?:await\s+import|require)\(\s*["']\./g

/** `toy.words.slug = …` at any depth: in a function, or in a test that never takes it back. */
function assignsToTaken(text: string, taken: RegExp): boolean {
  const names = [...text.matchAll(taken)].flatMap(([, ...found]) =>
    found.filter(Boolean).map(name => name!.split('.')[0]!),
  )
  return (
    names.length > 0 && new RegExp(`^\\s*(?:${[...new Set(names)].join('|')})(?:\\.\\w+)+\\s*=[^=>]`, 'm').test(text)
  )
}

/** Whether a new file of the tests acts on others than itself. */
export function actsOnOthers(path: string, text: string, sharesProcess: boolean): boolean {
  if (LOADED_FOR_ALL.test(path)) return true
  if (!sharesProcess) return false
  if (path.endsWith('.go')) return ACTS_IN_GO.test(text)
  return path.endsWith('.py')
    ? ACTS_IN_PYTHON.test(text) || assignsToTaken(text, TAKEN_IN_PYTHON)
    : ACTS_IN_JAVASCRIPT.test(text) || assignsToTaken(text, TAKEN_IN_JAVASCRIPT)
}
