import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Project } from '../projects/project.ts'

/** The files that an agent writes for each task, attempt by attempt; the last attempt is repeated. */
export type Edits = Readonly<Record<string, readonly Readonly<Record<string, string>>[]>>

const AGENT = `import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
const attempts = JSON.parse(readFileSync(process.argv[2], 'utf8'))[process.env.PM_AGENT_TASK]
const files = attempts[Math.min(Number(process.env.PM_AGENT_ATTEMPT), attempts.length) - 1]
for (const [path, text] of Object.entries(files)) {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}
writeFileSync(process.env.PM_AGENT_RESULT_FILE, JSON.stringify({ status: 'success', summary: 'Done.' }))
`

/** An agent that writes exactly these files and reports success; returns the name for `--agent`. */
export function editingAgent(project: Project, edits: Edits): string {
  writeFileSync(join(project.root, 'agent.mjs'), AGENT)
  writeFileSync(join(project.root, 'edits.json'), JSON.stringify(edits))
  return `command:${process.execPath} ${join(project.root, 'agent.mjs')} ${join(project.root, 'edits.json')}`
}
