/** Files that a runner loads for all tests. */
const LOADED_FOR_ALL = /(^|\/)(conftest\.py|__mocks__\/.+)$/
/** Top-level statements of a test file that affect later tests. */
const ACTS_IN_PYTHON =
  /^(?:[\w.]+\.\w+|sys\.modules\[.*\])\s*=[^=]|^setattr\(|\bautouse\s*=\s*True|\bpatch[\w.]*\(.*\)\.start\(\)|^pytest_plugins\b/m
const ACTS_IN_JAVASCRIPT =
  /^(?:[\w$.]+\.[\w$]+|[\w$.]+\[.+\])\s*=[^=>]|^(?:Object\.(?:assign|defineProperty|defineProperties)|Reflect\.\w+|sinon\.\w+)\(|^(?:before|after)(?:Each|All)?\(|^(?:setup|teardown|suiteSetup)\(|\brequire\.cache\b/m

const ACTS_IN_GO = /^func (?:init|TestMain)\(/m

/** Imported names, through which a file could change other modules. */
const TAKEN_IN_PYTHON = /^\s*(?:import\s+([\w.]+)(?:\s+as\s+(\w+))?|from\s+[\w.]+\s+import\s+(\w+)(?:\s+as\s+(\w+))?)/gm
const TAKEN_IN_JAVASCRIPT =
  /\bimport\s+(?:\*\s+as\s+)?(\w+)[^'"\n]*from\s*["']\.|\b(?:const|let|var)\s+(\w+)\s*=\s*(?:await\s+import|require)\(\s*["']\./g

/** `toy.words.slug = …` at any depth: in a function, or in a test that never takes it back. */
function assignmentsToTaken(text: string, taken: RegExp): readonly string[] {
  const names = [...text.matchAll(taken)].flatMap(([, ...found]) =>
    found.filter(Boolean).map(name => name!.split('.')[0]!),
  )
  if (names.length === 0) return []
  return found(text, new RegExp(`^\\s*(?:${[...new Set(names)].join('|')})(?:\\.\\w+)+\\s*=[^=>].*`, 'gm'))
}

const found = (text: string, pattern: RegExp): readonly string[] =>
  [...text.matchAll(new RegExp(pattern, 'gm'))].map(([words]) => words.trim())

function actsIn(path: string, text: string): readonly string[] {
  if (path.endsWith('.go')) return found(text, ACTS_IN_GO)
  return path.endsWith('.py')
    ? [...found(text, ACTS_IN_PYTHON), ...assignmentsToTaken(text, TAKEN_IN_PYTHON)]
    : [...found(text, ACTS_IN_JAVASCRIPT), ...assignmentsToTaken(text, TAKEN_IN_JAVASCRIPT)]
}

/** Whether a test file affects other tests, and did not before. */
export function actsOnOthers(
  path: string,
  {
    text,
    before,
    sharesProcess,
  }: { readonly text: string; readonly before: string | null; readonly sharesProcess: boolean },
): boolean {
  if (LOADED_FOR_ALL.test(path)) return before === null
  if (!sharesProcess) return false
  const known = new Set(before === null ? [] : actsIn(path, before))
  return actsIn(path, text).some(words => !known.has(words))
}
