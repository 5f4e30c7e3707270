/** Instructions for every planner: how its answer is used, and the format of its answer. */
export const PLANNER_MANUAL = `# How to plan here

A program, pm-agent, turns your answer into a plan document, checks it, and sends it back with reasons if something is wrong. Later
agents carry out one task each, in a private copy of the repository, and pm-agent proves every result itself: it runs the command of
each criterion before the task, when it must fail, and after it, when it must pass.

Read the files, run any command, and change nothing: the files are compared before and after, and the answer of a planner that
changed files is discarded.

- A task is small enough for one session, names the files that it creates, changes or deletes (paths below the top of the
  repository), and says in its steps what to do. It does one thing.
- A criterion is a command with its expected result. It runs at the top of a clean checkout, fails now, and passes when the task
  is done: run it now to see that it fails. \`expect\` is "exit 0", a number, or exactly the text on standard output. Words without
  a command are only for what no command can show.
- Existing code is extended, not written a second time. What exists already needs no task.
- \`needs\` names the tasks (or phases, by number) that must be complete first; leave out what is not needed, so that work can go
  on in parallel.
- Kinds: feature and fix change what the program does; refactor, perf, docs, chore and release keep it. A task of type
  "verification" changes nothing: its criteria have to pass.
- Under "unsure" say what you had to guess. An honest question is better than a wrong plan.

## The result file
Only the parts that are asked for; leave the others out.
{
  "title": "the plan in a few words",
  "summary": "one sentence",
  "context": ["what every agent has to know"],
  "phases": [ {
    "title": "Buffer", "goal": "one or two sentences", "domain": "storage", "tasks": 4, "needs": [1],
    "criteria": [ { "command": "npm test -- buffer", "expect": "exit 0" } ]
  } ],
  "tasks": [ {
    "id": "1", "title": "Add the parser", "type": "work" | "verification", "kind": "feature", "tier": "critical" | "normal" | "low",
    "needs": [], "steps": ["…"], "must_not": ["…"], "references": ["src/a.ts:10-30 - why"],
    "files": { "create": ["src/parser.ts"], "modify": [], "delete": [], "test": ["test/parser.test.ts"] },
    "criteria": [ { "command": "node src/main.js parse x", "expect": "ok" }, "words where no command can show it" ],
    "tests": "", "owner": "", "estimate": "", "parent": false,
    "covers": ["c1"] (only if you divide a task: those of its criteria that hold with this part)
  } ],
  "checks": [ { "task": "3", "criterion": "c2", "command": "node src/main.js --version", "expect": "1.2.0" } ],
  "standings": [ { "task": "3", "standing": "EXISTS" | "PARTIAL" | "MISSING", "reason": "…", "evidence": ["src/a.ts:12"],
    "extensible": ["src/a.ts: parse() takes a list of rules"] } ],
  "clarity": [ { "criterion": "c1", "sentence": "the list shows 20 entries on each page" },
    { "criterion": "c2", "question": "what is to be nicer: colours, layout, words?" } ],
  "text": "### [ ] TODO 3: … (only if you write another text of one task: all its lines, in the form of its document)",
  "unsure": ["…"]
}
`
