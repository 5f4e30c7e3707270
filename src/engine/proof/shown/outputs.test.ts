import { describe, expect, it } from 'vitest'
import { contract, report } from '../../../../test/rig/core/facts.ts'
import { MemoryVault } from '../../../../test/simulation/memory-vault.ts'
import type { Output } from '../../../core/plan/plan.ts'
import { settleOutputs } from './outputs.ts'

const output = (name: string, type: string, value: string): Output => ({ name, type, value, note: '' })

/** The values of these outputs in a tree with two files, when the agent claims these. */
async function settled(outputs: readonly Output[], claimed: Readonly<Record<string, string>> | null) {
  const vault = new MemoryVault()
  const tree = vault.store(
    new Map([
      ['src/a.js', ''],
      ['data/x/1.json', ''],
    ]),
  )
  return settleOutputs(vault, tree, contract('1', { outputs }), claimed && report('success', { outputs: claimed }))
}

describe('an output that is a file', () => {
  const file = [output('path', 'file', './declared.js')]

  it('is where the agent says when it is there, as a file or a folder', async () => {
    for (const path of ['src/a.js', './src/a.js', 'data', 'data/x/'])
      expect(await settled(file, { path })).toEqual({ path })
  })

  it('is where the plan says when it is not where the agent says', async () => {
    for (const path of ['src/b.js', '../../etc/passwd', '', 'src/a'])
      expect(await settled(file, { path })).toEqual({ path: './declared.js' })
  })
})

describe('an output that is no file', () => {
  const text = [output('count', 'string', '3')]

  it('is what the agent says, or else what the plan declares', async () => {
    expect(await settled(text, { count: '4' })).toEqual({ count: '4' })
    expect(await settled(text, {})).toEqual({ count: '3' })
    expect(await settled(text, null)).toEqual({ count: '3' })
  })
})

it('only declared outputs are handed on, whatever they are called', async () => {
  const outputs = [output('constructor', 'string', 'declared'), output('empty', 'string', 'declared')]
  expect(await settled(outputs, { more: 'x', empty: '' })).toEqual({ constructor: 'declared', empty: '' })
})
