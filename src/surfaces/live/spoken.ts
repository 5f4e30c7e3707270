type Fields = Readonly<Record<string, unknown>>

/** What the use of a tool is about, by the names that agents give it; the first one that is there counts. */
const TARGETS = ['command', 'file_path', 'notebook_path', 'path', 'url', 'pattern', 'query', 'description']

/**
 * What a line of output says to a person. Most say it themselves; agents that print one JSON message a line are
 * understood by what they have in common: texts, and tools with what they are used on.
 */
export function spoken(line: string): readonly string[] {
  const start = line.trimStart()
  if (!start.startsWith('{"')) return [line]
  const message = parsed(start)
  // One that is still being written, or whose beginning was cut off.
  if (message === null) return []
  const blocks = [...listOf(fieldsOf(message.message).content), ...listOf(message.content), message.item, message]
  return blocks.flatMap(block => wordsOf(fieldsOf(block)))
}

function wordsOf(block: Fields): readonly string[] {
  const { name, input, type } = block
  if (type === 'tool_use' && typeof name === 'string')
    return [[name, targetOf(fieldsOf(input))].filter(Boolean).join(': ')]
  if (typeof block.command === 'string') return [`$ ${block.command}`]
  const words = [block.text, block.result].find(value => typeof value === 'string')
  return words ? words.split('\n').filter(text => text.trim() !== '') : []
}

const targetOf = (input: Fields): string =>
  TARGETS.map(name => input[name]).find(value => typeof value === 'string') ?? ''

function parsed(text: string): Fields | null {
  try {
    return fieldsOf(JSON.parse(text))
  } catch {
    return null
  }
}

const fieldsOf = (value: unknown): Fields => (typeof value === 'object' && value !== null ? (value as Fields) : {})
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
