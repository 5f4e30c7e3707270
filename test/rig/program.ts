import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const { PM_AGENT_BUNDLE } = process.env

/** The pm-agent program that tests start: the bundle that was made for them, or the source where there is none. */
export const MAIN = PM_AGENT_BUNDLE
  ? join(PM_AGENT_BUNDLE, 'main.js')
  : fileURLToPath(new URL('../../src/main.ts', import.meta.url))
