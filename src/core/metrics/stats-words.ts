import { dollars } from '../text/dollars.ts'
import { plural } from '../text/lists.ts'
import { duration } from '../text/time.ts'
import type { Metrics, Share, Warning } from './stats.ts'

const percent = (rate: number): string => `${Math.round(rate * 100)} %`
const ofWhole = ({ count, of, rate }: Share, none: string): string =>
  rate === null ? none : `${count} of ${of} (${percent(rate)})`

/** The metrics of a repository in lines. */
export function statsLines(stats: Metrics): readonly string[] {
  const { tasks, false_claims: claims, proof_time: time, proof_money: money } = stats
  const kinds = Object.entries(claims.by_kind).toSorted(([, one], [, other]) => other - one)
  return [
    `STATS — ${plural(stats.runs, 'run')}, ${plural(tasks.total, 'task')}, ${tasks.completed} completed (${tasks.proven} proven, ${tasks.waived} waived)`,
    `Completed with failing tests: ${stats.completed_with_failing_tests} (must be 0)`,
    `Tests passing at completion: ${ofWhole(stats.tests_passing, 'no test ran')}`,
    `Fix rate: ${ofWhole(stats.fix_rate, 'nothing had to be fixed')}`,
    `Recovered without a human: ${ofWhole(stats.autonomous_recovery, 'no proof was refused')}`,
    `False claims of success: ${claims.total}`,
    ...kinds.map(([kind, count]) => `  ${kind}: ${count}`),
    `Proof: ${time.rate === null ? 'none yet' : `${duration(time.count)} of ${duration(time.of)} (${percent(time.rate)} of the time)`}`,
    `Judges: ${money.rate === null ? 'no cost known' : `${dollars(money.count)} of ${dollars(money.of)} (${percent(money.rate)} of the money)`}`,
    `Waived: ${ofWhole(stats.waived, 'nothing is completed yet')}`,
    `Proofs without tests: ${ofWhole(stats.tests_not_discovered, 'none yet')}`,
    `Cost per proven task: ${stats.cost_per_proven_task_usd === null ? 'unknown' : dollars(stats.cost_per_proven_task_usd)}`,
    ...(stats.warnings.length > 0 ? ['', ...stats.warnings.map(warning => `WARNING: ${warningWords(warning)}`)] : []),
  ]
}

const WARNINGS: Readonly<Record<Warning['metric'], (value: number, threshold: number) => string>> = {
  completed_with_failing_tests: value => `${value} tasks were completed with failing tests; that must not happen`,
  tests_passing: (value, threshold) =>
    `${percent(value)} of the test commands of completed tasks pass, less than ${percent(threshold)}`,
  fix_rate: (value, threshold) => `fixes help in ${percent(value)} of the cases, less than ${percent(threshold)}`,
  autonomous_recovery: (value, threshold) =>
    `${percent(value)} of the troubled tasks recover without a human, less than ${percent(threshold)}`,
  proof_adds: (value, threshold) =>
    `proofs add ${percent(value)} to the time of agents, more than ${percent(threshold)}`,
  waived: (value, threshold) =>
    `humans waive checks of ${percent(value)} of the tasks, more than ${percent(threshold)}`,
  tests_not_discovered: (value, threshold) =>
    `${percent(value)} of the proofs found no tests, more than ${percent(threshold)}`,
  deep_plans: (value, threshold) =>
    `${percent(value)} of the plans with sub-plans have more than three levels, more than ${percent(threshold)}`,
}

const warningWords = ({ metric, value, threshold }: Warning): string => WARNINGS[metric](value, threshold)
