import type { Vault } from '../../../ports.ts'

/** How many answers of each kind are kept; the oldest is dropped first. */
const ANSWERS_MAX = 64

type Question = 'treeOf' | 'list' | 'readText' | 'diff' | 'without'

/** A vault with a cache for immutable data: commits and trees. */
export function remembering<V extends Pick<Vault, Question>>(vault: V): V {
  const answers: Pick<Vault, Question> = {
    treeOf: once(vault.treeOf),
    list: once(vault.list),
    readText: once(vault.readText),
    diff: once(vault.diff),
    without: once(vault.without),
  }
  return { ...vault, ...answers }
}

function once<A extends readonly unknown[], T>(ask: (...args: A) => Promise<T>): (...args: A) => Promise<T> {
  const known = new Map<string, Promise<T>>()
  return (...args) => {
    const key = JSON.stringify(args)
    const found = known.get(key)
    if (found) return found
    const answer = ask(...args)
    known.set(key, answer)
    // A failed read is not cached: the disk may have been full.
    answer.catch(() => known.delete(key))
    if (known.size > ANSWERS_MAX) known.delete(known.keys().next().value!)
    return answer
  }
}
