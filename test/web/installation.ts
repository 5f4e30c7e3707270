import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Brought, placeOf } from '../rig/brought.ts'

const CHROMIUM: Brought = { name: 'chromium', package: '@sparticuz/chromium', version: '153.0.0' }
const PLAYWRIGHT: Brought = { name: 'playwright-core', package: 'playwright-core', version: '1.65.1' }
const AXE: Brought = { name: 'axe-core', package: 'axe-core', version: '4.14.0' }

/** A real browser, its driver, and rules for accessibility. */
export const BROWSER_KIT: readonly Brought[] = [CHROMIUM, PLAYWRIGHT, AXE]

/** Where chromium is unpacked in its installation: the package itself takes the folder for temporary files. */
const unpackedIn = (installation: string): string => join(installation, 'unpacked')

/** Why a part of the kit cannot be used, or null. The browser is unpacked and asked for its version. */
export function problemWith(wanted: Brought, installation: string): string | null {
  try {
    const manifest = join(installation, 'node_modules', wanted.package, 'package.json')
    const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { readonly version: string }
    if (version !== wanted.version) return `it is version ${version}`
    return wanted === CHROMIUM ? chromiumProblem(installation) : null
  } catch (error) {
    return (error as Error).message
  }
}

function chromiumProblem(installation: string): string | null {
  const place = unpackedIn(installation)
  mkdirSync(place, { recursive: true })
  const unpack = "import('@sparticuz/chromium').then(({ default: chromium }) => chromium.executablePath())"
  const env = { PATH: process.env.PATH, HOME: place, TMPDIR: place }
  if (!existsSync(join(place, 'chromium')))
    execFileSync(process.execPath, ['--input-type=module', '--eval', unpack], {
      cwd: installation,
      env,
      stdio: 'ignore',
    })
  const said = execFileSync(join(place, 'chromium'), ['--version'], { encoding: 'utf8', env, timeout: 60_000 })
  return /\d+\.\d+/.test(said) ? null : `it says ${said.trim()}`
}

/** The parts of the kit; null with a reason where `npm run test:web` has not brought it. */
export interface BrowserKit {
  /** The program of the browser. */
  readonly chromium: string
  /** The folder of its fonts: a machine may have none. */
  readonly fonts: string
  /** The entry of the driver's package. */
  readonly playwright: string
  /** The script that a page loads to be checked. */
  readonly axe: string
}

/** The kit as it was brought, or null where it is not. */
export function browserKit(): BrowserKit | null {
  const kit = {
    chromium: join(unpackedIn(placeOf(CHROMIUM)), 'chromium'),
    fonts: join(unpackedIn(placeOf(CHROMIUM)), 'fonts'),
    playwright: join(placeOf(PLAYWRIGHT), 'node_modules/playwright-core/index.mjs'),
    axe: join(placeOf(AXE), 'node_modules/axe-core/axe.min.js'),
  }
  return Object.values(kit).every(path => existsSync(path)) ? kit : null
}
