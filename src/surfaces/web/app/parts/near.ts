import { type ComponentChildren, h, type JSX } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'

const MARGIN = '800px 0px'

/**
 * Draws its content only while it is near the visible part of the page, and keeps its height otherwise: long lists and large
 * changes cost as much as the part that is seen. `keep`: what was drawn once stays.
 */
export function Near({
  height,
  keep = false,
  draw,
}: {
  /** The expected height in pixels, until it is known. */
  readonly height: number
  readonly keep?: boolean
  readonly draw: () => ComponentChildren
}): JSX.Element {
  const box = useRef<HTMLDivElement>(null)
  const known = useRef(height)
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    const { current } = box
    if (!current) return
    const watcher = new IntersectionObserver(
      entries => {
        const near = entries.at(-1)!.isIntersecting
        if (!near && current.offsetHeight > 0) known.current = current.offsetHeight
        setNear(before => near || (keep && before))
      },
      { rootMargin: MARGIN },
    )
    watcher.observe(current)
    return () => watcher.disconnect()
  }, [])
  return h(
    'div',
    { ref: box, class: 'near', style: isNear ? {} : { height: `${known.current}px` } },
    isNear ? draw() : null,
  )
}
