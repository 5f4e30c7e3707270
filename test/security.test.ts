import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { LIMITS, SENTENCES } from './security-sentences.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8')

/** Sentences and rows of tables, without headings and the lists of tests. */
function sentencesOf(text: string): readonly string[] {
  return text.split(/\n\n+/).flatMap(block => {
    if (block.startsWith('#') || block.startsWith('Tests: ')) return []
    if (block.startsWith('|')) return block.trim().split('\n').slice(2)
    return block.split(/^- /m).flatMap(item =>
      item
        .replace(/\s+/g, ' ')
        .trim()
        .split(/(?<=\. )(?=[A-Z`])/),
    )
  })
}

const sentences = sentencesOf(read('docs/security.md')).filter(sentence => sentence.trim() !== '')
const beginnings = [...SENTENCES.map(([beginning]) => beginning), ...LIMITS]

describe('docs/security.md', () => {
  test('has a test for every sentence that promises something', () => {
    const unlisted = sentences.filter(sentence => !beginnings.some(beginning => sentence.startsWith(beginning)))
    expect(unlisted).toEqual([])
    const gone = beginnings.filter(beginning => !sentences.some(sentence => sentence.startsWith(beginning)))
    expect(gone).toEqual([])
  })

  test('names tests that exist', () => {
    const missing = SENTENCES.flatMap(([beginning, ...proofs]) =>
      proofs.flatMap(([file, ...names]) => {
        const text = read(file)
        return names.filter(name => !text.includes(name)).map(name => `${beginning} → ${file}: ${name}`)
      }),
    )
    expect(missing).toEqual([])
  })
})
