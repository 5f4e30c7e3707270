/** A small seeded generator: the same seed plays the same story. */
export class Random {
  #state: number

  constructor(seed: number) {
    this.#state = (seed ^ 0x9e3779b9) >>> 0
  }

  /** In [0, 1). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let t = this.#state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }

  below(count: number): number {
    return Math.floor(this.next() * count)
  }

  chance(probability: number): boolean {
    return this.next() < probability
  }

  pick<T>(items: readonly T[]): T {
    return items[this.below(items.length)]!
  }
}

/** A number that depends on the words alone. */
export function hashOf(...words: readonly (string | number)[]): number {
  let hash = 2166136261
  for (const character of words.join('|')) hash = Math.imul(hash ^ character.codePointAt(0)!, 16777619)
  return hash >>> 0
}
