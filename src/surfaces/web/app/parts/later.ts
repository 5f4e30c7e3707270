import { type ComponentType, h, type JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { Nothing, RefusalNote } from './notes.ts'

/** A page whose code is loaded when it is first shown. */
export function later<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  let known: ComponentType<P> | null = null
  return function Later(props: P): JSX.Element {
    const [loaded, setLoaded] = useState<{ readonly page: ComponentType<P> | null; readonly isBroken?: true }>({
      page: known,
    })
    useEffect(() => {
      if (loaded.page) return
      load().then(
        page => {
          known = page
          setLoaded({ page })
        },
        () => setLoaded({ page: null, isBroken: true }),
      )
    }, [])
    if (loaded.isBroken)
      return h(RefusalNote, { problem: 'this page could not be loaded', hints: ['load the page again'] })
    return loaded.page ? h(loaded.page, props) : h(Nothing, {}, 'Loading …')
  }
}
