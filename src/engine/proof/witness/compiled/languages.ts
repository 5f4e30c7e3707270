import { goProbes } from './go.ts'
import type { ProbeLanguage } from './probe.ts'
import { rustProbes } from './rust.ts'

const LANGUAGES: readonly ProbeLanguage[] = [goProbes, rustProbes]

/** The first language with probes that one of these files is written in. */
export const languageIn = (paths: readonly string[]): ProbeLanguage | null =>
  LANGUAGES.find(({ isProgram }) => paths.some(isProgram)) ?? null
