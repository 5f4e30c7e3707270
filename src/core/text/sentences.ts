import type { Criterion, Task } from '../plan/plan.ts'

/** A sentence of a task, with the id by which a judge cites it. */
export interface TextSentence {
  readonly id: string
  readonly words: string
}

/** Every sentence that can request something: `title`, the description as `s1`, `s2`, …, criteria by their own ids. */
export const citableSentences = (task: Task, criteria: readonly Criterion[]): readonly TextSentence[] => [
  { id: 'title', words: task.title },
  ...sentencesOf(task.steps).map((words, index) => ({ id: `s${index + 1}`, words })),
  ...criteria.map(({ id, text }) => ({ id, words: text })),
]

/** The complete text of a task, sentence by sentence, the title first. */
export const wordsOf = ({ title, steps, criteria }: Task): readonly string[] => [
  title,
  ...sentencesOf([...steps, ...criteria.map(({ text }) => text)]),
]

/** Texts split into sentences. */
export const sentencesOf = (texts: readonly string[]): readonly string[] =>
  texts
    .flatMap(text => text.split(/(?<=[.!?;])\s+(?=[A-Z`"'(])|\n+/))
    .map(sentence => sentence.trim())
    .filter(Boolean)

/** The words of a name or a text in small letters: `parseHTMLText`, `parse_html_text` and "parse HTML text" have the same. */
export const wordsIn = (text: string): readonly string[] =>
  text
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .match(/[\p{L}\d]+/gu) ?? []

/** The same without plurals. */
export const singularsIn = (text: string): readonly string[] =>
  wordsIn(text).map(word => (word.length > 3 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word))
