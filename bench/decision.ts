import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { serveDashboard } from '../src/surfaces/web/server.ts'
import type { WebRunList, WebRunShown } from '../src/surfaces/web/wire.ts'
import { Project } from '../test/rig/projects/project.ts'
import { HONEST_AGENT, SHELL_PROJECT, shellPlan } from '../test/rig/projects/shell-project.ts'
import { WebClient } from '../test/rig/web/web-client.ts'
import { WebBrowser } from '../test/web/browser.ts'
import { browserKit } from '../test/web/installation.ts'
import { type Figure, median, ms } from './figure.ts'

const DECISIONS = 6
/** The task whose agent works until the bench is over, so that a process drives the run meanwhile. */
const WORKING = String(DECISIONS + 1)

/** In the page: the time of the first frame without the question. */
const goneAt = (task: string) => `new Promise(resolve => {
  new MutationObserver((_, observer) => {
    if (document.querySelector('article[aria-label="Task ${task}"]')) return
    observer.disconnect()
    requestAnimationFrame(() => resolve(performance.timeOrigin + performance.now()))
  }).observe(document.body, { subtree: true, childList: true })
})`

const figure = (name: string, time: number, most: number): Figure => ({
  name,
  measured: ms(time),
  goal: `≤ ${most} ms`,
  holds: time <= most,
})

/** From the request with a decision on the page to the event with its result, while another process drives the run. */
export async function decisionCost(): Promise<readonly Figure[]> {
  const ids = Array.from({ length: DECISIONS }, (_, at) => String(at + 1))
  using project = await Project.with({
    ...SHELL_PROJECT,
    'pm-agent.yaml': `${SHELL_PROJECT['pm-agent.yaml']}limits: { parallel: 2 }\n`,
    'PLAN.md': shellPlan([...ids.map(id => ({ id, extra: '**Hold**: yes\n' })), { id: WORKING }]),
  })
  const over = join(project.root, 'over')
  const wait = `[ "$PM_AGENT_TASK" != ${WORKING} ] || until [ -e ${over} ]; do sleep 0.1; done`
  writeFileSync(join(project.root, 'agent.sh'), `${wait}\n${HONEST_AGENT}`)
  const terminal = { print: () => {}, warn: () => {}, colour: false }
  const served = await serveDashboard({ cwd: project.dir, env: project.env(), terminal }, { port: 0 })
  const client = await WebClient.enter(served)
  let browser: WebBrowser | null = null
  const begun = client.ask('/api/events', { enough: text => text.includes('"phase"') })
  const run = project.start(['run', 'PLAN.md', '--agent', `command:sh ${project.root}/agent.sh`])
  try {
    await begun
    const { id } = (await client.json<WebRunList>('/api/runs')).runs[0]!
    await client.changes(id, { until: ({ run: { escalations } }) => escalations.length === DECISIONS })
    const skip = async (task: string) => {
      const { version } = await client.json<WebRunShown>(`/api/runs/${id}`)
      const skipped = client.changes(id, {
        since: version,
        until: ({ tasks }) => tasks.some(one => one.id === task && one.state === 'skipped'),
      })
      const start = performance.now()
      const answer = client.post(`/api/runs/${id}/decisions`, { decision: 'skip', subject: task, version })
      await skipped
      const time = performance.now() - start
      if ((await answer).status !== 200) throw new Error((await answer).text)
      return time
    }
    const times: number[] = []
    for (const task of ids.slice(0, DECISIONS / 2)) times.push(await skip(task))
    const pixels: number[] = []
    // Without a browser this is not measured: npm run test:web brings one.
    if (browserKit()) {
      browser = await WebBrowser.open()
      const page = await browser.tab(served.url)
      for (const task of ids.slice(DECISIONS / 2)) {
        await page.getByRole('article', { name: `Task ${task}`, exact: true }).waitFor()
        const gone = page.evaluate<number>(goneAt(task))
        const start = performance.timeOrigin + performance.now()
        await skip(task)
        pixels.push((await gone) - start)
      }
    }
    return [
      figure('a decision on the page, until its event', median(times), 100),
      ...(pixels.length > 0
        ? [figure('a decision, until it is drawn (event ≤ 100 ms, pixel ≤ 200 ms)', median(pixels), 300)]
        : []),
    ]
  } finally {
    await browser?.close()
    await served.close()
    writeFileSync(over, '')
    await run.done
  }
}
