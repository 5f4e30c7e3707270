import { shellWord } from '../../core/text/shell-word.ts'
/** One word of a command: as written, and as the program receives it. */
export interface Word {
  readonly raw: string
  readonly value: string
}

/** Shell syntax beyond plain words: other commands, redirections, variables, expansions. */
const BEYOND_WORDS = /[;|<>()`$\n\\#!{}]/

/**
 * The commands of an `a && b` chain as words, or null for anything that needs a real shell.
 * File patterns stay in the raw text, so that the shell still expands them.
 */
export function parseChain(command: string): readonly (readonly Word[])[] | null {
  const chain: Word[][] = [[]]
  let rest = command.trim()
  while (rest !== '') {
    const [operator] = /^&&\s*/.exec(rest) ?? []
    if (operator !== undefined) {
      chain.push([])
      rest = rest.slice(operator.length)
      continue
    }
    const [raw] = /^(?:'[^']*'|"[^"]*"|[^\s'"&]+)+/.exec(rest) ?? []
    if (raw === undefined) return null
    const value = plainText(raw)
    if (value === null) return null
    chain.at(-1)!.push({ raw, value })
    rest = rest.slice(raw.length)
    if (rest !== '' && !/^\s|^&&/.test(rest)) return null
    rest = rest.trimStart()
  }
  return chain.every(words => words.length > 0) ? chain : null
}

function plainText(raw: string): string | null {
  let value = ''
  for (const [part] of raw.matchAll(/'[^']*'|"[^"]*"|[^'"]+/g)) {
    if (part.startsWith("'")) value += part.slice(1, -1)
    else if (part.startsWith('"')) {
      if (/[`$\\!]/.test(part)) return null
      value += part.slice(1, -1)
    } else if (BEYOND_WORDS.test(part)) return null
    else value += part
  }
  return value
}

export const word = (value: string): Word => ({ raw: shellWord(value), value })

export const rawText = (words: readonly Word[]): string => words.map(({ raw }) => raw).join(' ')
