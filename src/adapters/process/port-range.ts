import { createHash } from 'node:crypto'

const FIRST = 20_000
const WIDTH = 20
const COUNT = 1_500

/** The owners of port ranges; ports belong to the machine, so there is one list per process. */
const held = new Map<number, string>()

/** The first of twenty free ports; the same owner gets the same ones if possible. */
export function holdPorts(owner: string): number {
  const wanted = createHash('sha256').update(owner).digest().readUInt32BE(0) % COUNT
  for (let step = 0; step < COUNT; step++) {
    const range = (wanted + step) % COUNT
    const holder = held.get(range)
    if (holder !== undefined && holder !== owner) continue
    held.set(range, owner)
    return FIRST + WIDTH * range
  }
  throw new Error(`all ${COUNT} ranges of ports are held`)
}

/** Releases an owner's ports. */
export function releasePorts(owner: string): void {
  for (const [range, holder] of held) if (holder === owner) held.delete(range)
}
