import type { Contract } from '../plan/contract.ts'
import { clip, quoted } from '../text/quote.ts'
import { citableSentences } from '../text/sentences.ts'

const SENTENCE_MAX = 4_000

/** Every sentence of a task with the id by which an agent cites it. The words are quoted as data. */
export const sentenceList = ({ task, criteria }: Pick<Contract, 'task' | 'criteria'>): string =>
  citableSentences(task, criteria)
    .map(({ id, words }) => `- ${id}:\n${quoted(clip(words, SENTENCE_MAX))}`)
    .join('\n')
