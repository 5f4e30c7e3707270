import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { LiveRun } from '../live/live-run.ts'
import type { ShownRun } from '../live/shown-run.ts'
import type { Address } from './address.ts'
import type { KeyAct } from './shortcuts.ts'

/** Everything that a page needs of its surroundings. */
export interface Here {
  readonly run: string
  readonly shown: ShownRun
  readonly live: LiveRun
  readonly address: Address
  readonly goTo: (hash: string) => void
  /** For screen readers, politely. */
  readonly announce: (words: string) => void
  /** Calls back for every act of a key until the returned function is called. */
  readonly onKey: (act: (act: KeyAct) => void) => () => void
}

const HereContext = createContext<Here | null>(null)

export const HereProvider = HereContext.Provider

export function useHere(): Here {
  const here = useContext(HereContext)
  if (here === null) throw new Error('a page was drawn without a run')
  return here
}
