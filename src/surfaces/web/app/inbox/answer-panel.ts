import { h, type JSX } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { TaskDecisionName } from '../../../../core/decisions/open-decisions.ts'
import type { WebRefusal, WebTaken, WebTask } from '../../wire.ts'
import { useHere } from '../frame/run-context.ts'
import { partOf, send } from '../live/ask-server.ts'
import { useKept } from '../parts/kept.ts'
import { CopyCommand, RefusalNote } from '../parts/notes.ts'
import { type AnswerChoice, answersTo, DECISION_NAMES, decisionAbout, isOneClick, missing, needsOf } from './answer.ts'

/** What became of a decision that was sent. */
export interface Told {
  readonly is: 'taken' | 'refused'
  readonly words: string
}

/** The options of a question as numbered buttons, and the other possible decisions. One that needs a text opens its form. */
export function AnswerPanel({
  task,
  isChosen,
  tell,
}: {
  readonly task: WebTask
  readonly isChosen: boolean
  readonly tell?: (told: Told) => void
}): JSX.Element {
  const { onKey } = useHere()
  const { options, others } = answersTo(task.review)
  const { chosen, choose, isBusy, refusal, decide } = useDecision(task, tell)
  const panel = useRef<HTMLDivElement>(null)
  useEffect(
    () =>
      isChosen
        ? onKey(act => {
            if (act.is === 'option') panel.current?.querySelector<HTMLElement>(`[data-option="${act.number}"]`)?.click()
          })
        : undefined,
    [isChosen],
  )
  const button = (choice: AnswerChoice, number: number | null) =>
    h(
      'button',
      {
        type: 'button',
        key: choice.decision,
        class: `option ${choice.isRecommended ? 'option-recommended' : ''}`,
        'data-option': number ?? undefined,
        'aria-expanded': isOneClick(needsOf(choice.decision, task)) ? undefined : chosen === choice.decision,
        disabled: isBusy,
        onClick: () => choose(choice.decision),
      },
      number !== null && h('kbd', { 'aria-hidden': 'true' }, number),
      h('b', {}, DECISION_NAMES[choice.decision]),
      h('span', {}, choice.words),
      choice.isRecommended && h('em', { class: 'recommended' }, 'recommended'),
    )
  return h(
    'div',
    { class: 'answers', ref: panel, role: 'group', 'aria-label': `Decide about task ${task.id}` },
    options.map((option, at) =>
      'decision' in option
        ? button(option, at + 1)
        : h(
            'div',
            { class: 'own-step', key: option.words },
            h('p', {}, option.words, option.isRecommended && h('em', { class: 'recommended' }, 'recommended')),
            h(CopyCommand, { text: option.command }),
          ),
    ),
    others.length > 0 &&
      (options.length > 0
        ? h(
            'details',
            { class: 'more' },
            h('summary', {}, 'More decisions'),
            others.map(choice => button(choice, null)),
          )
        : others.map(choice => button(choice, null))),
    chosen !== null &&
      h(DecisionForm, { key: chosen, task, decision: chosen, isBusy, send: decide, cancel: () => choose(null) }),
    refusal && h(RefusalNote, refusal),
  )
}

function useDecision(task: WebTask, tell: ((told: Told) => void) | undefined) {
  const { run, announce } = useHere()
  const [chosen, setChosen] = useState<TaskDecisionName | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<WebRefusal | null>(null)
  const decide = async (
    decision: TaskDecisionName,
    said: { readonly text?: string; readonly confirm?: string } = {},
  ) => {
    setBusy(true)
    setRefusal(null)
    const answer = await send<WebTaken>(partOf(run, 'decisions'), decisionAbout(task, decision, said))
    setBusy(false)
    if (answer.ok) {
      setChosen(null)
      announce(answer.value.said)
      tell?.({ is: 'taken', words: answer.value.said })
    } else {
      setRefusal(answer.refusal)
      tell?.({ is: 'refused', words: answer.refusal.problem })
    }
    return answer.ok
  }
  const choose = (decision: TaskDecisionName | null) => {
    setRefusal(null)
    if (decision !== null && isOneClick(needsOf(decision, task))) void decide(decision)
    else setChosen(decision)
  }
  return { chosen, choose, isBusy, refusal, decide }
}

const TEXT_LABELS: Partial<Readonly<Record<TaskDecisionName, string>>> = {
  revise: 'What should change?',
  waive: 'Why may it land anyway?',
  retry: 'A hint for the agent (optional)',
  skip: 'Why is it left out? (optional)',
  reject: 'What is wrong with the task? (optional)',
}

/** The text and the confirmation that a decision needs. Its text survives a reload. */
function DecisionForm({
  task,
  decision,
  isBusy,
  send: decide,
  cancel,
}: {
  readonly task: WebTask
  readonly decision: TaskDecisionName
  readonly isBusy: boolean
  readonly send: (
    decision: TaskDecisionName,
    said: { readonly text: string; readonly confirm: string },
  ) => Promise<boolean>
  readonly cancel: () => void
}): JSX.Element {
  const { run } = useHere()
  const [text, setText] = useKept<string | null>(`text ${run} ${task.id} ${decision}`, null)
  const [confirm, setConfirm] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const form = useRef<HTMLDivElement>(null)
  const needs = needsOf(decision, task)
  useEffect(() => form.current?.querySelector<HTMLElement>('textarea, input')?.focus(), [])
  const submit = async () => {
    const why = missing(needs, { text: text ?? '', confirm })
    setProblem(why)
    if (why === null && !isBusy && (await decide(decision, { text: text ?? '', confirm }))) setText(null)
  }
  const keys = (event: KeyboardEvent) => {
    if (event.key === 'Escape') cancel()
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void submit()
  }
  return h(
    'div',
    {
      class: 'decision-form',
      ref: form,
      onKeyDown: keys,
      role: 'group',
      'aria-label': `${DECISION_NAMES[decision]} task ${task.id}`,
    },
    needs.text !== 'none' &&
      h(
        'label',
        { class: 'field' },
        TEXT_LABELS[decision] ?? 'Message',
        h('textarea', {
          rows: 4,
          value: text ?? '',
          onInput: (event: Event) => setText((event.currentTarget as HTMLTextAreaElement).value),
        }),
      ),
    needs.confirm !== null &&
      h(
        'label',
        { class: 'field' },
        `This task is critical. Type its id, ${needs.confirm}, to confirm`,
        h('input', {
          value: confirm,
          autocomplete: 'off',
          spellcheck: false,
          onInput: (event: Event) => setConfirm((event.currentTarget as HTMLInputElement).value),
        }),
      ),
    problem !== null && h('p', { class: 'hint tone-bad', role: 'alert' }, problem),
    h(
      'div',
      { class: 'buttons' },
      h(
        'button',
        { type: 'button', class: 'primary', disabled: isBusy, onClick: () => void submit() },
        isBusy ? 'Sending …' : DECISION_NAMES[decision],
      ),
      h('button', { type: 'button', onClick: cancel }, 'Cancel'),
    ),
  )
}
