import { type HunkTokens, markEdits, tokenize } from 'react-diff-view'
import bash from 'refractor/bash'
import c from 'refractor/c'
import { refractor } from 'refractor/core'
import cpp from 'refractor/cpp'
import css from 'refractor/css'
import go from 'refractor/go'
import java from 'refractor/java'
import json from 'refractor/json'
import markdown from 'refractor/markdown'
import python from 'refractor/python'
import rust from 'refractor/rust'
import tsx from 'refractor/tsx'
import yaml from 'refractor/yaml'
import { type FileDiff, isColoured } from './file-diff.ts'

for (const language of [bash, c, cpp, css, go, java, json, markdown, python, rust, tsx, yaml])
  refractor.register(language)

const LANGUAGES: Readonly<Record<string, string>> = {
  ...named('tsx', 'ts', 'tsx', 'mts', 'cts', 'js', 'jsx', 'mjs', 'cjs'),
  ...named('python', 'py', 'pyi'),
  ...named('bash', 'sh', 'bash'),
  ...named('c', 'c', 'h'),
  ...named('cpp', 'cc', 'cpp', 'cxx', 'hh', 'hpp'),
  ...named('markdown', 'md'),
  ...named('yaml', 'yml', 'yaml'),
  ...named('css', 'css'),
  ...named('go', 'go'),
  ...named('java', 'java'),
  ...named('json', 'json'),
  ...named('rust', 'rs'),
}

function named(language: string, ...endings: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(endings.map(ending => [ending, language]))
}

/** Changed words within lines are marked up to this many lines. */
const WORDS_MAX = 400

/** Syntax and changed words of a file as data; null where the file is too large or its language is unknown. */
export function coloursOf(file: FileDiff): HunkTokens | null {
  if (!isColoured(file) || file.hunks.length === 0) return null
  const hunks = [...file.hunks]
  const language = LANGUAGES[file.path.split('.').at(-1)?.toLowerCase() ?? '']
  const isSmall = file.added + file.removed <= WORDS_MAX
  const enhancers = isSmall && file.type === 'modify' ? [markEdits(hunks, { type: 'block' })] : []
  try {
    if (language === undefined) return enhancers.length > 0 ? tokenize(hunks, { highlight: false, enhancers }) : null
    // The library expects the tree itself, as refractor had it before.
    const tree = { highlight: (text: string, name: string) => refractor.highlight(text, name).children }
    return tokenize(hunks, { highlight: true, refractor: tree as never, language, enhancers })
  } catch {
    return null
  }
}
