import { mkdir, open, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { invariant } from '../../core/result.ts'

/** Where the report of a command lies, in the folder of its tools. */
const REPORT = 'report'
const REPORT_BYTES_MAX = 64 * 1024 * 1024

/** Our own files for one command, outside of its room. */
export interface ToolsFolder {
  /** A text of ours with the folder's real name in it. */
  readonly fill: (text: string) => string
  readReport(): Promise<string | null>
}

export async function layOutTools(dir: string, tools: Readonly<Record<string, string>>): Promise<ToolsFolder> {
  const fill = (text: string) => text.replaceAll('{tools}', dir)
  await mkdir(dir, { recursive: true })
  for (const [name, text] of Object.entries(tools)) {
    const path = join(dir, name)
    invariant(path.startsWith(`${dir}/`), 'tools lie in their folder')
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, fill(text))
  }
  return { fill, readReport: () => readCapped(join(dir, REPORT)) }
}

/** Null as well when it is too long to be a report, or no plain file. */
async function readCapped(path: string): Promise<string | null> {
  const file = await open(path, 'r').catch(() => null)
  if (!file) return null
  try {
    const stat = await file.stat()
    return stat.isFile() && stat.size <= REPORT_BYTES_MAX ? await file.readFile('utf8') : null
  } finally {
    await file.close()
  }
}
