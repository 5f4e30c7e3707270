import { h, type JSX } from 'preact'
import { memo } from 'preact/compat'
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { taskLink } from '../frame/address.ts'
import { useHere } from '../frame/run-context.ts'
import { markOf } from '../parts/marks.ts'
import type { Hierarchy } from './folding.ts'
import { type GraphBox, graphOf } from './graph.ts'
import { layoutOf, type Rectangle } from './layout.ts'

/** The width of everything beside the graph, until its own is known. */
const BESIDE = 260
/** Smaller text is not read. */
const SMALLEST = 0.75
const SCALES = [0.4, 0.5, 0.65, 0.8, 1] as const

/** The graph: boxes are links over arrows that are drawn as one picture. */
export function GraphView({
  hierarchy,
  folded,
  fold,
  criticalPath,
}: {
  readonly hierarchy: Hierarchy
  readonly folded: ReadonlySet<string>
  readonly fold: (id: string) => void
  readonly criticalPath: readonly string[]
}): JSX.Element {
  const graph = useMemo(() => graphOf(hierarchy, folded, criticalPath), [hierarchy, folded, criticalPath])
  const view = useRef<HTMLDivElement>(null)
  const [room, setRoom] = useState(() => window.innerWidth - BESIDE)
  useEffect(() => setRoom(view.current?.clientWidth ?? room), [])
  // A state that changes moves nothing: only another shape is laid out again.
  const shape = JSON.stringify([graph.boxes.map(({ task, inside }) => [task.id, inside]), graph.arrows])
  const picture = useMemo(() => layoutOf(graph, room), [shape, room])
  const [scale, setScale] = useState<number | null>(null)
  const fitting = Math.min(1, Math.max(SMALLEST, room / Math.max(1, picture.width)))
  const used = scale ?? fitting
  const step = (by: 1 | -1) => {
    const next = by > 0 ? SCALES.find(one => one > used + 0.01) : SCALES.findLast(one => one < used - 0.01)
    setScale(next ?? used)
  }
  useEffect(() => showFirst(view.current), [shape])
  const at = new Map(picture.boxes.map(box => [box.id, box]))
  const isNotAll = picture.frames.length < graph.frames.length
  return h(
    'div',
    { class: 'graph' },
    h(
      'div',
      { class: 'graph-head' },
      h(Legend, { isCritical: criticalPath.length > 0 }),
      h(
        'div',
        { class: 'buttons' },
        h('button', { type: 'button', class: 'small', 'aria-label': 'Smaller', onClick: () => step(-1) }, '−'),
        h('button', { type: 'button', class: 'small', 'aria-label': 'Larger', onClick: () => step(1) }, '+'),
      ),
    ),
    isNotAll && h('p', { class: 'muted' }, 'So many tasks are shown in columns, without the frames of their parents.'),
    h(
      'div',
      { class: 'graph-view', ref: view, tabIndex: 0, role: 'region', 'aria-label': 'Graph of tasks' },
      h(
        'div',
        { class: 'graph-room', style: { width: `${picture.width * used}px`, height: `${picture.height * used}px` } },
        h(
          'div',
          {
            class: 'graph-picture',
            style: { width: `${picture.width}px`, height: `${picture.height}px`, transform: `scale(${used})` },
          },
          picture.frames.map(frame => h(Frame, { key: `frame ${frame.id}`, frame, hierarchy, fold })),
          h(Arrows, { picture }),
          graph.boxes.map(box => h(Box, { key: box.task.id, box, at: at.get(box.task.id)!, fold })),
        ),
      ),
    ),
  )
}

/** A large graph begins where something waits or is under way, and not with work that ended long ago. */
function showFirst(view: HTMLElement | null): void {
  const found = ['.box.tone-asks', '.box.tone-bad', '.box.tone-busy', '.box-critical'].map(one =>
    view?.querySelector(one),
  )
  const box = found.find(one => one)?.getBoundingClientRect()
  if (!view || !box) return
  const { left, top, width, height } = view.getBoundingClientRect()
  if (box.right > left + width) view.scrollLeft += box.left - left - width / 3
  if (box.bottom > top + height) view.scrollTop += box.top - top - height / 3
}

const place = ({ x, y, width, height }: Rectangle) => ({
  left: `${x}px`,
  top: `${y}px`,
  width: `${width}px`,
  height: `${height}px`,
})

/** Drawn again only if something moved. */
const Arrows = memo(function drawArrows({ picture }: { readonly picture: ReturnType<typeof layoutOf> }): JSX.Element {
  return h(
    'svg',
    { width: picture.width, height: picture.height, 'aria-hidden': 'true', class: 'arrows' },
    h(
      'defs',
      {},
      ['arrow', 'arrow-critical'].map(id =>
        h(
          'marker',
          { key: id, id, viewBox: '0 0 8 8', refX: 7, refY: 4, markerWidth: 7, markerHeight: 7, orient: 'auto' },
          h('path', { d: 'M0 0L8 4L0 8z' }),
        ),
      ),
    ),
    picture.arrows.map(({ path, isCritical, key }) =>
      h('path', {
        key,
        d: path,
        class: isCritical ? 'arrow arrow-critical' : 'arrow',
        'marker-end': isCritical ? 'url(#arrow-critical)' : 'url(#arrow)',
      }),
    ),
  )
})

interface BoxProps {
  readonly box: GraphBox
  readonly at: Rectangle
  readonly fold: (id: string) => void
}

function drawBox({ box: { task, isFolded, isCritical }, at, fold }: BoxProps): JSX.Element {
  const { run } = useHere()
  const { tone, sign, word } = markOf(task)
  const details = [
    word,
    task.progress ? `${task.progress.done} of ${task.progress.of}` : null,
    task.attempts > 1 ? `${task.attempts} attempts` : null,
    task.tier === 'normal' ? null : task.tier,
  ].filter(Boolean)
  return h(
    'div',
    { class: `box tone-${tone} ${isCritical ? 'box-critical' : ''} ${isFolded ? 'box-folded' : ''}`, style: place(at) },
    h(
      'a',
      {
        href: taskLink(run, task.id),
        title: task.reason ?? task.title,
      },
      h(
        'span',
        { class: 'box-title' },
        h('span', { class: 'unseen' }, 'Task '),
        h('span', { class: 'id' }, task.id),
        ' ',
        task.title,
      ),
      h(
        'span',
        { class: 'box-state' },
        h('span', { class: 'sign', 'aria-hidden': 'true' }, sign),
        h('span', { class: 'unseen' }, ', '),
        details.join(' · '),
        isCritical && h('span', { class: 'box-path', role: 'img', 'aria-label': 'on the critical path' }, '◆'),
      ),
    ),
    isFolded &&
      h(
        'button',
        {
          type: 'button',
          class: 'fold',
          'aria-expanded': false,
          'aria-label': `Unfold ${task.id}`,
          onClick: () => fold(task.id),
        },
        '+',
      ),
  )
}

/** Drawn again only if its task changed or it moved. */
const Box = memo(
  drawBox,
  (before, now) =>
    before.at === now.at &&
    before.box.task === now.box.task &&
    before.box.isFolded === now.box.isFolded &&
    before.box.isCritical === now.box.isCritical,
)

function Frame({
  frame,
  hierarchy,
  fold,
}: {
  readonly frame: Rectangle
  readonly hierarchy: Hierarchy
  readonly fold: (id: string) => void
}): JSX.Element {
  const { run } = useHere()
  const task = hierarchy.byId.get(frame.id)!
  const { done, of } = task.progress ?? { done: 0, of: 0 }
  return h(
    'div',
    { class: `frame tone-${markOf(task).tone}`, style: place(frame) },
    h(
      'div',
      { class: 'frame-head' },
      h(
        'button',
        {
          type: 'button',
          class: 'fold',
          'aria-expanded': true,
          'aria-label': `Fold ${task.id}`,
          onClick: () => fold(task.id),
        },
        '−',
      ),
      h('a', { href: taskLink(run, task.id) }, h('span', { class: 'id' }, task.id), `${task.title}, ${done} of ${of}`),
    ),
  )
}

const Legend = ({ isCritical }: { readonly isCritical: boolean }): JSX.Element | null =>
  isCritical
    ? h(
        'p',
        { class: 'muted' },
        h('span', { class: 'box-path' }, '◆'),
        ' critical path: the open tasks that take longest one after the other',
      )
    : h('p', { class: 'muted' }, 'Every task has ended.')
