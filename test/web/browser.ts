import { readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { type BrowserKit, browserKit } from './installation.ts'

/** The parts of the driver's interface that the tests use: its package is not a dependency. */
interface Found {
  click(): Promise<void>
  fill(text: string): Promise<void>
  press(key: string): Promise<void>
  count(): Promise<number>
  first(): Found
  last(): Found
  nth(at: number): Found
  innerText(): Promise<string>
  isVisible(): Promise<boolean>
  waitFor(options?: { readonly state?: 'visible' | 'hidden' | 'attached'; readonly timeout?: number }): Promise<void>
  scrollIntoViewIfNeeded(): Promise<void>
  getByRole(role: string, options?: { readonly name?: string | RegExp; readonly exact?: boolean }): Found
  getByText(text: string | RegExp): Found
  getByLabel(text: string | RegExp): Found
  locator(selector: string): Found
}

export interface Page extends Pick<Found, 'getByRole' | 'getByText' | 'getByLabel' | 'locator'> {
  goto(url: string): Promise<unknown>
  reload(): Promise<unknown>
  evaluate<T>(script: string): Promise<T>
  addInitScript(script: { readonly content: string }): Promise<void>
  screenshot(options: { readonly path: string; readonly fullPage?: boolean }): Promise<Buffer>
  setViewportSize(size: { readonly width: number; readonly height: number }): Promise<void>
  readonly keyboard: { press(key: string): Promise<void>; type(text: string): Promise<void> }
  on(event: 'console', listener: (message: { type(): string; text(): string }) => void): void
  on(event: 'pageerror', listener: (error: Error) => void): void
  on(event: 'dialog', listener: (dialog: { message(): string; dismiss(): Promise<void> }) => void): void
  close(): Promise<void>
}

interface Session {
  newPage(): Promise<Page>
  close(): Promise<void>
}

interface Browser {
  newContext(options: object): Promise<Session>
  close(): Promise<void>
}

interface Look {
  readonly width?: number
  readonly height?: number
  readonly scheme?: 'light' | 'dark'
  /** Pixels of the screen for one of the page. */
  readonly scale?: number
}

/** A real browser with one user; everything that its pages complain about is kept. */
export class WebBrowser {
  readonly problems: string[] = []
  readonly #browser: Browser
  readonly #session: Session
  readonly #kit: BrowserKit

  private constructor(browser: Browser, session: Session, kit: BrowserKit) {
    this.#browser = browser
    this.#session = session
    this.#kit = kit
  }

  static async open({ width = 1440, height = 900, scheme = 'light', scale = 1 }: Look = {}): Promise<WebBrowser> {
    const kit = browserKit()
    if (!kit) throw new Error('there is no browser: npm run test:web brings one')
    const { chromium } = await import(kit.playwright)
    const browser: Browser = await chromium.launch({
      executablePath: kit.chromium,
      // The only flag: as root, as in a container, chromium has no sandbox of its own.
      args: ['--no-sandbox'],
      env: { PATH: process.env.PATH, HOME: tmpdir(), FONTCONFIG_PATH: fontsOr(kit.fonts) },
    })
    const session = await browser.newContext({
      viewport: { width, height },
      colorScheme: scheme,
      deviceScaleFactor: scale,
      reducedMotion: 'reduce',
      // The page of the checks is served with its own policy, which forbids foreign scripts.
      bypassCSP: false,
    })
    return new WebBrowser(browser, session, kit)
  }

  /** Another tab of the same user. */
  async tab(url: string): Promise<Page> {
    const page = await this.#session.newPage()
    page.on('console', message => {
      // A refused request is written to the console; the page has to show it, which tests look at.
      if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
        this.problems.push(message.text())
    })
    page.on('pageerror', error => void this.problems.push(error.message))
    page.on('dialog', dialog => {
      this.problems.push(`a dialog: ${dialog.message()}`)
      void dialog.dismiss()
    })
    await page.goto(url)
    return page
  }

  /** Violations of accessibility that are serious or critical, in words. */
  async axe(page: Page): Promise<readonly string[]> {
    await page.evaluate(`${readFileSync(this.#kit.axe, 'utf8')}; undefined`)
    const found = await page.evaluate<
      readonly { impact: string; id: string; nodes: readonly { html: string; failureSummary: string }[] }[]
    >('axe.run(document, { resultTypes: ["violations"] }).then(({ violations }) => violations)')
    return found
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .flatMap(({ id, nodes }) =>
        nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary}`),
      )
  }

  async close(): Promise<void> {
    await this.#session.close()
    await this.#browser.close()
  }
}

/** The fonts that came along, where the machine has none. */
const fontsOr = (brought: string): string => {
  try {
    readFileSync('/etc/fonts/fonts.conf')
    return '/etc/fonts'
  } catch {
    return brought
  }
}
