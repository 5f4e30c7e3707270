import { h, type JSX } from 'preact'
import { useState } from 'preact/hooks'
import type { Verified } from '../../../../core/handover/verification.ts'
import type { WebRefusal, WebRelease, WebVerification } from '../../wire.ts'
import { useHere } from '../frame/run-context.ts'
import { partOf, send } from '../live/ask-server.ts'
import { useFetched } from '../live/fetched.ts'
import { Badge } from '../parts/badge.ts'
import type { DrawnState } from '../parts/marks.ts'
import { Nothing, PageSection, RefusalNote } from '../parts/notes.ts'
import { span } from '../parts/times.ts'

const STATES: Readonly<Record<'red' | 'green' | 'written', DrawnState>> = {
  red: { tone: 'bad', sign: '✕', word: 'red' },
  green: { tone: 'good', sign: '✓', word: 'green' },
  written: { tone: 'good', sign: '✓', word: 'written' },
}

/** The release gate, the manifest, and the button that repeats every claim of it. */
export function ReleasePart(): JSX.Element {
  const { run, shown } = useHere()
  const { value, refusal } = useFetched<WebRelease>(partOf(run, 'release'), shown.version)
  const release = value?.release ?? null
  return h(
    PageSection,
    { title: 'Release', aside: release && h(Badge, STATES[release.is]) },
    refusal && h(RefusalNote, refusal),
    value !== null && release === null && h(Nothing, {}, 'Not yet: it follows when every task has ended.'),
    release &&
      h(
        'div',
        { class: 'release' },
        release.problems.length > 0 &&
          h(
            'ul',
            { class: 'note note-bad' },
            release.problems.map(problem => h('li', { key: problem }, h('p', {}, problem))),
          ),
        h(
          'ul',
          { class: 'plain-list', 'aria-label': 'Checks of the release gate' },
          release.checks.map(({ name, on, command, verdict, duration_ms }) =>
            h(
              'li',
              { key: `${name} ${on}` },
              h(Badge, verdict === 'passed' ? { ...STATES.green, word: verdict } : { ...STATES.red, word: verdict }),
              h('b', {}, name),
              h('code', {}, command),
              h('span', { class: 'muted' }, `on the ${on}, ${span(duration_ms)}`),
            ),
          ),
        ),
        release.manifest !== null && h(VerifyButton, {}),
        value?.notes && h('details', {}, h('summary', {}, 'Release notes'), h('pre', { tabIndex: 0 }, value.notes)),
        value?.manifest &&
          h('details', {}, h('summary', {}, 'Manifest'), h('pre', { class: 'tall', tabIndex: 0 }, value.manifest)),
      ),
  )
}

const RESULTS: Readonly<Record<Verified['result'], DrawnState>> = {
  held: { tone: 'good', sign: '✓', word: 'held' },
  failed: { tone: 'bad', sign: '✕', word: 'failed' },
  'could-not-run': { tone: 'asks', sign: '?', word: 'could not run' },
}

/** Repeats every claim; it takes as long as its commands. */
function VerifyButton(): JSX.Element {
  const { run, announce } = useHere()
  const [isBusy, setBusy] = useState(false)
  const [result, setResult] = useState<WebVerification | null>(null)
  const [refusal, setRefusal] = useState<WebRefusal | null>(null)
  const verify = async () => {
    setBusy(true)
    setRefusal(null)
    const answer = await send<WebVerification>(partOf(run, 'verify'), {})
    setBusy(false)
    if (!answer.ok) return setRefusal(answer.refusal)
    setResult(answer.value)
    announce(answer.value.verified ? 'Everything in the manifest holds' : 'Not verified')
  }
  return h(
    'div',
    { class: 'verify' },
    h(
      'button',
      { type: 'button', class: 'primary', disabled: isBusy, onClick: () => void verify() },
      isBusy ? 'Repeating every claim …' : 'Verify the release',
    ),
    refusal && h(RefusalNote, refusal),
    result &&
      h(
        'div',
        {},
        h(
          'p',
          { class: result.verified ? 'tone-good' : 'tone-bad' },
          h('b', {}, result.verified ? '✓ Verified: everything in the manifest holds here.' : '✕ Not verified.'),
        ),
        h(
          'ul',
          { class: 'plain-list', 'aria-label': 'Results of the verification' },
          [...result.facts, ...result.claims].map(one =>
            h(
              'li',
              { key: one.id },
              h(Badge, RESULTS[one.result]),
              h('b', {}, one.id),
              h('span', { class: 'muted' }, one.words),
            ),
          ),
        ),
      ),
  )
}
