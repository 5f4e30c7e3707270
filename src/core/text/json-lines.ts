/** The data of a text in JSON; null for any other text. */
export function parsedJson<T>(text: string | null | undefined): T | null {
  try {
    return JSON.parse(text ?? '') as T
  } catch {
    return null
  }
}

/** The data of each line; lines that were written only in part are left out. */
export const jsonLines = <T>(text: string): readonly T[] => text.split('\n').flatMap(line => parsedJson<T>(line) ?? [])
