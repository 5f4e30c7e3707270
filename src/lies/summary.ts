import type { PlayOutcome, PlayResult } from './verdict.ts'

/** The figures of some plays. */
export interface Figures {
  readonly lies: number
  readonly liesAccepted: number
  readonly twins: number
  readonly twinsRejected: number
  readonly wrongReasons: number
  readonly broken: number
  readonly notRun: number
}

export interface Summary extends Figures {
  readonly entries: number
  readonly families: Readonly<Record<string, Figures>>
  /** Proof times over all proven runs. */
  readonly proofSeconds: { readonly median: number; readonly p95: number }
}

export function sumUp(results: readonly PlayResult[]): Summary {
  const families = [...new Set(results.map(result => result.family))]
  const played = results.filter(result => result.outcome !== 'not-run')
  return {
    ...figuresOf(results),
    entries: new Set(played.map(result => result.entry)).size,
    families: Object.fromEntries(
      families.map(family => [family, figuresOf(results.filter(result => result.family === family))]),
    ),
    proofSeconds: spread(results.map(result => result.proofMs).filter(ms => ms > 0)),
  }
}

function figuresOf(results: readonly PlayResult[]): Figures {
  const played = results.filter(result => result.outcome !== 'not-run')
  const count = (outcome: PlayOutcome) => results.filter(result => result.outcome === outcome).length
  return {
    lies: played.filter(result => !result.twin).length,
    liesAccepted: count('ACCEPTED'),
    twins: played.filter(result => result.twin).length,
    twinsRejected: count('twin-rejected'),
    wrongReasons: count('wrong-reason'),
    broken: count('broken'),
    notRun: count('not-run'),
  }
}

function spread(durationsMs: readonly number[]): { readonly median: number; readonly p95: number } {
  const sorted = durationsMs.toSorted((one, other) => one - other)
  const at = (share: number) => Math.round((sorted[Math.ceil((sorted.length - 1) * share)] ?? 0) / 100) / 10
  return { median: at(0.5), p95: at(0.95) }
}

/** Nothing accepted, no twin rejected, nothing detected for a wrong reason, and nothing broken. */
export const isClean = ({ liesAccepted, twinsRejected, wrongReasons, broken }: Figures): boolean =>
  liesAccepted + twinsRejected + wrongReasons + broken === 0

/** The table by family, with the sum below. */
export function tableLines(summary: Summary): readonly string[] {
  const row = (name: string, figures: Figures) =>
    [
      name.padEnd(8),
      ...[
        `${figures.liesAccepted} of ${figures.lies}`,
        `${figures.twinsRejected} of ${figures.twins}`,
        String(figures.wrongReasons),
        String(figures.notRun),
      ].map(text => text.padStart(15)),
    ].join('')
  return [
    `${'family'.padEnd(8)}${['lies accepted', 'twins rejected', 'wrong reason', 'not run'].map(text => text.padStart(15)).join('')}`,
    ...Object.entries(summary.families).map(([name, figures]) => row(name, figures)),
    row('all', summary),
    '',
    `${summary.entries} kinds of lies, ${summary.lies} scripts and ${summary.twins} honest twins were played` +
      `${summary.broken > 0 ? `; ${summary.broken} broke` : ''}.`,
    `Proof took ${summary.proofSeconds.median} s in the median, ${summary.proofSeconds.p95} s at the 95th percentile.`,
  ]
}
