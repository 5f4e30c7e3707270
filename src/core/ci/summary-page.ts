import { shortCommit } from '../plan/ids.ts'
import type { FinalReport } from '../shown/final-report.ts'
import { printable } from '../text/clean-text.ts'
import { duration } from '../text/time.ts'

/** The report of a run as a page of Markdown, as CI systems show it beside a job. */
export function summaryPage(report: FinalReport, branch: string): string {
  const { title, plan, result, tasks, claims, reservations, escalations, cost, time_ms, next } = report
  const falseClaims = claims.filter(({ worth }) => worth === 'false')
  const list = (heading: string, lines: readonly string[]) =>
    lines.length === 0 ? [] : ['', `### ${heading}`, '', ...lines.map(line => `- ${cell(line)}`)]
  return [
    `## ${report.rehearsal ? 'REHEARSAL of ' : ''}${cell(title)}`,
    '',
    `**${cell(result)}** of ${code(plan)} on ${code(branch)} in ${duration(time_ms)}, cost ${cell(cost.words)}.`,
    '',
    '| task | | result | attempts | commit |',
    '|---|---|---|---|---|',
    ...tasks.map(
      task =>
        `| ${cell(task.id)} | ${cell(task.title)} | ${task.outcome === 'proven' ? '✅ proven' : cell(task.outcome ?? task.state)} | ${task.attempts} | ${task.commit ? `\`${shortCommit(task.commit)}\`` : ''} |`,
    ),
    ...escalations.flatMap(({ task, problem, impact, options, recommended }) => [
      '',
      `### Question about task ${cell(task)}`,
      '',
      `${cell(problem)}`,
      '',
      `Impact: ${cell(impact)}`,
      '',
      ...options.map(
        ({ words, command }, at) =>
          `${at + 1}. ${cell(words)}: ${code(command)}${at === recommended ? ' (recommended)' : ''}`,
      ),
    ]),
    ...list(
      'False claims',
      falseClaims.map(({ task, attempt, claimed, fact }) => `task ${task}, attempt ${attempt}: "${claimed}"; ${fact}`),
    ),
    ...list('Reservations', reservations),
    '',
    `Next: ${cell(next)}`,
    '',
  ].join('\n')
}

const code = (text: string): string => `\`${text.replaceAll('`', "'")}\``

/** Foreign text on one line, without any effect in Markdown or HTML. */
const cell = (text: string): string =>
  printable(text)
    .replace(/\s+/g, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replace(/[|\\`*_[\]]/g, '\\$&')
