/** Keeps the beginning and the end of a stream of bytes in a fixed amount of memory. */
export class BoundedText {
  readonly #headBytesMax: number
  readonly #tailBytesMax: number
  /** Grows by doubling; a stream of single bytes must not become a list of objects. */
  #head: Buffer = Buffer.alloc(0)
  #headBytes = 0
  /** A ring buffer: the oldest byte is at `#tailAt` once it is full. */
  #tail: Buffer | null = null
  #tailAt = 0
  #tailBytes = 0

  constructor(limits: { readonly headBytesMax: number; readonly tailBytesMax: number }) {
    this.#headBytesMax = limits.headBytesMax
    this.#tailBytesMax = limits.tailBytesMax
  }

  push(chunk: Buffer): void {
    const headPart = chunk.subarray(0, this.#headBytesMax - this.#headBytes)
    if (headPart.length > 0) {
      this.#growHead(this.#headBytes + headPart.length)
      this.#headBytes += headPart.copy(this.#head, this.#headBytes)
    }
    if (headPart.length < chunk.length) this.#pushTail(chunk.subarray(headPart.length))
  }

  /** The kept text; a line tells how much is missing in the middle. */
  text(): string {
    const head = this.#head.subarray(0, this.#headBytes)
    const missing = Math.max(0, this.#tailBytes - this.#tailBytesMax)
    if (missing === 0) return Buffer.concat([head, this.#tailInOrder()]).toString('utf8')
    return `${wholeEnd(head)}\n… ${missing} bytes left out …\n${wholeStart(this.#tailInOrder())}`
  }

  #growHead(bytes: number): void {
    if (bytes <= this.#head.length) return
    const grown = Buffer.alloc(Math.min(this.#headBytesMax, Math.max(bytes, 4096, this.#head.length * 2)))
    this.#head.copy(grown)
    this.#head = grown
  }

  #pushTail(bytes: Buffer): void {
    this.#tailBytes += bytes.length
    this.#tail ??= Buffer.alloc(this.#tailBytesMax)
    let rest = bytes.subarray(Math.max(0, bytes.length - this.#tailBytesMax))
    while (rest.length > 0) {
      const copied = rest.copy(this.#tail, this.#tailAt)
      this.#tailAt = (this.#tailAt + copied) % this.#tailBytesMax
      rest = rest.subarray(copied)
    }
  }

  #tailInOrder(): Buffer {
    if (this.#tail === null) return Buffer.alloc(0)
    if (this.#tailBytes <= this.#tailBytesMax) return this.#tail.subarray(0, this.#tailBytes)
    return Buffer.concat([this.#tail.subarray(this.#tailAt), this.#tail.subarray(0, this.#tailAt)])
  }
}

const isContinuation = (byte: number | undefined): boolean => byte !== undefined && (byte & 0xc0) === 0x80

/** Text without the partial character at the cut. */
function wholeEnd(bytes: Buffer): string {
  let end = bytes.length
  while (end > 0 && end > bytes.length - 4 && isContinuation(bytes[end - 1])) end--
  const lead = bytes[end - 1] ?? 0
  const length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc0 ? 2 : 1
  return bytes.subarray(0, end - 1 + length > bytes.length ? end - 1 : bytes.length).toString('utf8')
}

function wholeStart(bytes: Buffer): string {
  let start = 0
  while (start < 3 && isContinuation(bytes[start])) start++
  return bytes.subarray(start).toString('utf8')
}
