import { shellQuoted } from '../text/shell-word.ts'
import type { Check } from './plan.ts'

const commandFor = (path: string): string => `test -e ${shellQuoted(path)}`

/** The check of `File exists: …`. */
export const existenceCheck = (paths: readonly string[]): Check => ({
  command: paths.map(commandFor).join(' && '),
  expect: { is: 'exit', code: 0 },
})

/** Whether a check asks for the existence of a file in that form. */
export const asksForExistence = ({ command, expect }: Check, path: string): boolean =>
  expect.is === 'exit' && expect.code === 0 && command.split(' && ').includes(commandFor(path))
