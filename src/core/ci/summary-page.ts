import { shortCommit } from '../plan/ids.ts'
import type { FinalReport } from '../shown/final-report.ts'
import { markdownCell, markdownCode } from '../text/markdown.ts'
import { duration } from '../text/time.ts'

/** The report of a run as a page of Markdown, as CI systems show it beside a job. */
export function summaryPage(report: FinalReport, branch: string): string {
  const { title, plan, result, tasks, claims, reservations, escalations, cost, time_ms, next } = report
  const falseClaims = claims.filter(({ worth }) => worth === 'false')
  const list = (heading: string, lines: readonly string[]) =>
    lines.length === 0 ? [] : ['', `### ${heading}`, '', ...lines.map(line => `- ${markdownCell(line)}`)]
  return [
    `## ${report.rehearsal ? 'REHEARSAL of ' : ''}${markdownCell(title)}`,
    '',
    `**${markdownCell(result)}** of ${markdownCode(plan)} on ${markdownCode(branch)} in ${duration(time_ms)}, cost ${markdownCell(cost.words)}.`,
    '',
    '| task | | result | attempts | commit |',
    '|---|---|---|---|---|',
    ...tasks.map(
      task =>
        `| ${markdownCell(task.id)} | ${markdownCell(task.title)} | ${task.outcome === 'proven' ? '✅ proven' : markdownCell(task.outcome ?? task.state)} | ${task.attempts} | ${task.commit ? `\`${shortCommit(task.commit)}\`` : ''} |`,
    ),
    ...questionMarkdown(escalations),
    ...list(
      'False claims',
      falseClaims.map(({ task, attempt, claimed, fact }) => `task ${task}, attempt ${attempt}: "${claimed}"; ${fact}`),
    ),
    ...list('Reservations', reservations),
    '',
    `Next: ${markdownCell(next)}`,
    '',
  ].join('\n')
}

/** Every open question with its impact and its options, as Markdown. */
export const questionMarkdown = (questions: FinalReport['escalations']): readonly string[] =>
  questions.flatMap(({ task, problem, impact, options, recommended }) => [
    '',
    `### Question about task ${markdownCell(task)}`,
    '',
    `${markdownCell(problem)}`,
    '',
    `Impact: ${markdownCell(impact)}`,
    '',
    ...options.map(
      ({ words, command }, at) =>
        `${at + 1}. ${markdownCell(words)}: ${markdownCode(command)}${at === recommended ? ' (recommended)' : ''}`,
    ),
  ])
