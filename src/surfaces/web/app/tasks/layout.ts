import { Graph as DagreGraph, layout } from '@dagrejs/dagre'
import type { Graph } from './graph.ts'

const BOX = { width: 208, height: 52 }
const FRAME_HEAD = 26
/** A view of this width is a phone's. */
const NARROW = 650
const GAP = 18

export interface Rectangle {
  readonly id: string
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** A picture with positions, from its top left corner. */
export interface Layout {
  readonly width: number
  readonly height: number
  readonly boxes: readonly Rectangle[]
  readonly frames: readonly Rectangle[]
  /** Lines for SVG. */
  readonly arrows: readonly { readonly path: string; readonly isCritical: boolean; readonly key: string }[]
}

interface Point {
  readonly x: number
  readonly y: number
}

/** Above this many boxes the layout by crossings takes seconds; columns by depth take milliseconds. */
const CROSSINGS_MAX = 220

/** Lays a graph out for a view of this width: to the right, or downwards where that would be far too wide. */
export function layoutOf(graph: Graph, room: number): Layout {
  if (graph.boxes.length > CROSSINGS_MAX || graph.arrows.length > 2 * CROSSINGS_MAX) return inColumns(graph)
  if (room < NARROW) return byCrossings(graph, 'down')
  const right = byCrossings(graph, 'right')
  if (right.width <= 2 * room) return right
  const down = byCrossings(graph, 'down')
  return down.width <= room ? down : right
}

function byCrossings({ boxes, frames, arrows }: Graph, direction: 'right' | 'down'): Layout {
  const drawing = new DagreGraph({ compound: true })
  drawing.setGraph({
    rankdir: direction === 'right' ? 'LR' : 'TB',
    nodesep: GAP,
    ranksep: 60,
    marginx: 12,
    marginy: 12,
  })
  drawing.setDefaultEdgeLabel(() => ({}))
  for (const { task } of frames) drawing.setNode(task.id, {})
  for (const { task } of boxes) drawing.setNode(task.id, { ...BOX })
  for (const { task, inside } of [...frames, ...boxes]) if (inside !== null) drawing.setParent(task.id, inside)
  for (const { from, to } of arrows) drawing.setEdge(from, to)
  layout(drawing)
  const rectangle = (id: string): Rectangle => {
    const { x, y, width, height } = drawing.node(id) as Rectangle
    return { id, x: x - width / 2, y: y - height / 2, width, height }
  }
  const start = (id: string): Point => sideOf(rectangle(id), direction === 'right' ? 'left' : 'top')
  const end = (id: string): Point => sideOf(rectangle(id), direction === 'right' ? 'right' : 'bottom')
  const placed = boxes.map(({ task }) => rectangle(task.id))
  const { width = 0, height = 0 } = drawing.graph() as { width?: number; height?: number }
  return {
    width,
    height,
    boxes: placed,
    frames: frames.map(({ task }) => headed(rectangle(task.id))),
    arrows: arrows.map(({ from, to, isCritical }) => {
      const { points } = drawing.edge(from, to) as { points: readonly Point[] }
      const path = pathOf([end(from), ...acrossColumns(points, placed, direction), start(to)], direction)
      return { path, isCritical, key: `${from} → ${to}` }
    }),
  }
}

/** The points of a line, so that it bends only between columns of boxes and is straight across those that it passes. */
function acrossColumns(
  points: readonly Point[],
  boxes: readonly Rectangle[],
  direction: 'right' | 'down',
): readonly Point[] {
  const size = direction === 'right' ? BOX.width : BOX.height
  const columns = [...new Set(boxes.map(({ x, y }) => Math.round((direction === 'right' ? x : y) + size / 2)))]
  const found: Point[] = []
  let last: number | undefined
  for (const { x, y } of points.slice(1, -1)) {
    const along = direction === 'right' ? x : y
    const column = columns.find(middle => Math.abs(along - middle) < size / 2)
    if (column !== undefined && column !== last)
      for (const edge of [column - size / 2, column + size / 2])
        found.push(direction === 'right' ? { x: edge, y } : { x, y: edge })
    last = column ?? last
  }
  return found
}

/** Room for the name of a frame, which is in the margin that the layout leaves above its boxes. */
const headed = (frame: Rectangle): Rectangle => ({
  ...frame,
  y: frame.y - FRAME_HEAD / 2,
  height: frame.height + FRAME_HEAD / 2,
})

/** Columns by the longest way to a box; frames are left out, because boxes of one parent are not beside each other. */
function inColumns({ boxes, arrows }: Graph): Layout {
  const needs = Map.groupBy(arrows, ({ to }) => to)
  const depths = new Map<string, number>()
  const depth = (id: string, around: readonly string[] = []): number => {
    const known = depths.get(id)
    if (known !== undefined) return known
    const before = (needs.get(id) ?? []).filter(({ from }) => !around.includes(from))
    const found = before.reduce((most, { from }) => Math.max(most, depth(from, [...around, id]) + 1), 0)
    depths.set(id, found)
    return found
  }
  const rows = new Map<number, number>()
  const placed = boxes.map(({ task: { id } }): Rectangle => {
    const column = depth(id)
    const row = rows.get(column) ?? 0
    rows.set(column, row + 1)
    return { id, x: 12 + column * (BOX.width + 56), y: 12 + row * (BOX.height + GAP), ...BOX }
  })
  const at = new Map(placed.map(box => [box.id, box]))
  return {
    width: Math.max(0, ...placed.map(({ x }) => x + BOX.width)) + 12,
    height: Math.max(0, ...placed.map(({ y }) => y + BOX.height)) + 12,
    boxes: placed,
    frames: [],
    arrows: arrows.map(({ from, to, isCritical }) => {
      const points = [sideOf(at.get(from)!, 'right'), sideOf(at.get(to)!, 'left')]
      return { path: pathOf(points, 'right'), isCritical, key: `${from} → ${to}` }
    }),
  }
}

/** The middle of a side. */
function sideOf({ x, y, width, height }: Rectangle, side: 'left' | 'right' | 'top' | 'bottom'): Point {
  switch (side) {
    case 'left':
      return { x, y: y + height / 2 }
    case 'right':
      return { x: x + width, y: y + height / 2 }
    case 'top':
      return { x: x + width / 2, y }
    case 'bottom':
      return { x: x + width / 2, y: y + height }
  }
}

/** A line through points that leaves and reaches each of them in the direction of the picture. */
function pathOf(points: readonly Point[], direction: 'right' | 'down'): string {
  const [first, ...rest] = points.map(({ x, y }) => ({ x: Math.round(x), y: Math.round(y) }))
  if (!first) return ''
  let before = first
  const curves = rest.map(point => {
    const [x, y] = [Math.round((before.x + point.x) / 2), Math.round((before.y + point.y) / 2)]
    const bends = direction === 'right' ? `${x},${before.y} ${x},${point.y}` : `${before.x},${y} ${point.x},${y}`
    before = point
    return `C${bends} ${point.x},${point.y}`
  })
  return `M${first.x},${first.y}${curves.join('')}`
}
