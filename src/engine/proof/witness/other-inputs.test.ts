import { describe, expect, it } from 'vitest'
import { replayed } from '../../../../test/rig/proof/witnessing.ts'
import { changedResults, variedTrace } from './other-inputs.ts'

const CART = `export class Cart {
  lines = []
  add(price, count) {
    this.lines.push({ price, count })
    return this
  }
  total() {
    let sum = 0
    for (const { price, count } of this.lines) sum += price * count
    return sum >= 100 ? sum - 10 : sum
  }
}
`
const files = (cart: string) => ({
  'package.json': '{"type":"module"}',
  'src/cart.js': cart,
  'test/cart.test.js': `import { test } from 'node:test'
import assert from 'node:assert/strict'
import { Cart } from '../src/cart.js'
test('adds up', () => assert.equal(new Cart().add(2, 3).add(5, 1).total(), 11))
`,
})

describe('an object whose calls are repeated from its beginning with other arguments', () => {
  const changed = async (after: string) => {
    const [then, now] = [
      await replayed('javascript', files(CART), one => variedTrace(one)!),
      await replayed('javascript', files(after), one => variedTrace(one)!),
    ]
    return changedResults([then.trace], [then.replays], [now.replays])
  }

  it('has another result where a rule is lost', async () => {
    const [first] = await changed(CART.replace('sum >= 100 ? sum - 10 : sum', 'sum'))
    expect(first).toContain('total() returns 605; before, it returns 595')
  })

  it('has the same results where only its inside is written in another way', async () => {
    const inside = CART.replaceAll('lines', 'items').replace(
      /let sum = 0\n.*\n/,
      'const sum = this.items.reduce((all, { price, count }) => all + price * count, 0)\n',
    )
    expect(await changed(inside)).toEqual([])
  })
})
