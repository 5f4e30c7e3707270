import { useState } from 'preact/hooks'

/** A value that survives a reload of the page in this browser. Without storage it lasts as long as the page. */
export function useKept<T>(name: string, first: T): readonly [T, (next: T) => void] {
  const [value, setValue] = useState<T>(() => readKept(name) ?? first)
  const keep = (next: T) => {
    setValue(next)
    writeKept(name, next)
  }
  return [value, keep]
}

/** The name of a kept value in the storage of the browser. */
export const keptAs = (name: string): string => `pm-agent ${name}`

function readKept<T>(name: string): T | null {
  try {
    const text = localStorage.getItem(keptAs(name))
    return text === null ? null : (JSON.parse(text) as T)
  } catch {
    return null
  }
}

/** Keeps a value; null removes it. */
export function writeKept(name: string, value: unknown): void {
  try {
    if (value === null) localStorage.removeItem(keptAs(name))
    else localStorage.setItem(keptAs(name), JSON.stringify(value))
  } catch {
    // A browser that forbids storage still shows the page.
  }
}
