import { describe, expect, test } from 'vitest'
import { bestCpuMs, cpuMs } from '../../../../test/rig/processor-time.ts'
import { topological } from '../../../core/plan/graph.ts'
import { parsePlan } from '../read.ts'

/** A plan of this many tasks, each depending on the previous one, with all usual fields. */
function largePlan(count: number): string {
  const numbers = Array.from({ length: count }, (_, index) => index + 1)
  const graph = numbers.map(n => `| ${n} | ${n > 1 ? `\`todo-${n - 1}.out\`` : '-'} | \`out\` (file) | work |`)
  const commits = numbers.map(n => `| ${n} | \`feat: step ${n}\` | \`src/${n}/*\` | always |`)
  const tasks = numbers.map(n =>
    [
      `### [ ] TODO ${n}: Step ${n}`,
      '',
      '**Type**: work',
      '**Required Tools**: `npm`',
      '',
      '**Inputs**:',
      n > 1 ? `- \`out\` (file): \`\${todo-${n - 1}.outputs.out}\` - from before` : '(none)',
      '',
      '**Outputs**:',
      `- \`out\` (file): \`src/${n}.ts\` - the file`,
      '',
      '**Steps**:',
      '- [ ] Write it 🙂',
      '- [ ] Test it',
      '',
      '**Acceptance Criteria**:',
      '',
      '*Functional:*',
      `- [ ] File exists: \`src/${n}.ts\``,
      `- [ ] \`node src/${n}.ts\` → \`ok\``,
      '',
      '---',
      '',
    ].join('\n'),
  )
  return [
    '# Large',
    '## Dependency Graph',
    '| TODO | Requires (Inputs) | Produces (Outputs) | Type |\n|---|---|---|---|',
    ...graph,
    '',
    '## Commit Strategy',
    '| After TODO | Message | Files | Condition |\n|---|---|---|---|',
    ...commits,
    '',
    ...tasks,
    '### [ ] TODO Final: Verification\n**Acceptance Criteria**:\n- [ ] `npm test` → exit 0\n',
  ].join('\n')
}

test('a plan four times as long takes about four times as long to read and order', () => {
  const read = (text: string) => () => {
    const { plan, diagnostics } = parsePlan(text, { path: 'PLAN.md' })
    expect(diagnostics).toEqual([])
    expect(topological(plan!.tasks)).toHaveLength(plan!.tasks.length)
  }
  const small = largePlan(1000)
  const large = largePlan(4000)
  read(large)()
  expect(bestCpuMs(5, read(large)) / bestCpuMs(5, read(small))).toBeLessThan(9)
})

const SIZE = 2_000_000
const many = (piece: string): string => piece.repeat(Math.ceil(SIZE / piece.length))
const tasks = (count: number, fields: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => `### [ ] TODO ${index}: x\n${fields(index)}\n`).join('')
const criteria = (words: string): string => `### [ ] TODO 1: x\n**Acceptance Criteria**:\n${words}\n`
const field = (name: string, words: string): string => `### [ ] TODO 1: x\n**${name}**: ${words}\n`

describe('two megabytes are read in under a second', () => {
  test.each<[what: string, text: string]>([
    ['back-ticks', many('`')],
    ['boxes without any task', many('- [ ] Words that say what is to be done in this place\n')],
    [
      'boxes in boxes',
      many(
        '- [ ] 1. Words that say what a group is about\n  - said of all\n  - [ ] 1.1 Words that say what is to be done\n',
      ),
    ],
    ['commands that expect nothing', `### Task 1: x\n${many('Run: `a`\nExpect\n')}`],
    ['back-ticks in a criterion', criteria(`- [ ] ${many('`')}`)],
    [
      'back-ticks in runs of every length',
      criteria(`- [ ] ${Array.from({ length: 1900 }, (_, n) => '`'.repeat(n + 1)).join(' ')}`),
    ],
    ['asterisks', many('*')],
    ['bold words that are not closed', many('**a\n')],
    ['fields that are not known', field('Steps', '\n') + many('**Stpes**: b\n')],
    ['opening brackets', many('[')],
    ['boxes', criteria(many('- [ ] a\n'))],
    ['pipes', many('|')],
    ['pipes below a table', `| a |\n|---|\n${many('|')}`],
    ['lines of one pipe', many('|\n')],
    ['fences', many('```\n')],
    ['a fence that is not closed', `\`\`\`\n${many('a\n')}`],
    ['comments that are not closed, in items', many('- <!--\n')],
    ['comments', many('<!-- a -->\n')],
    ['list marks on one line', `${many('- ')}x`],
    ['list marks of two kinds on one line', `${many('- + ')}x`],
    ['a staircase of items', criteria(Array.from({ length: 1900 }, (_, n) => `${' '.repeat(n)}- a`).join('\n'))],
    ['quotation marks', many('> ')],
    ['blanks', many(' ')],
    ['blanks inside a criterion', criteria(`- [ ] a${many(' ')}b`)],
    ['blanks inside a heading', `### [ ] TODO 1${many(' ')}b`],
    ['numbered headings', Array.from({ length: 50_000 }, (_, n) => `## ${n + 1}. ${'a'.repeat(30)}\n`).join('')],
    ['headings below a long one', `## ${many('a')}\n${'### 1. b\n'.repeat(1000)}`],
    ['hashes behind a heading', `# a${many(' #')}`],
    ['opening parentheses', criteria(`- [ ] ${many('(')}`)],
    ['remarks behind an expectation', criteria(`- [ ] \`a\` → \`b\` ${many('(c) ')}`)],
    ['beginnings of references', field('Inputs', many('${todo-'))],
    ['references', field('Inputs', many('${todo-1.outputs.a} '))],
    ['ranges of tasks', field('Needs', many('1-2, '))],
    ['titles of file lists', field('Files', many('Create: a, '))],
    [
      'rows of a graph',
      `## Dependency Graph\n| TODO | Requires |\n|---|---|\n${many('| 1 | all |\n')}\n${field('Kind', 'fix')}`,
    ],
    ['carriage returns', many('\r')],
    ['halves of emoji', many('\ud83d')],
    ['tasks with one id', many('### [ ] TODO 1: x\n')],
    ['tasks that need all before them', tasks(50_000, () => '**Needs**: all')],
    ['tasks that need tasks that do not exist', tasks(50_000, n => `**Needs**: 9${n}`)],
    ['tasks in one knot', tasks(40_000, n => `**Needs**: ${(n + 1) % 40_000}, ${(n * 7) % 40_000}`)],
  ])('of %s', (_what, text) => {
    let shortest = Number.POSITIVE_INFINITY
    for (let turn = 0; turn < 4 && shortest >= 1000; turn++) {
      shortest = Math.min(
        shortest,
        cpuMs(() => parsePlan(text, { path: 'PLAN.md' })),
      )
    }
    expect(shortest).toBeLessThan(1000)
  })
})
