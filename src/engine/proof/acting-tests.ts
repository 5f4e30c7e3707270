/** Files that a runner loads by itself for all tests, whoever asks for them. */
const LOADED_FOR_ALL = /(^|\/)(conftest\.py|__mocks__\/.+)$/
/** Statements at the margin of a test file that change something for whoever comes after it. */
const ACTS_IN_PYTHON =
  /^(?:[\w.]+\.\w+|sys\.modules\[.*\])\s*=[^=]|^setattr\(|\bautouse\s*=\s*True|\bpatch[\w.]*\(.*\)\.start\(\)|^pytest_plugins\b/m
const ACTS_IN_JAVASCRIPT =
  /^(?:[\w$.]+\.[\w$]+|[\w$.]+\[.+\])\s*=[^=>]|^(?:Object\.(?:assign|defineProperty|defineProperties)|Reflect\.\w+|sinon\.\w+)\(|^(?:before|after)(?:Each|All)?\(|^(?:setup|teardown|suiteSetup)\(|\brequire\.cache\b/m

/** Whether a new file of the tests acts on others than itself. */
export function actsOnOthers(path: string, text: string, sharesProcess: boolean): boolean {
  if (LOADED_FOR_ALL.test(path)) return true
  if (!sharesProcess) return false
  return path.endsWith('.py') ? ACTS_IN_PYTHON.test(text) : ACTS_IN_JAVASCRIPT.test(text)
}
