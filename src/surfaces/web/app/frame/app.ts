import { h, type JSX } from 'preact'
import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import type { WebRunList } from '../../wire.ts'
import { read, type ServerAnswer } from '../live/ask-server.ts'
import { followRun, type LiveRun } from '../live/live-run.ts'
import { Nothing, RefusalNote } from '../parts/notes.ts'
import { type Address, readAddress } from './address.ts'
import { RunFrame } from './run-frame.ts'

/** A change is never kept longer than this. */
const DRAWN_AFTER_MS_MAX = 500

const NO_LINK: LiveRun = { link: 'connecting', shown: null, lostAt: null }

/** The page: the list of runs, the chosen one, and what the address names of it. */
export function App(): JSX.Element {
  const [address, goTo] = useAddress()
  const [runs, setRuns] = useState<ServerAnswer<WebRunList> | null>(null)
  const lookAgain = useCallback(() => void read<WebRunList>('/api/runs').then(setRuns), [])
  useEffect(lookAgain, [])
  const list = runs?.ok ? runs.value : null
  useFirstRun(list?.runs.length === 0, setRuns)
  const run = address.run ?? list?.runs[0]?.id ?? null
  const live = useLiveRun(run)

  if (runs !== null && !runs.ok && live.shown === null)
    return h('main', { class: 'alone' }, h('h1', {}, 'pm-agent'), h(RefusalNote, runs.refusal))
  if (live.link === 'unknown')
    return h(
      'main',
      { class: 'alone' },
      h('h1', {}, 'pm-agent'),
      h(RefusalNote, { problem: `there is no run ${run}`, hints: [] }),
      h('a', { href: '#/' }, 'The newest run'),
    )
  if (run !== null && live.shown !== null)
    return h(RunFrame, { key: run, run, shown: live.shown, live, address, goTo, list, lookAgain })
  return h(
    'main',
    { class: 'alone', 'aria-busy': list === null },
    h('h1', {}, 'pm-agent'),
    list?.runs.length === 0
      ? h(
          'div',
          {},
          h(Nothing, {}, `No run yet in ${list.repository}.`),
          h('p', {}, 'Start a plan with ', h('code', {}, 'pm-agent run PLAN.md'), ': it appears here.'),
        )
      : h(Nothing, {}, 'Connecting …'),
  )
}

function useAddress(): readonly [Address, (hash: string) => void] {
  const [address, setAddress] = useState(() => readAddress(location.hash))
  useEffect(() => {
    const look = () => setAddress(readAddress(location.hash))
    window.addEventListener('hashchange', look)
    return () => window.removeEventListener('hashchange', look)
  }, [])
  const goTo = (hash: string) => {
    location.hash = hash
  }
  return [address, goTo]
}

/** Waits for the first run of a repository. */
function useFirstRun(isEmpty: boolean, setRuns: (runs: ServerAnswer<WebRunList>) => void): void {
  useEffect(() => {
    if (!isEmpty) return
    const source = new EventSource('/api/events')
    source.addEventListener('runs', ({ data }) => setRuns({ ok: true, value: JSON.parse(data) }))
    return () => source.close()
  }, [isEmpty])
}

/** Follows one run; the state of another one is not shown. Changes that come faster than they are drawn are drawn together. */
function useLiveRun(run: string | null): LiveRun {
  const [live, setLive] = useState<LiveRun & { readonly of: string | null }>({ ...NO_LINK, of: null })
  const began = useRef(0)
  const tookMs = useRef(0)
  useEffect(() => {
    tookMs.current = performance.now() - began.current
  }, [live])
  useEffect(() => {
    if (run === null) return
    let newest = NO_LINK
    let timer: ReturnType<typeof setTimeout> | undefined
    const draw = () => {
      timer = undefined
      began.current = performance.now()
      setLive({ ...newest, of: run })
    }
    const stop = followRun(run, next => {
      newest = next
      timer ??= setTimeout(draw, Math.min(tookMs.current, DRAWN_AFTER_MS_MAX))
    })
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [run])
  return live.of === run ? live : NO_LINK
}
