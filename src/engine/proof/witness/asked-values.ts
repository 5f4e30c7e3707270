/**
 * Values that a task writes out are obligations: a quoted text or a number of a criterion, the title or the description occurs in a
 * test, in the command of a criterion, or in an example that is run. Tests that avoid them avoid what was asked for.
 */

import type { GateResult } from '../../../core/proof/receipt.ts'
import { judgeOf } from '../../../core/settings/judge.ts'
import { literal } from '../../../core/text/pattern.ts'
import { sentencesOf } from '../../../core/text/sentences.ts'
import type { Case } from '../case.ts'
import { searchedTexts } from '../change/changed-files.ts'
import { isTest } from '../change/test-files.ts'
import { readingGate } from '../gate-result.ts'
import { takeApart } from '../syntax/inline-tests.ts'
import { examplesIn } from './examples.ts'

const GATE = 'asked-values'

/** Null if everything that the task writes out is checked somewhere. */
export async function askedValuesGate(on: Case): Promise<GateResult | null> {
  const { task, criteria } = on.contract
  const spoken = criteria.filter(({ check }) => check === null).map(({ text }) => text)
  const fromCriteria = await valuesOf(spoken)
  // A single digit outside of criteria only counts things.
  const fromWords = (await valuesOf([task.title, ...task.steps])).filter(value => !/^\d$/.test(value))
  if (fromCriteria.length + fromWords.length === 0) return null
  const checked = await checkingTexts(on)
  const isMissing = (value: string) => !checked.some(text => holds(text, value))
  const [owed, open] = [fromCriteria.filter(isMissing), fromWords.filter(isMissing)]
  if (owed.length + open.length === 0) return null
  const all = [...new Set([...owed, ...open])].map(value => JSON.stringify(value)).join(', ')
  const problem = `The task writes out ${all}, and no test, command or example contains ${owed.length + open.length === 1 ? 'it' : 'them'}.`
  if (owed.length === 0) return readingGate(GATE, problem, { verdict: 'noted', blocking: false })
  // Words may mention a value that needs no test: a judge can tell.
  return readingGate(
    GATE,
    problem,
    judgeOf(on.config, task) === null ? { verdict: 'unproven' } : { verdict: 'unjudged', blocking: false },
  )
}

/** The values in sentences without an example, which is run. */
async function valuesOf(texts: readonly string[]): Promise<readonly string[]> {
  const found: string[] = []
  for (const sentence of sentencesOf(texts))
    if ((await examplesIn(sentence)).length === 0) found.push(...valuesIn(sentence))
  return [...new Set(found)]
}

const CODE = /`[^`]*`/g
const QUOTED = /"([^"\n]+)"|“([^”\n]+)”/g
/** A number that is no part of a name, a path, a version, a date or a time. */
const NUMBER = /(?<![\p{L}\p{N}_.,/#:$-])-?\d+(?:\.\d+)?(?![\p{L}\p{N}_/:-]|[.,]\d)/gu

/** Quoted texts and numbers of prose; code in back-ticks is a name or a command. */
export function valuesIn(sentence: string): readonly string[] {
  const prose = sentence.replace(CODE, ' ')
  const texts = [...prose.matchAll(QUOTED)].map(match => match[1] ?? match[2]!)
  return [...texts, ...(prose.replace(QUOTED, ' ').match(NUMBER) ?? [])]
}

/** The texts of everything that checks: test files, tests inside of sources, documentation that runs, commands of criteria. */
async function checkingTexts(on: Case): Promise<readonly string[]> {
  const changed = new Set(on.draft.changes.map(({ path }) => path))
  const found = await searchedTexts(on, on.layouts.asSubmitted, path => isTest(on, path) || changed.has(path))
  const commands = on.contract.criteria.flatMap(({ check, text }) => (check === null ? [] : [check.command, text]))
  const texts = [...found].map(([path, text]) => checksIn(path, text, isTest(on, path)))
  return [...(await Promise.all(texts)), ...commands]
}

async function checksIn(path: string, text: string, isTestText: boolean): Promise<string> {
  if (isTestText) return text
  const inside = (await takeApart(text, path))?.tests ?? ''
  const documented = path.endsWith('.py') && text.includes('>>>') ? text : ''
  return `${inside}\n${documented}`
}

const holds = (text: string, value: string): boolean =>
  /^-?\d/.test(value)
    ? new RegExp(`(?<![\\d.])${literal(value.replace(/^-/, ''))}(?!\\d|\\.\\d)`).test(text.replaceAll('_', ''))
    : text.includes(value)
