import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { stringify } from 'yaml'
import { Project } from '../rig/projects/project.ts'
import { SHELL_PROJECT } from '../rig/projects/shell-project.ts'

const LETTERS = ['a', 'b', 'c', 'd'] as const
const made = (name: string) => ({ command: `cat src/${name}.txt`, expect: name })
/** A part that makes some of the files, each with a test. */
const part = (id: string, names: readonly string[], covers: readonly string[]) => ({
  ...{ id, covers, title: `Make ${names.join(' and ')}`, kind: 'feature', criteria: names.map(made) },
  files: { create: names.map(name => `src/${name}.txt`), test: names.map(name => `tests/${name}.sh`) },
})
const TASK = (files: string) => `# Letters

### [ ] TODO 1: Make all letters

**Kind**: feature
${files}
**Acceptance Criteria**:
- [ ] \`cat src/a.txt\` → \`a\`
- [ ] \`ls src | grep -c '^[a-d].txt$'\` → 4

### [ ] TODO 2: Make z

**Kind**: feature
**Needs**: 1

**Acceptance Criteria**:
- [ ] \`cat src/z.txt\` → \`z\`
`
const FILES = `\n**Files**:\n- Create: ${LETTERS.map(name => `\`src/${name}.txt\``).join(', ')}\n`
const limited = (files: number) => `${SHELL_PROJECT['pm-agent.yaml']}limits: { patch_files: ${files} }\n`

/** Writes each file with its test; a part makes those that it is told, and leaves those that are there. */
const WORKER = `cat > /dev/null
make() { for f in "$@"; do [ -e src/$f.txt ] || echo $f > src/$f.txt; echo "grep -q $f src/$f.txt" > tests/$f.sh; done; }
echo "$PM_AGENT_TASK $(ls src | tr '\\n' ' ')" >> "$SEEN"
case "$PM_AGENT_TASK" in
  1.a) make a b ;;
  1.b) make c d ;;
  2) make z ;;
  1) [ -e src/d.txt ] || { FIRST; } ;;
esac
[ -e .pm-agent/result.json ] || echo '{"status":"success","summary":"done"}' > "$PM_AGENT_RESULT_FILE"
`

async function letters(files: Readonly<Record<string, string>>, first: string, split: readonly unknown[]) {
  const user = await Project.with({ ...SHELL_PROJECT, ...files })
  const seen = join(user.root, 'seen')
  writeFileSync(join(user.root, 'worker.sh'), `SEEN=${seen}\n${WORKER.replace('FIRST', first)}`)
  const planner = join(user.root, 'planner.yaml')
  writeFileSync(planner, stringify({ planner: { tasks: { 'split-1': split.map(report => ({ report })) } } }))
  user.write({ 'pm-agent.yaml': `${files['pm-agent.yaml']}agents: { planner: "scripted:${planner}" }\n` })
  const run = () => user.pm('run', 'PLAN.md', '--agent', `command:sh ${user.root}/worker.sh`, '--parallel', '1')
  return { user, run, seen: () => user.read('../seen').trim().split('\n') }
}
const GOOD = { tasks: [part('1', ['a', 'b'], ['c1']), { ...part('2', ['c', 'd'], ['c2']), needs: ['1'] }] }

test('a task that names more files than limits.patch_files is divided before any launch, and its criteria are proven on the parts together', async () => {
  const bad = { tasks: [part('1', ['a', 'b', 'c'], ['c1'])] }
  const short = { tasks: [part('1', ['a', 'b', 'c'], ['c1']), part('2', [], ['c9'])] }
  const plan = { 'PLAN.md': TASK(FILES), 'pm-agent.yaml': limited(2) }
  const letter = await letters(plan, 'exit 1', [bad, short, GOOD])
  using user = letter.user
  const done = await letter.run()
  expect(done.code, done.stdout + done.stderr).toBe(0)
  expect(done.stdout).toContain('1.a, 1.b: it names 4 files, and limits.patch_files is 2')
  expect(letter.seen().map(line => line.split(' ')[0])).toEqual(['1.a', '1.b', '1', '2'])
  const written = await user.show('pm/letters', 'PLAN.md')
  expect(written).toContain(
    '### [x] TODO 1.b: (ADDED) Make c and d\n\n**Type**: work\n**Kind**: feature\n**Needs**: 1.a\n',
  )
  expect(written).not.toContain('[ ]')
  // The document is still a plan, and everything in it is done.
  await user.git('checkout', '--quiet', 'pm/letters')
  expect((await user.pm('check')).code).toBe(0)
  const facts = (await user.facts()).filter(({ event }) => event.type === 'planner-ended')
  expect(facts).toHaveLength(3)
})

for (const [what, first, words] of [
  ['a change with too many files', 'make a b c d', 'files changed, not counting tests'],
  [
    'the word of its agent',
    `make a c; echo '{"status":"too-large","summary":"four are too many"}' > "$PM_AGENT_RESULT_FILE"`,
    'four are too many',
  ],
] as const)
  test(`a task is divided by ${what}, and the parts begin with the work that was done`, async () => {
    const plan = { 'PLAN.md': TASK(''), 'pm-agent.yaml': limited(3) }
    const letter = await letters(plan, first, [GOOD])
    using _ = letter.user
    const done = await letter.run()
    expect(done.code, done.stdout + done.stderr).toBe(0)
    expect(done.stdout).toContain(words)
    const [whole, a, b, verify] = letter.seen()
    expect(whole).toBe('1 base.txt ')
    expect(a).toMatch(/^1\.a a\.txt (?:b\.txt )?base\.txt $/)
    // The second part has the first one as it landed, and its own files of the earlier attempt.
    expect(b).toMatch(/^1\.b a\.txt b\.txt base\.txt c\.txt (?:d\.txt )?$/)
    expect(verify).toMatch(/^1 a\.txt b\.txt base\.txt c\.txt d\.txt $/)
  })

const LINES = (first: string, last: string) => `${first}\n${'-\n'.repeat(8)}${last}\n`
const SHARED = `# Letters

### [ ] TODO 1: Begin with a and add b

**Kind**: feature

**Acceptance Criteria**:
- [ ] \`head -1 src/shared.txt\` → \`a\`
- [ ] \`cat src/b.txt\` → \`b\`

### [ ] TODO 2: End with z

**Kind**: feature

**Acceptance Criteria**:
- [ ] \`tail -1 src/shared.txt\` → \`z\`
`
const SHARER = `cat > /dev/null
done_() { echo '{"status":"success","summary":"done"}' > "$PM_AGENT_RESULT_FILE"; }
begins() { echo '[ "$(head -1 src/shared.txt)" = a ]' > tests/a.sh; }
case "$PM_AGENT_TASK" in
  1) grep -q '^a$' src/shared.txt && done_ || { sed -i '1s/.*/a/' src/shared.txt; echo '{"status":"too-large","summary":"much"}' > "$PM_AGENT_RESULT_FILE"; } ;;
  2) sed -i '$s/.*/z/' src/shared.txt; echo '[ "$(tail -1 src/shared.txt)" = z ]' > tests/z.sh; done_ ;;
  1.a) begins; cp src/shared.txt "$SEEN"; done_ ;;
  1.b) echo b > src/b.txt; echo 'grep -q b src/b.txt' > tests/b.sh; done_ ;;
esac
`

test('a part begins with the work that was done and with everything that landed meanwhile in the same file', async () => {
  const files = { 'PLAN.md': SHARED, 'src/shared.txt': LINES('-', '-'), 'pm-agent.yaml': limited(15) }
  const split = {
    tasks: [
      {
        ...{ id: '1', title: 'Begin with a', kind: 'feature', covers: ['c1'] },
        criteria: [{ command: 'head -1 src/shared.txt', expect: 'a' }],
        files: { modify: ['src/shared.txt'], create: ['tests/a.sh'] },
      },
      { ...part('2', ['b'], ['c2']), needs: ['1'] },
    ],
  }
  const letter = await letters(files, 'exit 1', [split])
  using user = letter.user
  const worker = join(user.root, 'sharer.sh')
  writeFileSync(worker, `SEEN=${user.root}/seen\n${SHARER}`)
  const done = await user.pm('run', 'PLAN.md', '--agent', `command:sh ${worker}`, '--parallel', '1')
  expect(done.code, done.stdout + done.stderr).toBe(0)
  expect(user.read('../seen')).toBe(LINES('a', 'z'))
  expect(await user.show('pm/letters', 'src/shared.txt')).toBe(LINES('a', 'z'))
})

test('a task that the planner cannot divide waits for a human, who may keep it whole', async () => {
  const plan = { 'PLAN.md': TASK(FILES), 'pm-agent.yaml': limited(2) }
  const letter = await letters(plan, 'make a b c d', [{ tasks: [] }])
  using user = letter.user
  expect((await letter.run()).code).toBe(3)
  expect((await user.pm('show', '1')).stdout).toContain('Task 1 (Make all letters) is too large for one session')
  expect((await user.pm('retry', '1')).code).toBe(0)
  const done = await letter.run()
  expect(done.code, done.stdout + done.stderr).toBe(0)
})

const SKETCHED = `# Editor\n\n### [ ] TODO 1: Make a\n\n**Kind**: feature\n\n**Acceptance Criteria**:\n- [ ] \`cat src/a.txt\` → \`a\`\n\n### [ ] TODO 2: Later\n\n**Sub-plan**: later/PLAN.md\n**Needs**: 1\n\n**Acceptance Criteria**:\n- [ ] \`cat src/b.txt\` → \`b\`\n`
const AGENT = `cat > "$PROMPT"
case "$PM_AGENT_TASK" in
  1) f=a ;;
  2/1) f=b ;;
  *) f= ;;
esac
[ -z "$f" ] || { echo $f > src/$f.txt; echo "grep -q $f src/$f.txt" > tests/$f.sh; }
echo '{"status":"success","summary":"done","learnings":["tabs are wide"]}' > "$PM_AGENT_RESULT_FILE"
`

for (const kept of ['tracked', 'ignored'] as const)
  test(`the sub-plan of a sketch is planned when its turn comes, from what was learned (${kept} plan)`, async () => {
    const ignored: Readonly<Record<string, string>> = kept === 'ignored' ? { '.gitignore': 'PLAN.md\nlater/\n' } : {}
    using user = await Project.with({ ...SHELL_PROJECT, ...ignored, 'PLAN.md': SKETCHED })
    const planner = join(user.root, 'planner.sh')
    const answer = JSON.stringify({ tasks: [part('1', ['b'], [])] })
    writeFileSync(planner, `cat > ${user.root}/prompt\necho '${answer}' > "$PM_AGENT_RESULT_FILE"\n`)
    writeFileSync(join(user.root, 'worker.sh'), `PROMPT=/dev/null\n${AGENT}`)
    user.write({ 'pm-agent.yaml': `${SHELL_PROJECT['pm-agent.yaml']}agents: { planner: "command:sh ${planner}" }\n` })
    const run = () => user.pm('run', 'PLAN.md', '--agent', `command:sh ${user.root}/worker.sh`)
    const done = await run()
    expect(done.code, done.stdout + done.stderr).toBe(0)
    expect(done.stdout).toContain('the planner wrote its tasks into later/PLAN.md')
    expect(user.read('../prompt')).toContain('tabs are wide')
    const text = kept === 'tracked' ? await user.show('pm/editor', 'later/PLAN.md') : user.read('later/PLAN.md')
    expect(text).toContain('### [x] TODO 1: Make b')
    expect(existsSync(join(user.dir, 'later'))).toBe(kept === 'ignored')
    // Another run finds the document of the planner, although it is not in the working tree.
    expect((await run()).stdout).toContain('Nothing to do')
  })

const REFUSED = `# Letters

### [ ] TODO 1: Make a

**Kind**: feature

**Acceptance Criteria**:
- [ ] \`cat src/a.txt\` → \`a\`

---

### [ ] TODO 2: Make z

**Kind**: feature
**Needs**: 1

**Acceptance Criteria**:
- [ ] \`cat src/z.txt\` → \`z\`
`
const REWRITTEN = `### [ ] TODO 1: Make b

**Kind**: feature

**Acceptance Criteria**:
- [ ] \`cat src/b.txt\` → \`b\``
const HALF = `cat > /dev/null
case "$PM_AGENT_TASK" in
  1) if [ "$PM_AGENT_ATTEMPT" = 1 ]; then echo half > src/half.txt; echo '{"status":"contradiction","summary":"a is taken"}' > "$PM_AGENT_RESULT_FILE"; exit; fi; f=b ;;
  2) f=z ;;
esac
echo $f > src/$f.txt; echo "grep -q $f src/$f.txt" > tests/$f.sh
echo '{"status":"success","summary":"done"}' > "$PM_AGENT_RESULT_FILE"
`

async function refusing(ignored: boolean, answers: readonly unknown[]) {
  const kept: Readonly<Record<string, string>> = ignored ? { '.gitignore': 'PLAN.md\n' } : {}
  const user = await Project.with({ ...SHELL_PROJECT, ...kept, 'PLAN.md': REFUSED })
  writeFileSync(join(user.root, 'worker.sh'), HALF)
  const folder = join(user.root, 'answers')
  user.write(Object.fromEntries(answers.map((answer, at) => [`../answers/${at + 1}`, JSON.stringify(answer)])))
  const planner = `cat > ${folder}/prompt; n=$(($(cat ${folder}/n 2>/dev/null || echo 0) + 1)); echo $n > ${folder}/n; cp ${folder}/$n "$PM_AGENT_RESULT_FILE"\n`
  writeFileSync(join(user.root, 'planner.sh'), planner)
  const agents = `agents: { planner: "command:sh ${user.root}/planner.sh" }\n`
  user.write({ 'pm-agent.yaml': `${SHELL_PROJECT['pm-agent.yaml']}${agents}` })
  const run = () => user.pm('run', 'PLAN.md', '--agent', `command:sh ${user.root}/worker.sh`)
  return { user, run }
}

for (const kept of ['tracked', 'ignored'] as const)
  test(`a rejected task is written anew by the planner, and begins again once its human took the text (${kept} plan)`, async () => {
    const everything = { text: REWRITTEN.replace('Make b', 'Make b\n\n### [ ] TODO 3: And c') }
    const green = { text: REWRITTEN.replace('cat src/b.txt', 'echo b') }
    const other = { text: REWRITTEN.replaceAll('b', 'c') }
    const answers = [everything, green, other, { text: REWRITTEN, unsure: ['b may be upper case'] }]
    const { user: project, run } = await refusing(kept === 'ignored', answers)
    using user = project
    expect((await run()).code).toBe(3)
    const rejected = await user.pm('reject', '1', '-m', 'a is taken: make b')
    expect(rejected.stdout).toContain('the planner writes a new text for it, which is shown to you')
    expect((await user.pm('status')).stdout).toContain('decompose')
    expect((await run()).code).toBe(3)
    // The answers that change another task, or show nothing, went back; the third one was clean.
    const prompt = user.read('../answers/prompt')
    for (const told of ['a is taken: make b', 'TODO 1: Make a', '+half', 'all its commands pass on the code as it is'])
      expect(prompt).toContain(told)
    expect((await user.pm('approve', '2')).code).toBe(2)
    expect((await user.pm('waive', '1', '-m', 'x')).stderr).toContain('the planner wrote a new text')
    expect((await user.pm('reject', '1', '-m', 'b, not c')).code).toBe(0)
    expect((await run()).code).toBe(3)
    const shown = (await user.pm('review', '1')).stdout
    expect(shown).toContain('  - ### [ ] TODO 1: Make a\n  + ### [ ] TODO 1: Make b\n')
    expect(shown).toContain('unsure: b may be upper case')
    expect((await user.pm('approve', '1')).stdout).toContain('begins again with the text of the planner')
    const done = await run()
    expect(done.code, done.stdout + done.stderr).toBe(0)
    const ticked = REFUSED.replace(/### [\s\S]*?`a`/, REWRITTEN).replaceAll('[ ]', '[x]')
    expect(kept === 'tracked' ? await user.show('pm/letters', 'PLAN.md') : user.read('PLAN.md')).toBe(ticked)
    if (kept === 'tracked') expect(user.read('PLAN.md')).toBe(REFUSED)
    // The next run compares with the text that was taken.
    expect((await run()).stdout).toContain('Nothing to do')
  })

test('the text of the planner is taken without a question if the human said so, and never over an edit of the human', async () => {
  const { user: project, run } = await refusing(true, [{ text: REWRITTEN }, { text: REWRITTEN }])
  using user = project
  expect((await run()).code).toBe(3)
  await user.pm('reject', '1', '-m', 'make b')
  expect((await run()).code).toBe(3)
  const own = REFUSED.replace('Make a', 'Make a, or b')
  user.write({ 'PLAN.md': own })
  await user.pm('approve', '1')
  // The edit is a newer text than that of the planner: the task begins again with it.
  await run()
  expect(user.read('PLAN.md')).toContain('Make a, or b')
  await user.pm('reject', '1', '-m', 'make b', '--yes')
  const done = await run()
  expect(done.stdout + done.stderr).toContain('took the text of the planner')
  expect(done.code, done.stdout + done.stderr).toBe(0)
  expect(user.read('PLAN.md')).toContain('### [x] TODO 1: Make b')
})

const WORDY = (criterion: string) =>
  `# Page\n\n### [ ] TODO 1: Polish the page\n\n**Kind**: feature\n\n**Acceptance Criteria**:\n- [ ] ${criterion}\n`

test('words that nobody can check are a question before any agent is launched, and other words are asked about again', async () => {
  using user = await Project.with({ ...SHELL_PROJECT, 'PLAN.md': WORDY('the page looks nicer somehow') })
  const reading = (entry: object) => JSON.stringify({ clarity: [{ criterion: 'c1', ...entry }] })
  user.write({
    '../vague': reading({ question: 'nicer in what?' }),
    '../clear': reading({ sentence: 'a.txt is there' }),
  })
  const planner = `if grep -q 'nicer somehow'; then cp ${user.root}/vague "$PM_AGENT_RESULT_FILE"; else cp ${user.root}/clear "$PM_AGENT_RESULT_FILE"; fi\n`
  writeFileSync(join(user.root, 'planner.sh'), planner)
  const worker = `cat > /dev/null; touch ${user.root}/launched; echo a > src/a.txt; echo 'grep -q a src/a.txt' > tests/a.sh; echo '{"status":"success","summary":"done"}' > "$PM_AGENT_RESULT_FILE"\n`
  writeFileSync(join(user.root, 'worker.sh'), worker)
  const agents = `agents: { planner: "command:sh ${user.root}/planner.sh" }\n`
  user.write({ 'pm-agent.yaml': `${SHELL_PROJECT['pm-agent.yaml']}${agents}` })
  const run = () => user.pm('run', 'PLAN.md', '--agent', `command:sh ${user.root}/worker.sh`)
  const first = await run()
  expect(first.code, first.stdout + first.stderr).toBe(3)
  expect(first.stdout).toContain('"the page looks nicer somehow" cannot be checked (nicer in what?)')
  expect(existsSync(join(user.root, 'launched'))).toBe(false)
  user.write({ 'PLAN.md': WORDY('the page has an a') })
  const done = await run()
  expect(done.stdout).toContain('read its words: c1: a.txt is there')
  expect(existsSync(join(user.root, 'launched'))).toBe(true)
})
