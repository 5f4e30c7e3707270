import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Dashboard, serveDashboard } from '../../src/surfaces/web/server.ts'
import { Project } from '../rig/projects/project.ts'
import { HONEST_AGENT, SHELL_PROJECT, shellPlan } from '../rig/projects/shell-project.ts'
import { type Page, WebBrowser } from './browser.ts'

const MARKUP = '<img src=x onerror=window.stolen=1><script>window.stolen=1</script>[link](javascript:stolen)\u202egnp'

/** Does its task; every field that it can write has markup in it, and task 2 breaks a test. */
const HOSTILE_AGENT = `${HONEST_AGENT.replaceAll('"made"', JSON.stringify(MARKUP)).replaceAll('file %s is there', `%s ${MARKUP}`)}
echo '${MARKUP}' >> "src/$PM_AGENT_TASK.txt"
printf '\\033[31m%s\\033[0m\\n' '${MARKUP}'
[ "$PM_AGENT_TASK" != 2 ] || echo changed > src/base.txt
`

/** Where pictures of the pages are kept to be looked at: nowhere unless somebody names a folder. */
const PICTURES = process.env.PM_AGENT_PICTURES

const LOOKS = [
  { name: 'wide and light', width: 1440, height: 900, scheme: 'light' },
  { name: '390 px wide and dark', width: 390, height: 844, scheme: 'dark' },
] as const

/** Each page, with something on it that is drawn last. */
const PAGES = [
  ['inbox', '.card .found'],
  ['tasks', ':is(.box, .task-list tr):has-text("Make file 3")'],
  ['tasks/1', 'text=Definition of done'],
  ['tasks/1/changes', '[data-path="src/1.txt"] .diff-line'],
  ['tasks/1/talk', 'text=Transcript'],
  ['tasks/1/history', 'text=Cost by role'],
  ['timeline', '.bar-piece'],
  ['log', '.log-line'],
  ['run', '.claims td'],
  ['plan', '.plan-line'],
] as const

/** Words that stand in a column as narrow as one of them. */
const SQUEEZED = `[...document.querySelectorAll('main *')].flatMap(element => {
  const words = [...element.childNodes].filter(node => node.nodeType === 3).map(node => node.data).join('')
  const { width, height } = element.getBoundingClientRect()
  return words.length > 20 && width > 0 && width < 60 && height > 60 ? [words.slice(0, 40) + ' in ' + width + ' px'] : []
})`

describe.each(LOOKS)('every page, $name', look => {
  let project: Project
  let served: Dashboard
  let browser: WebBrowser
  let page: Page
  let run: string

  beforeAll(async () => {
    project = await Project.with({
      ...SHELL_PROJECT,
      'pm-agent.yaml': `${SHELL_PROJECT['pm-agent.yaml']}limits: { fixes: 0, parallel: 2 }\n`,
      'PLAN.md': shellPlan([{ id: '1', extra: '**Hold**: yes\n' }, { id: '2' }, { id: '3', needs: ['1'] }]).replace(
        'A plan for tests.',
        MARKUP,
      ),
    })
    writeFileSync(join(project.root, 'agent.sh'), HOSTILE_AGENT)
    await project.pm('run', 'PLAN.md', '--agent', `command:sh ${project.root}/agent.sh`)
    const terminal = { print: () => {}, warn: () => {}, colour: false }
    served = await serveDashboard({ cwd: project.dir, env: project.env(), terminal }, { port: 0 })
    browser = await WebBrowser.open(look)
    page = await browser.tab(served.url)
    run = (await project.status()).run.id
    if (PICTURES) mkdirSync(PICTURES, { recursive: true })
  })
  afterAll(async () => {
    await browser?.close()
    await served?.close()
    project?.[Symbol.dispose]()
  })

  test.each(PAGES)('%s fits, is accessible, and shows words of agents as text', async (name, last) => {
    await page.evaluate(`location.hash = ${JSON.stringify(`#/${run}/${name}`)}`)
    await page.locator(last).first().waitFor()
    await page.getByText('Loading …').first().waitFor({ state: 'hidden' })
    if (PICTURES)
      await page.screenshot({ path: join(PICTURES, `${name.replaceAll('/', '-')}-${look.width}.png`), fullPage: true })
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0)
    expect(await page.evaluate(SQUEEZED)).toEqual([])
    expect(await browser.axe(page)).toEqual([])
    expect(
      await page.evaluate(
        '[window.stolen ?? null, document.querySelectorAll("img, main script, iframe, base").length]',
      ),
    ).toEqual([null, 0])
    expect(
      await page.evaluate(`[...document.querySelectorAll('a')].filter(a => a.protocol === 'javascript:').length`),
    ).toBe(0)
    // A character that turns the direction of writing is shown as its number.
    expect(await page.evaluate("document.querySelector('main').innerText.includes('\\u202e')")).toBe(false)
    expect(browser.problems).toEqual([])
  })
})
