import { expect, test } from 'vitest'
import type { Ending } from '../../core/run/ending.ts'
import { startEnding } from './start-failure.ts'

const exited = (code: number): Ending => ({ is: 'exited', code })

test.each([
  [127, 'sh: 1: agnt: not found\n', 'sh: 1: agnt: not found'],
  [126, 'sh: 1: ./agent: Permission denied\n', 'sh: 1: ./agent: Permission denied'],
  [127, '', 'the shell ended with 127'],
  [1, 'bwrap: execvp agnt: No such file or directory\n', 'agnt: No such file or directory'],
])('exit code %i with %j is a program that could not be started', (code, output, problem) => {
  expect(startEnding(exited(code), output)).toEqual({ is: 'could-not-start', problem })
})

test.each<[Ending, string]>([
  [exited(0), 'bwrap: execvp agnt: No such file or directory\n'],
  [exited(1), 'sh: 1: agnt: not found\n'],
  [{ is: 'stopped' }, 'sh: 1: agnt: not found\n'],
])('%j is what it is', (ending, output) => {
  expect(startEnding(ending, output)).toBe(ending)
})
