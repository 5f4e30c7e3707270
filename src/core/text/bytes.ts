const encoder = new TextEncoder()

/** The size of a text in UTF-8. */
export const byteLength = (text: string): number => encoder.encode(text).length

/** The first lines of a text that fit into so many bytes, and the number of lines left out. */
export function firstBytes(text: string, bytesMax: number): { readonly text: string; readonly linesLeft: number } {
  const lines = text.split('\n')
  const kept: string[] = []
  let bytes = 0
  for (const line of lines) {
    bytes += byteLength(line) + 1
    if (bytes > bytesMax + 1) break
    kept.push(line)
  }
  return { text: kept.join('\n'), linesLeft: lines.length - kept.length }
}
