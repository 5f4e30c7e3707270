import { h, type JSX } from 'preact'
import type { TaskView } from '../../../../core/shown/view.ts'
import { type DrawnState, markOf } from './marks.ts'

/** A sign and a word in the colour of a standing. */
export const Badge = ({ tone, sign, word }: DrawnState): JSX.Element =>
  h('span', { class: `badge tone-${tone}` }, h('span', { class: 'sign', 'aria-hidden': 'true' }, sign), word)

export const TaskBadge = ({ task }: { readonly task: Pick<TaskView, 'state' | 'outcome'> }): JSX.Element =>
  h(Badge, markOf(task))

/** The tier of a task, where it is not the usual one. */
export const TierMark = ({ tier }: Pick<TaskView, 'tier'>): JSX.Element | null =>
  tier === 'normal' ? null : h('span', { class: `tier tier-${tier}` }, tier)
