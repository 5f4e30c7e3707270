import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Project, type Running } from '../rig/projects/project.ts'
import { HONEST_AGENT, SHELL_PROJECT, shellPlan } from '../rig/projects/shell-project.ts'
import { type Page, WebBrowser } from './browser.ts'

/** Does what a human wants in a second round. */
const AGENT = HONEST_AGENT.replace(
  'cat > /dev/null\n',
  'prompt=$(cat)\ncase "$prompt" in *"name the author"*) author=Ada ;; esac\n',
).replace('from $given"', 'from $given${author:+ written by $author}"')

/** A user who has one browser, and a run whose tasks wait for approval. Each test goes on where the one before it ended. */
describe('a whole run in the browser', () => {
  let project: Project
  let browser: WebBrowser
  let page: Page
  let server: Running
  let port: string

  const serve = async () => {
    server = project.start(['dashboard', '--json', '--port', port])
    return (JSON.parse(await server.lines(1)) as { url: string }).url
  }
  const run = () => project.start(['run', 'PLAN.md', '--agent', `command:sh ${project.root}/agent.sh`]).done

  beforeAll(async () => {
    project = await Project.with({
      ...SHELL_PROJECT,
      'pm-agent.yaml': `${SHELL_PROJECT['pm-agent.yaml']}limits: { parallel: 2 }\n`,
      'PLAN.md': shellPlan([{ id: '1', extra: '**Hold**: yes\n' }, { id: '2', extra: '**Hold**: yes\n' }, { id: '3' }]),
    })
    writeFileSync(join(project.root, 'agent.sh'), AGENT)
    browser = await WebBrowser.open()
    port = '0'
    const url = await serve()
    port = new URL(url).port
    page = await browser.tab(url)
  })
  afterAll(async () => {
    await browser?.close()
    server?.kill('SIGKILL')
    await server?.done
    project[Symbol.dispose]()
  })

  const card = (of: Page, task: string) => of.getByRole('article', { name: `Task ${task}`, exact: true })

  test('the first run of a repository appears by itself, and so do its questions', async () => {
    await page.getByText('No run yet').waitFor()
    const running = run()
    await card(page, '1').waitFor()
    await card(page, '2').waitFor()
    expect((await running).code).toBe(3)
    expect(await page.evaluate('location.search')).toBe('')
    await page.getByText('2 waiting for you').waitFor()
  })

  test('an inline comment survives a reload, goes back to the agent as revise, and comes back done', async () => {
    await card(page, '1')
      .getByRole('link', { name: /Make file 1/ })
      .click()
    await page.getByRole('link', { name: 'Changes' }).click()
    await page.getByRole('button', { name: 'Comment on line 1 of src/1.txt' }).click()
    await page.getByLabel('Comment on src/1.txt').fill('name the author')
    await page.getByRole('button', { name: 'Keep comment' }).click()
    await page.reload()
    await page.getByRole('note', { name: 'Your comment on line 1 of src/1.txt' }).waitFor()
    await page.getByRole('button', { name: 'Send back to the agent' }).click()
    await page.getByRole('dialog').getByText('src/1.txt').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Send' }).click()
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    await page.getByRole('region', { name: 'Your comments' }).waitFor({ state: 'hidden' })
    expect((await run()).code).toBe(3)
    await page.getByText('written by Ada').first().waitFor()
    const revised = (await project.facts()).find(({ event }) => event.type === 'task-revised')
    expect(JSON.stringify(revised)).toContain('src/1.txt')
  })

  test('a killed server leaves the last known state, and the page goes on once the new address was opened', async () => {
    server.kill('SIGKILL')
    await server.done
    await page.getByText('Connection lost').waitFor()
    expect(await page.getByRole('heading', { name: /Make file 1/ }).isVisible()).toBe(true)
    const url = await serve()
    await page.getByText('The dashboard was restarted').waitFor({ timeout: 30_000 })
    const second = await browser.tab(url)
    await card(second, '1').waitFor()
    await page.getByText('The dashboard was restarted').waitFor({ state: 'hidden', timeout: 30_000 })
    await second.close()
  })

  test('of two tabs that decide at once one is taken, and the other is told', async () => {
    const tabs = [page, await browser.tab(`http://127.0.0.1:${port}/`)] as const
    for (const tab of tabs) {
      await tab.evaluate("location.hash = '#/'")
      await card(tab, '1')
        .getByRole('button', { name: /^1? ?Approve/ })
        .waitFor()
    }
    await Promise.all(
      tabs.map(tab =>
        card(tab, '1')
          .getByRole('button', { name: /^1? ?Approve/ })
          .click(),
      ),
    )
    for (const tab of tabs) await card(tab, '1').waitFor({ state: 'hidden' })
    const told = await Promise.all(tabs.map(tab => tab.getByRole('status', { name: /Settled/ }).innerText()))
    expect(told.filter(words => words.includes('is approved'))).toHaveLength(1)
    expect(told.filter(words => words.includes('settled elsewhere'))).toHaveLength(1)
    expect((await project.facts()).filter(({ event }) => event.type === 'task-approved')).toHaveLength(1)
    await tabs[1].close()
  })

  test('the keyboard alone opens a question, answers it with its reason, and finds the release', async () => {
    await page.keyboard.press('g')
    await page.keyboard.press('i')
    await card(page, '2').waitFor()
    await page.keyboard.press('1')
    await card(page, '2').waitFor({ state: 'hidden' })
    expect((await run()).code).toBe(0)
    await page.keyboard.press('g')
    await page.keyboard.press('r')
    await page.getByRole('button', { name: 'Verify the release' }).waitFor()
    await page.getByText('written').first().waitFor()
  })

  test('the release is verified from the page', async () => {
    await page.getByRole('button', { name: 'Verify the release' }).click()
    await page.getByText('Verified: everything in the manifest holds here.').waitFor({ timeout: 120_000 })
    expect(await project.show('pm/many-files', 'src/1.txt')).toContain('written by Ada')
    expect(browser.problems).toEqual([])
  })
})
