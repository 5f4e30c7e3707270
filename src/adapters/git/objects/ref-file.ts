import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The commit of a ref, read from the files of a repository without starting a process, because viewing a run must be
 * instant. Null if the ref does not exist; undefined if the files cannot tell (a symbolic ref, another ref format).
 */
export function refIn(commonDir: string, ref: string): string | null | undefined {
  if (existsSync(join(commonDir, 'reftable'))) return undefined
  const loose = textOf(join(commonDir, ref))?.trim()
  if (loose !== undefined) return isId(loose) ? loose : undefined
  const packed = textOf(join(commonDir, 'packed-refs')) ?? ''
  const line = packed.split('\n').find(one => one.endsWith(` ${ref}`))
  return line?.split(' ', 1)[0] ?? null
}

const isId = (text: string): boolean => /^[0-9a-f]{40,64}$/.test(text)

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}
