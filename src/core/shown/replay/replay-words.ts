import { shortCommit } from '../../plan/ids.ts'
import type { GateResult } from '../../proof/receipt.ts'
import type { PastCommit, ReplayClass, Replayed } from './replayed.ts'

/** The words for the classes of replayed commits, and their meaning. */
export const REPLAY_WORDS: Readonly<Record<ReplayClass, { readonly word: string; readonly meaning: string }>> = {
  proven: { word: 'accepted', meaning: 'proven, without a question to a human' },
  'needs-allowance': { word: 'asked', meaning: 'you would have been asked once, or the task had to allow it' },
  unproven: { word: 'not shown', meaning: 'no check fails before the commit and passes after it' },
  environment: { word: 'cannot be judged', meaning: 'the checks do not run here on the code before the commit' },
  refused: { word: 'refused', meaning: 'a check fails; for a commit that you made, that is a false alarm of pm-agent' },
}

/** The legend in the help of `replay`. */
export const REPLAY_LEGEND: readonly string[] = [
  'Every commit is proven in a clean checkout as if an agent had handed it in, with its message as the task. It is then',
  ...Object.values(REPLAY_WORDS).map(({ word, meaning }) => `  ${word.padEnd(16)}  ${meaning}`),
  'No agent is started, nothing is written to your repository, and Ctrl-C ends it with what is known so far.',
]

/** Shown before the first commit. */
export const replayHeading = (count: number): string =>
  `Replaying ${count === 1 ? 'one commit' : `${count} commits, oldest first`}: each is checked in a clean checkout as if an agent had handed it in. Nothing is written to your repository.`

/** Shown at the start of each commit. */
export const replayTurn = (
  { commit, subject }: Pick<PastCommit, 'commit' | 'subject'>,
  at: number,
  count: number,
): string =>
  `[${String(at).padStart(String(count).length)}/${count}] checking ${shortCommit(commit)}  ${subject.slice(0, 60)}`

/** The results of a commit's gates; passed gates are only named. */
export function replayDetails({ receipt, kind }: Replayed): readonly string[] {
  if (!receipt) return []
  return [`    as a task of kind ${kind}; ${receipt.sandbox}`, ...receipt.gates.flatMap(gateDetails)]
}

function gateDetails({ gate, verdict, blocking, command, evidence }: GateResult): readonly string[] {
  const mark = verdict === 'passed' ? '✓' : blocking ? '✗' : '·'
  const head = `    ${mark} ${gate} ${verdict}${command ? `: ${command}` : ''}`
  return verdict === 'passed'
    ? [head]
    : [
        head,
        ...evidence
          .trimEnd()
          .split('\n')
          .map(line => `        ${line}`.trimEnd()),
      ]
}
