/**
 * The test files of a project. Most are known by their name; if a project names them differently, its test command names
 * them, or its runner reports the files of its tests (`testMatch`, `python_files`).
 */

import type { Case } from '../case.ts'
import type { Suite } from '../suite/suite.ts'
import { isTestFile } from './test-names.ts'

type Knows = Pick<Case, 'knownTests' | 'programFiles'>

/** Tests, their helpers and their snapshots. */
export const isTest = ({ knownTests, programFiles }: Knows, path: string): boolean =>
  (isTestFile(path) && !programFiles.has(path)) || knownTests.has(path)

/** Whether the runner looks for tests in this file. */
export const isRun = ({ knownTests }: Knows, { runner }: Suite, path: string): boolean =>
  runner.isTestFile(path) || knownTests.has(path)
