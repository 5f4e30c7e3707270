import { h, type JSX } from 'preact'
import { useRef, useState } from 'preact/hooks'
import { shortCommit } from '../../../../core/plan/ids.ts'
import type { ProgressReport } from '../../../../core/shown/progress.ts'
import { dollars } from '../../../../core/text/dollars.ts'
import { duration } from '../../../../core/text/time.ts'
import type { WebRefusal, WebReport, WebRisks, WebTaken } from '../../wire.ts'
import { taskLink } from '../frame/address.ts'
import { useHere } from '../frame/run-context.ts'
import { partOf, send } from '../live/ask-server.ts'
import { useFetched } from '../live/fetched.ts'
import { CopyCommand, Facts, Nothing, PageSection, RefusalNote } from '../parts/notes.ts'
import { RiskList } from '../parts/risk-list.ts'
import { ReleasePart } from './release-part.ts'

const PHASES = ['intake', 'decompose', 'execute', 'integrate', 'release', 'done']

/** The run as a whole: progress, false claims that were caught, budget, risks, review, release and report. */
export function RunPage(): JSX.Element {
  const { run, shown } = useHere()
  const of = (part: string) => partOf(run, part)
  const report = useFetched<WebReport>(of('report'), shown.version)
  const progress = useFetched<ProgressReport>(of('progress'), shown.version)
  const risks = useFetched<WebRisks>(of('risks'), shown.version)
  const refusal = report.refusal ?? progress.refusal ?? risks.refusal
  return h(
    'div',
    { class: 'run' },
    h('div', { class: 'page-head' }, h('h1', {}, 'Run'), h('code', { class: 'muted' }, run), h(StopButton, {})),
    refusal && h(RefusalNote, refusal),
    h(PhaseTrack, {}),
    report.value && h(Figures, report.value),
    h('div', { class: 'columns' }, progress.value && h(Progress, progress.value), h(Budget, {}), h(Place, {})),
    report.value && h(Claims, report.value),
    h(
      PageSection,
      { title: 'Risks' },
      (risks.value?.risks.length ?? 0) === 0 ? h(Nothing, {}, 'None.') : h(RiskList, { risks: risks.value!.risks }),
    ),
    report.value && h(FinalReview, { findings: report.value.report.findings }),
    h(ReleasePart, {}),
    report.value &&
      h(
        PageSection,
        { title: 'Report' },
        h('p', {}, report.value.report.next),
        h(
          'details',
          {},
          h('summary', {}, 'The whole report'),
          h('pre', { tabIndex: 0 }, report.value.lines.join('\n')),
        ),
      ),
  )
}

function PhaseTrack(): JSX.Element {
  const { phase } = useHere().shown.view.run
  const now = PHASES.indexOf(phase)
  return h(
    'ol',
    { class: 'phases', 'aria-label': 'Phases' },
    PHASES.map((name, at) =>
      h(
        'li',
        {
          key: name,
          class: at < now || phase === 'done' ? 'phase-past' : at === now ? 'phase-now' : '',
          'aria-current': at === now ? 'step' : undefined,
        },
        name,
      ),
    ),
  )
}

/** The figures that no other board has: claims beside what was proven. */
function Figures({ report }: WebReport): JSX.Element {
  const caught = report.claims.filter(({ worth }) => worth === 'false').length
  const proven = report.tasks.filter(({ outcome }) => outcome === 'proven').length
  const figures: readonly (readonly [string, string, string?])[] = [
    [`${proven}/${report.tasks.length}`, 'tasks proven', 'good'],
    [String(caught), caught === 1 ? 'false claim caught' : 'false claims caught', caught > 0 ? 'bad' : 'quiet'],
    [String(report.waivers.length), 'let pass by a human', report.waivers.length > 0 ? 'waived' : 'quiet'],
    [report.cost_usd === null ? '–' : dollars(report.cost_usd), report.cost_usd === null ? 'cost unknown' : 'cost'],
    [
      duration(report.time_ms),
      `in all; agents ${duration(report.agent_time_ms)}, proof ${duration(report.proof_time_ms)}`,
    ],
  ]
  return h(
    'ul',
    { class: 'figures', 'aria-label': 'Figures' },
    figures.map(([figure, words, tone = 'ready']) =>
      h('li', { key: words }, h('b', { class: `tone-${tone}` }, figure), h('span', {}, words)),
    ),
  )
}

function Progress({ completed, total, in_progress, blocked, estimated_remaining }: ProgressReport): JSX.Element {
  const { run } = useHere()
  const link = (task: string) => h('a', { class: 'id', href: taskLink(run, task) }, task)
  const left = Object.entries(estimated_remaining).filter(([, count]) => count > 0)
  return h(
    PageSection,
    { title: 'Progress' },
    h(Facts, {
      of: [
        ['Completed', `${completed} of ${total} tasks`],
        [
          'In progress',
          in_progress.length === 0
            ? 'none'
            : in_progress.map(({ task, state }) => h('span', { key: task }, link(task), `${state} `)),
        ],
        ['Remaining', left.length === 0 ? 'none' : left.map(([tier, count]) => `${count} ${tier}`).join(', ')],
        [
          'Blocked',
          blocked.length === 0
            ? 'none'
            : h(
                'ul',
                {},
                blocked.map(({ task, reason }) => h('li', { key: task }, link(task), reason)),
              ),
        ],
      ],
    }),
  )
}

function Budget(): JSX.Element {
  const { cost } = useHere().shown.view.run
  const share = cost.usd !== null && cost.budget_usd ? Math.min(1, cost.usd / cost.budget_usd) : null
  return h(
    PageSection,
    { title: 'Budget' },
    h('p', {}, cost.words, cost.budget_usd === null ? '' : ` of ${dollars(cost.budget_usd)}`),
    share !== null && h('progress', { value: share, max: 1, 'aria-label': 'Share of the budget' }),
    h(Facts, {
      of: Object.entries(cost.by_purpose).map(
        ([purpose, money]) =>
          [purpose, money.usd === null ? 'unknown' : `${money.at_least ? '≥ ' : ''}${dollars(money.usd)}`] as const,
      ),
    }),
  )
}

function Place(): JSX.Element {
  const { run } = useHere().shown.view
  return h(
    PageSection,
    { title: 'Branch' },
    h(Facts, {
      of: [
        ['Branch', h('code', {}, run.branch)],
        ['Head', run.head && h('code', {}, shortCommit(run.head))],
        ['Base', run.base && h('code', {}, shortCommit(run.base))],
        ['Published', run.published ? 'yes' : (run.unpublished_because ?? 'no')],
        ['Sandbox', run.sandbox],
        ['Judge', run.judge],
        ['Reviewer', run.reviewer],
        ['Human looks', run.review],
        ['On the base', run.base_checks.map(({ gate, verdict }) => `${gate} ${verdict}`).join(', ')],
        ['Paused', run.paused.map(({ words }) => words).join('; ')],
      ],
    }),
  )
}

/** What agents claimed and the proof refuted. */
function Claims({ report }: WebReport): JSX.Element | null {
  const { run } = useHere()
  if (report.claims.length === 0) return null
  return h(
    PageSection,
    { title: 'Claims that were not proven' },
    h(
      'div',
      { class: 'table-box', tabIndex: 0, role: 'group', 'aria-label': 'Table of claims' },
      h(
        'table',
        { class: 'task-list claims' },
        h(
          'thead',
          {},
          h(
            'tr',
            {},
            ['Task', 'Claimed', 'Found'].map(name => h('th', { key: name, scope: 'col' }, name)),
          ),
        ),
        h(
          'tbody',
          {},
          report.claims.map(({ task, attempt, claimed, fact, worth }) =>
            h(
              'tr',
              { key: `${task} ${attempt}` },
              h(
                'th',
                { scope: 'row' },
                h('a', { class: 'id', href: taskLink(run, task, 'proof', { attempt }) }, `${task} · ${attempt}`),
              ),
              h('td', {}, `“${claimed}”`),
              h('td', {}, h('b', { class: worth === 'false' ? 'tone-bad' : 'tone-asks' }, WORTHS[worth]), ` ${fact}`),
            ),
          ),
        ),
      ),
    ),
  )
}

const WORTHS = { false: '✕ false.', 'not-shown': '○ not shown.', unclear: '? unclear.' } as const

function FinalReview({ findings }: { readonly findings: readonly string[] }): JSX.Element | null {
  const review = useHere().shown.view.run.final_review
  if (review === null) return null
  return h(
    PageSection,
    { title: 'Final review' },
    h('p', {}, review.words),
    review.summary && h('p', { class: 'muted' }, review.summary),
    h(
      'ul',
      { class: 'plain-list' },
      findings.map(finding => h('li', { key: finding }, finding)),
    ),
  )
}

/** Ends the run in good order, after a question. */
function StopButton(): JSX.Element | null {
  const { run, shown, announce } = useHere()
  const dialog = useRef<HTMLDialogElement>(null)
  const [refusal, setRefusal] = useState<WebRefusal | null>(null)
  if (shown.driver !== 'driving')
    return shown.view.run.phase === 'done' ? null : h(CopyCommand, { text: 'pm-agent run' })
  const stop = async () => {
    const answer = await send<WebTaken>(partOf(run, 'decisions'), { decision: 'stop' })
    setRefusal(answer.ok ? null : answer.refusal)
    if (!answer.ok) return
    announce(answer.value.said)
    dialog.current?.close()
  }
  return h(
    'div',
    {},
    h('button', { type: 'button', onClick: () => dialog.current?.showModal() }, 'Stop the run'),
    h(
      'dialog',
      { ref: dialog, class: 'dialog', 'aria-labelledby': 'stop-title' },
      h('h2', { id: 'stop-title' }, 'Stop the run?'),
      h('p', {}, 'Agents at work are ended and their files are kept. pm-agent run continues from there.'),
      refusal && h(RefusalNote, refusal),
      h(
        'div',
        { class: 'buttons' },
        h('button', { type: 'button', class: 'primary', onClick: () => void stop() }, 'Stop'),
        h('button', { type: 'button', onClick: () => dialog.current?.close() }, 'Cancel'),
      ),
    ),
  )
}
