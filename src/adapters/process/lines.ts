const NEWLINE = 0x0a
const PIECES_MAX = 1024

/** Splits a stream of bytes into lines. */
export interface LineReader {
  push(chunk: Buffer): void
  /** Returns a last line without a line break. */
  end(): void
}

/** Calls back with each line; longer lines than the limit are skipped, so memory stays bounded. */
export function createLineReader(
  limits: { readonly lineBytesMax: number },
  onLine: (line: Buffer) => void,
): LineReader {
  let pieces: Buffer[] = []
  let sizeBytes = 0

  const add = (piece: Buffer): void => {
    sizeBytes += piece.length
    if (sizeBytes > limits.lineBytesMax) pieces = []
    else if (piece.length > 0) pieces.push(piece)
    // A line that arrives byte by byte must not become a list of a million objects.
    if (pieces.length === PIECES_MAX) pieces = [Buffer.concat(pieces)]
  }
  const finish = (): void => {
    if (sizeBytes > 0 && sizeBytes <= limits.lineBytesMax)
      onLine(pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces))
    pieces = []
    sizeBytes = 0
  }

  return {
    push(chunk) {
      let from = 0
      for (let at = chunk.indexOf(NEWLINE); at !== -1; at = chunk.indexOf(NEWLINE, from)) {
        add(chunk.subarray(from, at))
        finish()
        from = at + 1
      }
      add(chunk.subarray(from))
    },
    end: finish,
  }
}
