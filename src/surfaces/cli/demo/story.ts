import type { Script } from '../../../adapters/agents/scripted/script.ts'

/** What a demo plays: a repository with its plan, and what the agents do in it. */
export interface Story {
  /** The folder of the repository. */
  readonly name: string
  readonly intro: string
  readonly files: Readonly<Record<string, string>>
  readonly script: Script
  /** Commands worth a look on the finished branch. */
  readonly tryOut: readonly string[]
}

const FILES: Readonly<Record<string, string>> = {
  'package.json': `${JSON.stringify({ name: 'words', type: 'module', private: true, scripts: { test: 'node --test' } }, null, 2)}\n`,
  'pm-agent.yaml': '# The played agents have no second answer about the strength of their tests.\nstrength: never\n',
  'src/split.js': `/** The words of a text, in lower case. */
export const split = text => text.toLowerCase().match(/[a-z]+/g) ?? []
`,
  'test/split.test.js': `import assert from 'node:assert/strict'
import { test } from 'node:test'
import { split } from '../src/split.js'

test('a text is split into lower-case words', () => {
  assert.deepEqual(split('Hand it a plan.'), ['hand', 'it', 'a', 'plan'])
})
`,
}

const PLAN = `# Word statistics

> Three small functions over the words of a text.

## TODOs

### [ ] TODO 1: Count the words of a text

**Outputs**:
- \`module\` (file): \`src/count.js\` - exports count(text)

**Steps**:
- [ ] Write src/count.js on top of src/split.js
- [ ] Test it

**Acceptance Criteria**:
- [ ] \`node -e "import('./src/count.js').then(m => console.log(m.count('to be or not to be')))"\` → \`6\`

---

### [ ] TODO 2: Find the most frequent word

**Inputs**:
- \`module\` (file): \`\${todo-1.outputs.module}\` - how such a module looks here

**Steps**:
- [ ] Write src/frequent.js; of two equally frequent words the first one wins

**Acceptance Criteria**:
- [ ] \`node -e "import('./src/frequent.js').then(m => console.log(m.frequent('to be or not to be')))"\` → \`to\`

---

### [ ] TODO 3: Keep numbers as words

**Steps**:
- [ ] Let split() keep digits: "4 words" has two words

**Acceptance Criteria**:
- [ ] \`node -e "import('./src/split.js').then(m => console.log(m.split('4 words').length))"\` → 2

---

### [ ] TODO Final: Verification

**Type**: verification

**Acceptance Criteria**:
- [ ] \`npm test\` → exit 0

## Dependency Graph

| TODO | Requires (Inputs) | Produces (Outputs) | Type |
|------|-------------------|--------------------|------|
| 1 | - | \`module\` | work |
| 2 | \`todo-1.module\` | - | work |
| 3 | todo-2 | - | work |
| Final | all | - | verification |
`

const testOf = (name: string, body: string): string => `import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ${name} } from '../src/${name}.js'

${body}
`

const splitTest = FILES['test/split.test.js']!

/** Two of the agents say that they are done when they are not. */
const SCRIPT: Script = {
  tasks: {
    '1': [
      {
        steps: [
          {
            write: {
              path: 'src/count.js',
              text: "import { split } from './split.js'\n\n/** How many words a text has. */\nexport const count = text => split(text).length\n",
            },
          },
          {
            write: {
              path: 'test/count.test.js',
              text: testOf(
                'count',
                "test('words are counted', () => {\n  assert.equal(count('to be or not to be'), 6)\n  assert.equal(count(''), 0)\n})",
              ),
            },
          },
        ],
        report: {
          status: 'success',
          summary: 'count() works and is tested',
          outputs: { module: 'src/count.js' },
          learnings: ['modules are small and build on src/split.js'],
        },
      },
    ],
    '2': [
      {
        steps: [
          {
            write: {
              path: 'src/frequent.js',
              text: "import { split } from './split.js'\n\n/** The most frequent word of a text. */\nexport const frequent = text => split(text)[0]\n",
            },
          },
          {
            write: {
              path: 'test/frequent.test.js',
              text: testOf(
                'frequent',
                "test('the most frequent word is found', () => {\n  assert.equal(frequent('a b b'), 'b')\n})",
              ),
            },
          },
        ],
        report: {
          status: 'success',
          summary: 'frequent() works, all tests pass',
          test_results: { passed: 3, failed: 0, command: 'npm test', output: '3 passed' },
        },
      },
      {
        steps: [
          {
            write: {
              path: 'src/frequent.js',
              text: "import { split } from './split.js'\n\n/** The most frequent word of a text; of two equally frequent ones the first. */\nexport function frequent(text) {\n  const counts = new Map()\n  for (const word of split(text)) counts.set(word, (counts.get(word) ?? 0) + 1)\n  let best\n  for (const [word, count] of counts) if (best === undefined || count > counts.get(best)) best = word\n  return best\n}\n",
            },
          },
        ],
        report: { status: 'success', summary: 'words are really counted now' },
      },
    ],
    '3': [
      {
        steps: [
          {
            write: {
              path: 'src/split.js',
              text: '/** The words of a text. */\nexport const split = text => text.match(/[A-Za-z0-9]+/g) ?? []\n',
            },
          },
          {
            write: {
              path: 'test/split.test.js',
              text: splitTest
                .replace("['hand', 'it', 'a', 'plan']", "['Hand', 'it', 'a', 'plan']")
                .concat("\ntest('digits are words', () => {\n  assert.equal(split('4 words').length, 2)\n})\n"),
            },
          },
        ],
        report: { status: 'success', summary: 'digits are kept; a test had a wrong expectation and was corrected' },
      },
      {
        steps: [
          {
            write: {
              path: 'src/split.js',
              text: '/** The words of a text, in lower case; digits count. */\nexport const split = text => text.toLowerCase().match(/[a-z0-9]+/g) ?? []\n',
            },
          },
          {
            write: {
              path: 'test/split.test.js',
              text: splitTest.concat(
                "\ntest('digits are words', () => {\n  assert.equal(split('4 words').length, 2)\n})\n",
              ),
            },
          },
        ],
        report: { status: 'success', summary: 'lower case is back, digits are kept' },
      },
    ],
    final: [{ report: { status: 'success', summary: 'everything holds' } }],
  },
}

/** The small story: three functions over the words of a text. */
export const WORDS: Story = {
  name: 'words',
  intro: 'A small demo: scripted agents carry out a plan in a throw-away repository. Two of their claims are false.',
  files: { ...FILES, 'PLAN.md': PLAN },
  script: SCRIPT,
  tryOut: ['npm test'],
}
