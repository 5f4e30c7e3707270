import { useEffect, useRef } from 'preact/hooks'
import { newIn, problemIn, subjectOf, type Waiting } from '../inbox/waiting.ts'

const NAME = 'pm-agent'

/** `(2) 3 · pm-agent`: the number of new questions is shown only while the page is hidden. */
export function titleFor(page: string, plan: string, unseen: number): string {
  const name = [page, plan, NAME].filter(Boolean).join(' · ')
  return unseen > 0 ? `(${unseen}) ${name}` : name
}

/** The title of the tab, and a notification for each new question while the page is hidden. */
export function useAttention(page: string, plan: string, waiting: readonly Waiting[] | null): void {
  const before = useRef<readonly Waiting[] | null>(null)
  const unseen = useRef(0)
  useEffect(() => {
    const added = before.current !== null && waiting !== null ? newIn(before.current, waiting) : []
    before.current = waiting ?? before.current
    if (document.hidden && added.length > 0) {
      unseen.current += added.length
      for (const one of added) notify(one)
    }
    document.title = titleFor(page, plan, unseen.current)
  }, [page, plan, waiting])
  useEffect(() => {
    const look = () => {
      if (document.hidden) return
      unseen.current = 0
      document.title = titleFor(page, plan, 0)
    }
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [page, plan])
}

function notify(waiting: Waiting): void {
  if (typeof Notification === 'undefined' || Notification.permission !== 'granted') return
  const shown = new Notification(`${subjectOf(waiting)} waits for you`, { body: problemIn(waiting), tag: waiting.key })
  shown.onclick = () => {
    window.focus()
    shown.close()
  }
}
