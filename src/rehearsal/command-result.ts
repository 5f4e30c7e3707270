import { createHash } from 'node:crypto'
import type { Criterion } from '../core/plan/plan.ts'
import { unreachable } from '../core/result.ts'
import type { Ending } from '../core/run/ending.ts'
import type { CommandResult } from '../ports.ts'
import type { PlayedGate } from './script.ts'

/** The scripted result of a check: pass, fail, cannot start, or nothing to check. */
export type Said = 'yes' | 'no' | 'cannot-start' | 'no-tests' | 'some-tests'

export interface Shown {
  readonly ending: Ending
  readonly output: string
}

/** The exit and output of a command with this result. */
export function shownResult(said: Said, gate: PlayedGate, criterion: Criterion | null): Shown {
  const evidence = gate.evidence.trim()
  switch (said) {
    case 'yes':
      return criterion ? met(criterion) : exits(0, '')
    case 'no': {
      const expect = criterion?.check?.expect
      const code = expect?.is === 'exit' && expect.code === 1 ? 2 : 1
      return exits(code, evidence || `rehearsed: ${gate.verdict}`)
    }
    case 'cannot-start':
      return {
        ending: { is: 'could-not-start', problem: evidence || 'rehearsed: it is not installed on this machine' },
        output: evidence,
      }
    case 'no-tests':
      return exits(0, '# tests 0\n# pass 0\n# fail 0')
    case 'some-tests':
      return exits(0, '# tests 1\n# pass 1\n# fail 0')
    default:
      return unreachable(said)
  }
}

const exits = (code: number, output: string): Shown => ({ ending: { is: 'exited', code }, output })

/** Output that satisfies the criterion exactly. */
function met({ check }: Criterion): Shown {
  const { expect } = check!
  switch (expect.is) {
    case 'exit':
      return exits(expect.code, '')
    case 'words':
      return exits(0, '')
    case 'stdout':
      return exits(0, expect.text)
    case 'number':
      return exits(0, String(expect.value))
    case 'values':
      return exits(0, expect.values.map(({ path, expected }) => `${path} ${expected}`).join('\n'))
    default:
      return unreachable(expect)
  }
}

/** The same as a command result; `keep` stores the output for people to read. */
export async function resultOf(
  shown: Shown,
  durationMs: number,
  keep: (output: string) => Promise<string>,
): Promise<CommandResult> {
  const output = shown.output === '' ? '' : `${shown.output}\n`
  return {
    ending: shown.ending,
    output,
    stdout: output,
    outputFile: await keep(output),
    outputDigest: createHash('sha256').update(output).digest('hex'),
    durationMs,
  }
}
