// Prints 500 MB of nothing in particular.
import { writeSync } from 'node:fs'

const block = Buffer.alloc(64 * 1024, `${'no news is good news '.repeat(3)}\n`)
for (let blocks = 0; blocks < 8_000; blocks++) {
  for (let rest = block; rest.length > 0; ) rest = rest.subarray(writeSync(1, rest))
}
