import { Project } from '../test/rig/projects/project.ts'

/** A repository of this many small files, a hundred to a folder, with consecutive tasks. */
export async function manyFiles(files: number, tasks: number): Promise<Project> {
  const content: Record<string, string> = {
    'pm-agent.yaml': `commands:\n  test: 'true'\n`,
    'PLAN.md': planText(tasks),
  }
  for (let at = 0; at < files; at++)
    content[`src/part-${Math.floor(at / 100)}/file-${at}.txt`] =
      `file ${at}\n${'words of it\n'.repeat(20 + (at % 160))}`
  return Project.with(content)
}

function planText(tasks: number): string {
  const sections = Array.from({ length: tasks }, (_, at) => {
    const id = at + 1
    return `### [ ] TODO ${id}: Make file ${id}

**Needs**: ${id > 1 ? id - 1 : '(none)'}

**Acceptance Criteria**:
- [ ] \`cat made/${id}.txt\` → made
`
  })
  return `# Files\n\n## TODOs\n\n${sections.join('\n')}`
}
