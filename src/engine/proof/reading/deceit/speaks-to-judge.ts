import { globMatcher } from '../../../../core/text/glob.ts'
import type { DiffCheck } from '../check.ts'
import { type AddedLine, atLine, type DiffFile } from '../diff.ts'
import type { DiffFinding } from '../finding.ts'

/** Text addressed to a reviewer of the change rather than to a maintainer. */
const ADDRESSES = [
  /\b(?:ignore|disregard|forget|override)\b.{0,30}\b(?:previous|prior|above|earlier|all|your)\b.{0,20}\b(?:instructions?|prompts?|rules|guidelines)\b/i,
  /(?:^[\s/*#"'>-]*|[.!;]\s+)(?:(?:dear|hey|attention|note (?:to|for)|to) )?(?:the |all )?(?:(?:(?:code|automated|automatic) )?reviewers?|judges?|graders?|verifiers?|evaluators?|auditors?|AI|LLMs?|assistants?|agents?|(?:language )?models?)\s*[:,—–].{0,100}\b(?:verified|approved?|ship|pass(?:es|ed)?|correct|safe|no need|do(?: not|n't) (?:flag|review|reject|check|report)|skip|accept|trust)\b/i,
  /\b(?:output|answer|respond|reply|say|print|return|mark|report)\b(?: (?:with|as|it|this|only|the|word|verdict))*\s*[:"'`]*\s*(?:SHIP|VERIFIED|APPROVED?|LGTM|PASS(?:ED)?|COMPLETED)\b/,
  /\byou (?:must|should|may|can|will)(?: now)? (?:approve|accept|pass|merge|ship)(?: (?:this|these|it|the (?:change|code|diff|patch|commit|pull request|PR|work|task|draft|tests?|review))\b|\s*[.!"'`]|\s*$)/i,
  /\bdo not (?:run|execute|re-?run) (?:the |any )?(?:tests?|checks?|gates?|suite)\b/i,
  /\bthis (?:change|code|diff|patch|commit|pull request|PR|implementation) (?:was|is|has been) (?:already |fully |manually )*(?:verified|reviewed|approved|audited|certified|bug-free)\b/i,
  /\b(?:already|manually) (?:verified|approved|audited) by\b.{0,40}\b(?:team|human|security|lead|maintainer|reviewer)/i,
  /<\/?(?:system|system-reminder|assistant|instructions?)>|\[\/?INST\]|<\|im_(?:start|end)\|>|<\|system\|>/i,
  /\b(?:note (?:to|for)|message (?:to|for)|attention|dear) (?:the |any )?(?:AI|LLM|language model|code review(?:er)? (?:bot|agent|model)|judge|grader|verifier)\b/i,
  /\b(?:next|future|other) agents?\b.{0,20}\b(?:must|should|please|run|execute)\b/i,
]

/** Text in the diff that addresses the judge. In strings it may be the prompt of an application. */
export const addressed: DiffCheck = {
  name: 'addressed',
  look: diff =>
    diff.files
      .filter(file => file.kind !== 'lock' && file.kind !== 'foreign')
      .flatMap(file => file.added.flatMap(line => judge(file, line))),
}

const isPrompt = globMatcher(['**/prompt{,s}/**/*', '**/prompt{,s}.*', '**/*.prompt{,.*}'], { nocase: true })

function judge(file: DiffFile, line: AddedLine): readonly DiffFinding[] {
  const says = (text: string) => ADDRESSES.some(pattern => pattern.test(text))
  if (!says(line.raw)) return []
  const isRead = file.language === 'none' ? file.kind === 'docs' : says(line.comment)
  return isRead && !isPrompt(file.path)
    ? [atLine('addressed', 'question', file, line, 'addresses the judge of the change')]
    : [atLine('addressed', 'warning', file, line, 'text for a judge in a string of the program')]
}
