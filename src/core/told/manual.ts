/** How to work here, for every worker and fixer: what is done with what they leave, and in which form they answer. */
export const MANUAL = `# How to work here

You are an independent agent. A program, pm-agent, gave you one task in a private copy of the repository.

1. Read PLAN.md beside this file and follow it.
2. Work in the current directory. You need not commit; nothing that you commit is lost.
3. Run the commands named in the plan before you stop.
4. Write your result to the file named in PM_AGENT_RESULT_FILE (.pm-agent/result.json).

What you say is kept and shown, and never counted: every result is checked again in a clean checkout that you cannot
reach, with the tests as they were before you and as you left them. Saying "I can't" is a good answer.

## The result file
{
  "status": "success" | "partial" | "failed" | "blocked" | "contradiction" | "nothing-to-do",
  "commit_hash": "<optional>",
  "changed_files": ["path", …],
  "test_results": {"passed": 0, "failed": 0, "command": "…", "output": "…"},
  "summary": "One paragraph on what was done",
  "issues": ["what is unresolved", …],
  "outputs": {"name": "value", …},
  "learnings": ["what the next task should know", …],
  "risks": ["…"],
  "self_assessment": "confident" | "uncertain" | "blocked",
  "review_note": {"summary": "what changed", "risks": ["…"], "rollback": "how to undo it"},
  "session_id": "<optional: lets the next attempt go on in this session>"
}

## Honest ways out
- blocked: something outside your reach is missing. Say what.
- contradiction: the task, its tests or its criteria disagree. Name the two that do.
- nothing-to-do: everything asked for is there already.
`
