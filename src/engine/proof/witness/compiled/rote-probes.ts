import { parsedJson } from '../../../../core/text/json-text.ts'
import { callText } from '../values-as-text.ts'
import type { ProbeComparison } from './probe-run.ts'

/** Calls that give other texts back as they are, for each function of one text that does so with all texts near those of the tests. */
export function unchangedProbes(compared: readonly ProbeComparison[]): readonly string[] {
  const made = compared.flatMap(({ call: { name, args }, outside }) => {
    const [text, result] = [textOf(args.length === 1 ? args[0]! : ''), textOf(textOf(outside) ?? '')]
    return text === null || result === null ? [] : [{ name, text, result }]
  })
  return [...Map.groupBy(made, ({ name }) => name).values()].flatMap(calls => {
    const changed = calls.filter(({ text, result }) => result !== text)
    const near = calls.filter(({ text }) => changed.some(one => one.text !== text && text.includes(one.text)))
    const [first] = near
    return first && changed.every(one => !near.includes(one)) ? [callText(first.name, [first.text], false)] : []
  })
}

/** The text of a literal, whatever is around it; null if there is none. */
function textOf(code: string): string | null {
  const [start, end] = [code.indexOf('"'), code.lastIndexOf('"')]
  return start < end ? parsedJson<string>(code.slice(start, end + 1)) : null
}
