import { constants } from 'node:fs'
import { mkdir, open, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { invariant } from '../../core/result.ts'

/** The file name of a command's report, in the folder of its tools. */
const REPORT = 'report'
const REPORT_BYTES_MAX = 64 * 1024 * 1024

/** Our own files for one command, outside of its room. */
export interface ToolsFolder {
  /** Fills the real name of the folder into a text. */
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

/** The program under test can put a link or a pipe there, and the opening of a pipe waits until somebody writes to it. */
const FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK

/** Null also if it is too long for a report, or not a plain file. */
async function readCapped(path: string): Promise<string | null> {
  const file = await open(path, FLAGS).catch(() => null)
  if (!file) return null
  try {
    const stat = await file.stat()
    return stat.isFile() && stat.size <= REPORT_BYTES_MAX ? await file.readFile('utf8') : null
  } finally {
    await file.close()
  }
}
