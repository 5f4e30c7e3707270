import { hasEnding } from '../../../../core/text/paths.ts'
import { CPP, PLAIN_C } from '../languages/c.ts'
import { GO } from '../languages/go.ts'
import { PYTHON } from '../languages/python.ts'
import { RUST } from '../languages/rust.ts'
import type { TreeLanguage } from './language-row.ts'

/** One row per language; the first that fits a path is its language. */
const ROWS: readonly TreeLanguage[] = [PYTHON, GO, RUST, PLAIN_C, CPP]

/** The row of a file; null for languages that have another reader, or none. */
export const treeLanguageOf = (path: string): TreeLanguage | null =>
  ROWS.find(row => hasEnding(path, row.endings)) ?? null

/** Whether a file is named like a test of one of these languages. */
export const isTestOfLanguage = (path: string): boolean => ROWS.some(({ isTestFile }) => isTestFile(path))

/** The grammars of all rows. */
export const GRAMMARS: readonly string[] = [...new Set(ROWS.map(({ grammar }) => grammar))]
