import { createHash, hash } from 'node:crypto'
import type { SealBreak } from '../../core/journal/seal-break.ts'
import type { RunId } from '../../core/plan/ids.ts'
import type { RunRow } from '../../ports.ts'

// Every event carries a seal: the hash of the event and of the seal before it. The first one is bound to the run's own row.
// Whoever changes, removes, swaps or adds an event without pm-agent breaks the chain at that place. The hash has no key:
// somebody who may write the journal and knows this file can seal his own story, as long as no engine holds the run.

/** An event as it is written. */
export interface Sealed {
  readonly version: number
  readonly at: number
  readonly type: string
  readonly schema: number
  readonly body: string
}

/** What the first event of a run is bound to. */
export const firstSeal = ({ id, planId, planPath, openedAt }: RunRow): string =>
  hash('sha256', JSON.stringify(['run', id, planId, planPath, openedAt]))

/** The seal of an event that follows another. */
export const nextSeal = (before: string, { version, at, type, schema, body }: Sealed): string =>
  // In two steps: the event that opens a run has megabytes, and one text of both would be a copy of it.
  createHash('sha256').update(`${before}\n${version}\n${at}\n${type}\n${schema}\n`).update(body).digest('hex')

/** The seal of a remembered result. */
export const resultSeal = (key: string, value: string): string => hash('sha256', JSON.stringify(['result', key, value]))

/** An event's version and its seal. */
export type Seal = readonly [version: number, seal: string]

/** Part of a chain: the events after `after`, their seals, both in order, and the seal before them. */
export interface Chain {
  readonly run: RunId
  readonly after: number
  readonly before: string
  readonly events: readonly Sealed[]
  readonly seals: readonly Seal[]
}

/** Every place where events and seals do not agree. */
export function breaksOf(chain: Chain, sealOf: typeof nextSeal = nextSeal): readonly SealBreak[] {
  return isWhole(chain, sealOf) ? [] : placesOf(chain, sealOf)
}

/** The usual case, without anything in between: it is asked at every look and before every landing. */
function isWhole({ after, before, events, seals }: Chain, sealOf: typeof nextSeal): boolean {
  if (events.length !== seals.length) return false
  let seal = before
  for (let at = 0; at < events.length; at++) {
    const [event, found] = [events[at]!, seals[at]!]
    seal = sealOf(seal, event)
    if (event.version !== after + at + 1 || found[0] !== event.version || found[1] !== seal) return false
  }
  return true
}

function placesOf({ run, after, before, events, seals }: Chain, sealOf: typeof nextSeal): readonly SealBreak[] {
  const breaks: SealBreak[] = []
  const [byVersion, sealed] = [new Map(events.map(event => [event.version, event])), new Map(seals)]
  let [last, seal] = [after, before]
  for (const version of [...new Set([...byVersion.keys(), ...sealed.keys()])].sort((a, b) => a - b)) {
    if (version > last + 1) breaks.push({ is: 'missing', run, from: last + 1, to: version - 1 })
    last = version
    const [event, found] = [byVersion.get(version), sealed.get(version)]
    if (event === undefined) breaks.push({ is: 'missing', run, from: version, to: version })
    else if (found === undefined) breaks.push({ is: 'added', run, version })
    else if (sealOf(seal, event) !== found) breaks.push({ is: 'changed', run, version })
    // What follows is judged by the seal that stands here, so that a break names its own place and not all after it.
    seal = found ?? seal
  }
  return merged(breaks)
}

/** Neighbours that are missing are one gap. */
function merged(breaks: readonly SealBreak[]): readonly SealBreak[] {
  const gaps: SealBreak[] = []
  for (const broken of breaks) {
    const previous = gaps.at(-1)
    if (broken.is === 'missing' && previous?.is === 'missing' && previous.to + 1 === broken.from)
      gaps[gaps.length - 1] = { ...previous, to: broken.to }
    else gaps.push(broken)
  }
  return gaps
}
