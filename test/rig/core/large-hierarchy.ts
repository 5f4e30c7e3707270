/** A generated plan of 2,000 tasks in 250 sub-plans on three levels, by path. */
export function largeHierarchy(): ReadonlyMap<string, string> {
  const documents = new Map<string, string>()
  const parent = (id: number, path: string) => `### [ ] TODO ${id}: Phase ${id}\n\n**Sub-plan**: ${path}\n\n`
  const leaf = (id: number) =>
    `### [ ] TODO ${id}: Step ${id}\n\n**Needs**: ${id > 1 ? id - 1 : '-'}\n\n**Files**:\n- Modify: \`src/${id}.ts\`\n\n**Acceptance Criteria**:\n- [ ] \`node src/${id}.ts\` → \`ok\`\n\n`
  const range = (count: number) => Array.from({ length: count }, (_, at) => at + 1)
  // 10 phases, each with 4 parts, each with 5 pieces of 10 tasks: 10 + 40 + 200 documents.
  documents.set(
    'PLAN.md',
    `# Large\n\n${range(10)
      .map(at => parent(at, `${at}/PLAN.md`))
      .join('')}`,
  )
  for (const phase of range(10)) {
    documents.set(
      `${phase}/PLAN.md`,
      `# Phase\n\n${range(4)
        .map(at => parent(at, `${at}.md`))
        .join('')}`,
    )
    for (const part of range(4)) {
      documents.set(
        `${phase}/${part}.md`,
        `# Part\n\n${range(5)
          .map(at => parent(at, `${part}-${at}.md`))
          .join('')}`,
      )
      for (const piece of range(5))
        documents.set(`${phase}/${part}-${piece}.md`, `# Piece\n\n${range(10).map(leaf).join('')}`)
    }
  }
  return documents
}
