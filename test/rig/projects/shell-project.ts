/** A project whose suite is a loop over shell scripts: real, and done in milliseconds. */
export const SHELL_PROJECT: Readonly<Record<string, string>> = {
  'pm-agent.yaml': `commands:\n  test: 'n=0; for t in tests/*.sh; do sh "$t" || exit 1; n=$((n+1)); done; echo "# tests $n"; echo "# pass $n"'\n`,
  'src/base.txt': 'base\n',
  'tests/base.sh': 'grep -q base src/base.txt\n',
}

export interface ShellTask {
  readonly id: string
  readonly needs?: readonly string[]
  readonly extra?: string
}

/** A native plan for such a project: each task creates `src/ID.txt`, and passes its path on. */
export function shellPlan(tasks: readonly ShellTask[], options: { readonly verification?: boolean } = {}): string {
  const sections = tasks.map(
    ({ id, needs = [], extra = '' }) => `### [ ] TODO ${id}: Make file ${id}

**Type**: work
${needs.length > 0 ? `**Inputs**:\n${needs.map(need => `- \`from_${need}\` (file): \`\${todo-${need}.outputs.path}\` - what task ${need} made`).join('\n')}\n` : '**Inputs**: (none)\n'}
**Outputs**:
- \`path\` (file): \`src/${id}.txt\` - the file

**Steps**:
- [ ] Make src/${id}.txt
${extra}
**Acceptance Criteria**:

*Functional:*
- [ ] File exists: \`src/${id}.txt\`
- [ ] \`grep -c made src/${id}.txt\` → 1
`,
  )
  const final = `### [ ] TODO Final: Verification

**Type**: verification

**Acceptance Criteria**:
- [ ] \`ls src/*.txt | wc -l\` → ${tasks.length + 1}
`
  return `# Many files

> A plan for tests.

## TODOs

${sections.join('\n---\n\n')}
${options.verification ? `---\n\n${final}` : ''}
## Dependency Graph

| TODO | Requires (Inputs) | Produces (Outputs) | Type |
|------|-------------------|--------------------|------|
${tasks.map(({ id, needs = [] }) => `| ${id} | ${needs.map(need => `\`todo-${need}.path\``).join(', ') || '-'} | \`path\` | work |`).join('\n')}
${options.verification ? '| Final | all outputs | - | verification |\n' : ''}`
}

/** An honest agent for such a plan: a shell script that does its task and passes on its inputs. */
export const HONEST_AGENT = `#!/bin/sh
# Reads its inputs from the prompt, so that a hand-off that was not made shows in the file.
cat > /dev/null
if [ "$PM_AGENT_TASK" = final ]; then
  echo '{"status":"success","summary":"it holds"}' > "$PM_AGENT_RESULT_FILE"
  exit 0
fi
mkdir -p src tests
given=$(sed -n 's/^- from_\\([^ ]*\\) (file): \\([^ ]*\\).*/\\1=\\2/p' .pm-agent/PLAN.md | tr '\\n' ' ')
echo "made by $PM_AGENT_TASK from $given" > "src/$PM_AGENT_TASK.txt"
echo "grep -q made src/$PM_AGENT_TASK.txt" > "tests/$PM_AGENT_TASK.sh"
printf '{"status":"success","summary":"made","outputs":{"path":"src/%s.txt"},"learnings":["file %s is there"]}' "$PM_AGENT_TASK" "$PM_AGENT_TASK" > "$PM_AGENT_RESULT_FILE"
`
