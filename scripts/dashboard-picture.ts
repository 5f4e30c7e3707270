/** A program: makes docs/dashboard.png, the dashboard in the middle of a real run. The browser is that of `npm run test:web`. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { serveDashboard } from '../src/surfaces/web/server.ts'
import { Project } from '../test/rig/projects/project.ts'
import { WebBrowser } from '../test/web/browser.ts'

const PICTURE = fileURLToPath(new URL('../docs/dashboard.png', import.meta.url))

const task = (id: string, title: string, file: string, more = '') =>
  `### [ ] TODO ${id}: ${title}\n\n${more}**Files**:\n- Create: \`${file}\`\n\n**Acceptance Criteria**:\n- [ ] \`grep -c made ${file}\` → 1\n\n`

const FILES = {
  'pm-agent.yaml': `commands:\n  test: 'n=0; for t in tests/*.sh; do sh "$t" || exit 1; n=$((n+1)); done; echo "# tests $n"; echo "# pass $n"'\nlimits: { fixes: 0, parallel: 2 }\n`,
  'src/cart.txt': 'cart\n',
  'tests/cart.sh': 'grep -q cart src/cart.txt\n',
  'PLAN.md': `# Checkout\n\n${[
    task('1', 'Prices with tax', 'src/prices.txt'),
    task('2', 'Discount codes', 'src/discounts.txt', '**Needs**: 1\n\n'),
    task('3', 'Card payments', 'src/payments.txt', '**Hold**: yes\n**Needs**: 1\n\n'),
    task('4', 'Empty the cart after an order', 'src/orders.txt', '**Needs**: 1\n\n'),
    task('5', 'Order confirmation', 'src/confirmation.txt', '**Needs**: 2, 4\n\n'),
    task('6', 'Invoices', 'src/invoices.txt', '**Needs**: 3\n\n'),
  ].join('')}`,
}

/** The agent of task 4 breaks a test and claims success. */
const AGENT = `cat > /dev/null
made() {
  echo "made: $2" > "src/$1.txt"
  echo "grep -q made src/$1.txt" > "tests/$1.sh"
}
claim() { printf '{"status":"success","summary":"%s"}' "$1" > "$PM_AGENT_RESULT_FILE"; }
case $PM_AGENT_TASK in
  1) made prices "net and gross"; claim "Prices show net and gross." ;;
  2) made discounts "codes of a table"; claim "Codes reduce the total." ;;
  3) made payments "card numbers are checked"; claim "Card payments work, all tests pass." ;;
  4) made orders "an order empties it"; echo empty > src/cart.txt; claim "The cart is emptied. All tests pass, ready to merge." ;;
  5) made confirmation "a page"; claim "Done." ;;
  *) made invoices "a document"; claim "Done." ;;
esac
`

using project = await Project.with(FILES)
writeFileSync(join(project.root, 'agent.sh'), AGENT)
await project.pm('run', 'PLAN.md', '--agent', `command:sh ${project.root}/agent.sh`)
const terminal = { print: () => {}, warn: () => {}, colour: false }
const served = await serveDashboard({ cwd: project.dir, env: project.env(), terminal }, { port: 0 })
const browser = await WebBrowser.open({ width: 1280, height: 800 })
try {
  const page = await browser.tab(served.url)
  await page.getByText('Found').first().waitFor()
  const { length } = await page.screenshot({ path: PICTURE })
  console.log(`${PICTURE}: ${Math.round(length / 1024)} kB`)
} finally {
  await browser.close()
  await served.close()
}
