import { useEffect, useRef, useState } from 'preact/hooks'
import type { WebRefusal } from '../../wire.ts'
import { read } from './ask-server.ts'

export interface Fetched<T> {
  /** The newest answer; it stays while a newer one is under way. */
  readonly value: T | null
  readonly refusal: WebRefusal | null
}

const NOTHING = { value: null, refusal: null } as const

/** Reads `path` again whenever `mark` changes: never twice at once, and the last mark is always read. A null path reads nothing. */
export function useFetched<T>(path: string | null, mark: unknown): Fetched<T> {
  const [known, setKnown] = useState<Fetched<T> & { readonly of: string | null }>({ ...NOTHING, of: null })
  const wanted = useRef<{ path: string | null; mark: unknown }>({ path, mark })
  const busy = useRef(false)
  const gone = useRef(false)
  wanted.current = { path, mark }
  const look = async (): Promise<void> => {
    if (busy.current || gone.current || wanted.current.path === null) return
    const asked = wanted.current
    busy.current = true
    const answer = await read<T>(asked.path!)
    busy.current = false
    if (gone.current) return
    if (wanted.current.path === asked.path)
      setKnown(before =>
        answer.ok
          ? { of: asked.path, value: answer.value, refusal: null }
          : { of: asked.path, value: before.of === asked.path ? before.value : null, refusal: answer.refusal },
      )
    if (wanted.current.path !== asked.path || wanted.current.mark !== asked.mark) await look()
  }
  useEffect(() => void look(), [path, mark])
  useEffect(() => {
    gone.current = false
    return () => {
      gone.current = true
    }
  }, [])
  return known.of === path ? known : NOTHING
}
