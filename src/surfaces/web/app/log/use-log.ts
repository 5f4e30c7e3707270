import { useEffect, useRef, useState } from 'preact/hooks'
import type { WebLog, WebRefusal } from '../../wire.ts'
import { partOf, read } from '../live/ask-server.ts'
import { type LogSentence, withLines } from './log-lines.ts'

/** The log up to a version; after the first time only what is new is read. */
export function useLog(
  run: string,
  version: number,
): { readonly lines: readonly LogSentence[] | null; readonly refusal: WebRefusal | null } {
  const [lines, setLines] = useState<readonly LogSentence[] | null>(null)
  const [refusal, setRefusal] = useState<WebRefusal | null>(null)
  const known = useRef(0)
  const wanted = useRef(version)
  const busy = useRef(false)
  wanted.current = version
  const isOver = useRef(false)
  useEffect(() => {
    const look = async () => {
      if (busy.current) return
      busy.current = true
      while (!isOver.current && known.current < wanted.current) {
        const answer = await read<WebLog>(`${partOf(run, 'log')}?after=${known.current}`)
        if (isOver.current) break
        setRefusal(answer.ok ? null : answer.refusal)
        if (!answer.ok) break
        known.current = answer.value.version
        setLines(before => withLines(before ?? [], answer.value.lines))
      }
      busy.current = false
    }
    void look()
  }, [run, version])
  useEffect(
    () => () => {
      isOver.current = true
    },
    [],
  )
  return { lines, refusal }
}
