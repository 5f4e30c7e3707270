/**
 * The purpose of a task, read once from its text when the contract is made: `Kind` if the plan has it, else title and
 * description. It never proves anything: it selects the fitting evidence, which is always required. A word that could as
 * well be about the program's domain ("Split the bill", "Clean up old sessions") counts only if it acts on code.
 */

import { sentencesOf } from '../text/sentences.ts'
import { type Kind, keepsBehaviour, type Task } from './plan.ts'

export type Intent = Kind | 'move' | 'rename' | 'remove' | 'types' | 'tests'

/** An intent, and where it was read; `nothing` if the text only shows that something is wanted. */
export interface ReadIntent {
  readonly is: Intent
  readonly from: 'kind' | 'title' | 'description' | 'nothing'
}

/** The intent of a task: its own `Kind`, else from its title and then its description. */
export function intentOf(task: Task): ReadIntent {
  if (task.kindStated || keepsBehaviour(task.kind)) return { is: task.kind, from: 'kind' }
  const typed = PREFIX.exec(task.title)
  // An item of a list is often several sentences: what comes after the first one describes it.
  const [rest = '', ...more] = sentencesOf([requestOf(task.title)])
  const description = [...more, ...sentencesOf(task.steps)]
  const prefixed = typed ? intentOfPrefix(typed[1]!, typed[2] ?? '') : null
  const read = readSentence(rest)
  const isLoose = prefixed === null || prefixed === 'fix' || prefixed === 'chore' || read === 'types'
  const inTitle = isLoose ? (read ?? prefixed) : prefixed
  if (inTitle !== null)
    return { is: isInside(inTitle) && asksForMore(description) ? 'feature' : inTitle, from: 'title' }
  const promises = description.some(sentence => STAYS.test(sentence)) || promisesAtTheEnd(rest)
  if (promises && !asksForMore([rest, ...description])) return { is: 'refactor', from: 'description' }
  if (
    STARTS_INSIDE.test(rest) &&
    description.some(words => STARTS_INSIDE.test(words) && readSentence(words) === 'refactor')
  )
    return { is: asksForMore(description) ? 'feature' : 'refactor', from: 'description' }
  const [first, ...others] = new Set(description.map(readSentence).filter(is => is !== null))
  // "Test for it" goes with nearly every request, and code that is there twice is a reason to extract it.
  const isOther =
    others.length === 0 &&
    (first === 'docs' ||
      first === 'types' ||
      (first === 'tests' && speaksOfTests(rest)) ||
      first === 'perf' ||
      (first === 'refactor' && (DOUBLED.test(rest) || STARTS_INSIDE.test(rest))))
  return isOther &&
    !asksForMore(description.filter(words => readSentence(words) !== first)) &&
    ![rest, ...description].some(wants)
    ? { is: first, from: 'description' }
    : { is: 'feature', from: 'nothing' }
}

/**
 * What a title asks for, without the type of a commit before it and without a remark in brackets behind it, which is about the plan:
 * `docs: mention it in the README (depends on 1)`.
 */
export function requestOf(title: string): string {
  const words = title.slice(PREFIX.exec(title)?.[0].length ?? 0).trimEnd()
  const remark = words.endsWith(')') ? words.lastIndexOf(' (') : -1
  return remark > 0 ? words.slice(0, remark) : words
}

/** Intents that change how the program is written and nothing that it does. */
export const isInside = (intent: Intent): boolean => intent === 'refactor' || intent === 'perf'

/** Intents after which the program gives the same results; names and locations may differ. */
export const keepsResults = (intent: Intent): boolean => isInside(intent) || intent === 'move' || intent === 'rename'

/** Whether these words speak of tests as such: not of a test command or a test page. */
export const speaksOfTests = (words: string): boolean => SPEAKS_OF_TESTS.test(words)

/** Whether these words mention something that is no longer needed. What refers to it, if anything, is read from the code. */
export const callsUnneeded = (words: string): boolean => UNNEEDED.test(words)

/** Whether one of these sentences asks for new tests. */
export const asksForTests = (sentences: readonly string[]): boolean => sentences.some(words => ADDS_TESTS.test(words))

/** A type of commit, or the place that the request is about: `src/load.js: use promises`. */
const PREFIX = /^`?([\w@./-]*\w)`?(?:\(([^)]*)\))?!?: /
const PREFIXES: Readonly<Record<string, Intent>> = {
  feat: 'feature',
  feature: 'feature',
  fix: 'fix',
  refactor: 'refactor',
  perf: 'perf',
  docs: 'docs',
  doc: 'docs',
  test: 'tests',
  tests: 'tests',
  style: 'refactor',
  types: 'types',
  chore: 'chore',
  build: 'chore',
  ci: 'chore',
  deps: 'chore',
  release: 'release',
}

function intentOfPrefix(type: string, scope: string): Intent | null {
  if (/^(types?|typings)$/i.test(scope)) return 'types'
  const name = type.toLowerCase()
  return Object.hasOwn(PREFIXES, name) ? PREFIXES[name]! : null
}

const QUOTED = '(?:`[^`]+`|[\\w-]*[./][\\w./-]*\\w)'
const CODE_NOUN =
  '(?:code|modules?|functions?|class(?:es)?|methods?|files?|helpers?|components?|logic|duplicat\\w+|constants?|variables?|imports?|implementation|internals?|loops?|callbacks?|promises?|conditionals?|branches|switch|packages?|types?|hooks?|handlers?|middleware|utilit(?:y|ies)|utils|parser|nesting|boilerplate|(?:then|call|if|else) chains?)'
const CODE_NOUNS = new RegExp(`^(?:${CODE_NOUN}|chains?|syntax)$`)

/** Whether a word, in small letters, says what code is made of. */
export const isCodeNoun = (word: string): boolean => CODE_NOUNS.test(word)

/** The rest of a clause in which the verb acts on code. */
const ON_CODE = `(?=[^.;]*(?:${QUOTED}|\\b${CODE_NOUN}\\b))`
const WRITES =
  '(?:add|write|create|update|improve|extend|complete|fix|correct|rewrite|revise|expand|shorten|translate|proofread|polish|refresh|mention|note|list|clarify|reword|include|put|give|clean up|resolve|remove|address|start|keep|sync)(?:e?[sd]|ing)?'
const ARTICLES = '(?:(?:an?|the|all|some|more|missing|wrong|outdated|trailing|remaining|inline|public) )*'
const END = String.raw`(?=\.?$|[.,;:!)](?:\s|$)|\s*\(#\d)`
/** Locations of words and layout in code: not in posts, invoices or names. */
const IN_CODE = `(?:in|of|for|from|to|on) ${ARTICLES}(?:${QUOTED}|code|sources?|(?:code )?comments?|docs|documentation|readme|docstrings?|tests|functions?|methods|classes|modules?|api)`
const PAGES =
  '(?:readme(?:\\.md)?|(?:api )?documentation|docs|change ?log(?:\\.md)?|licen[cs]e|copyright|contributing(?:\\.md)?|code of conduct|(?:\\w+ )?guide|tutorial|man page|faq|docstrings?|(?:code|doc) comments?|jsdoc|tsdoc|release notes)'
const PAGE_ENDS = `(?:${END}|(?=\\s+(?:file|section|page|entry|entries|badges?|header|in|of|for|on|about|to|with|from|and|as|by|how)\\b))`
const TESTS =
  '(?:(?:unit|integration|end-to-end|e2e|regression|missing|more|further|property|edge[- ]case|snapshot) )*(?:tests?|specs?|test[- ](?:cases?|suite|coverage|helpers?|files?)|coverage)'
const TEST_ENDS = '(?![\\w-])(?! (?:command|runner|script|data|mode|environment|server|page|endpoint|account|user))'
const TYPE_VERBS =
  '(?:fix|add|write|improve|update|correct|(?:re-?)?export|support|widen|narrow|tighten|loosen|refine|simplify|infer|provide|declare|make|give|extend|complete|use)(?:e?[sd]|ing)?'
const TYPES =
  '(?<![\\w-])(?:type (?:annotations?|augmentations?|definitions?|declarations?|exports?|inference|hints?|overloads?|guards?|aliases)|typings|generics|generic (?:types?|(?:type )?(?:parameters?|arguments?|constraints?))|typescript (?:types?|declarations?)|annotations)'

const REWRITES =
  '(?:split|extract|inline|simplify|tidy|clean|reorgani[sz]e|unify|merge|flatten|break|separate|convert|rewrite|reuse|share|factor|pull|use|replace)\\w*(?: up| out)?\\b'

/** One sentence at a time, the first match. Each pattern expects its words at the beginning, as in a request. */
const READERS: readonly (readonly [Intent, RegExp])[] = [
  ['fix', /^(?:fix|repair|mend)\w* (?:\S+ ){0,3}?(?:failing|broken|red|flaky) /i],
  ['docs', /^(?:document|explain|describe|clarify)(?:s|ed|ing)?\b/i],
  ['docs', new RegExp(`^${WRITES} (?:(?:[^.;]|[.;](?=\\S))*? )??${PAGES}${PAGE_ENDS}`, 'i')],
  ['docs', new RegExp(`^${WRITES} ${ARTICLES}typos?(?: ${IN_CODE})?${END}`, 'i')],
  ['docs', new RegExp(`^${WRITES} ${ARTICLES}(?:comments?|spelling(?: mistakes)?|wording) ${IN_CODE}${END}`, 'i')],
  [
    'chore',
    new RegExp(
      `^${WRITES} ${ARTICLES}(?:(?:formatting|indentation|code style|style)${END}|\\w*lint(?:er|ing)? (?:errors?|warnings?|issues?|violations?))`,
      'i',
    ),
  ],
  [
    'chore',
    new RegExp(
      `^${WRITES} ${ARTICLES}(?:formatting|whitespace|indentation|style)(?: and ${ARTICLES}(?:whitespace|comments|style))? ${IN_CODE}${END}`,
      'i',
    ),
  ],
  ['tests', /^(?:test|cover)\b(?! (?:command|runner|script|mode|page))/i],
  ['tests', new RegExp(`^(?:more|missing|better) ${TESTS}${TEST_ENDS}`, 'i')],
  [
    'tests',
    new RegExp(
      `^(?:add|write|extend|improve|complete|create|increase|raise|tidy|clean|simplify|refactor|merge|split|parametri[sz]e|rename|move|reorgani[sz]e|restructure|convert|group|rework|strengthen)(?: up)? (?:(?:an?|the|some|all|our|its) )*${TESTS}${TEST_ENDS}`,
      'i',
    ),
  ],
  [
    'tests',
    new RegExp(
      `^(?:tidy|clean|simplify|refactor|remove|reduce|deduplicate|split|reorgani[sz]e|merge|rename)\\b[^.;]* (?:in|of|from|between|across) (?:\\S+ ){0,3}?${TESTS}${TEST_ENDS}`,
      'i',
    ),
  ],
  [
    'types',
    new RegExp(`^${TYPE_VERBS} (?:\\S+ ){0,6}?${TYPES}(?:${END}|(?= (?:of|for|from|with|by|when) )| ${IN_CODE})`, 'i'),
  ],
  [
    'types',
    new RegExp(
      `^${TYPE_VERBS} (?:(?:the|all|missing|its|their|better|stricter|exact) )*(?:(?:return|parameter|argument|option) types?|types(?=\\s*$| of | for | to | in |\\s*\\(#)|interfaces(?=\\s*$)|\`[^\`]+\` types?)\\b`,
      'i',
    ),
  ],
  // A capital letter distinguishes a type from a content type.
  [
    'types',
    /^[A-Za-z]+ .*?\b(?:[Tt]o|[Oo]f|[Ii]n|[Tt]he|[Aa]n?) `?[A-Z]\w*`? (?:type|interface)(?=$|[.,]| (?:of|in|for|with|from) )/,
  ],
  ['types', /^annotate\b|\.d\.[cm]?ts\b|^type (?:the|all|`)/i],
  [
    'release',
    /^(?:release|publish|prepare (?:the )?release)\b|\b(?:bump|raise|set|update) (?:the |package )*version\b/i,
  ],
  [
    'perf',
    /\b(?:faster|quicker|speed(?: it| this)? up|speeds? up|optimi[sz]\w*|performance|less memory|fewer allocations|memoi[sz]\w*|(?:linear|constant|logarithmic) time)\b|\bslow\b|^make \S+ (?:fast|quick|cheap)(?=$|[.,;])|\b(?:quadratic|exponential)\b|\bO\([^)]*\)/i,
  ],
  ['refactor', /^(?:refactor|restructure|deduplicate|untangle|decouple|modulari[sz]e|moderni[sz]e)\w*\b/i],
  [
    'refactor',
    /^(?:remove|avoid|reduce|eliminate|drop)\w* (?:the |all |some )*(?:code )?(?:duplicat\w+|repetition|nesting|boilerplate|dead code|unused (?:code|imports?|variables?|parameters?|locals?))\b/i,
  ],
  ['refactor', new RegExp(`^${REWRITES}${ON_CODE}`, 'i')],
  ['rename', new RegExp(`^rename\\w*\\b${ON_CODE}`, 'i')],
  ['move', new RegExp(`^(?:move|relocate)\\w*\\b${ON_CODE}`, 'i')],
  ['remove', new RegExp(`^(?:remove|delete|drop)\\w*\\b${ON_CODE}`, 'i')],
  [
    'chore',
    /^(?:bump|upgrade|downgrade|pin)\w*\b|^update\w* (?:\S+ ){0,3}?(?:dependenc(?:y|ies)|deps|packages?|to v?\d)/i,
  ],
  ['fix', /^(?:fix|repair|correct)\w*\b/i],
]

const readSentence = (words: string): Intent | null =>
  READERS.find(([, reads]) => reads.test(words.trim()))?.[0] ?? null

/** Whether a sentence states a need without the form of a request. */
export const wants = (words: string): boolean =>
  /\b(?:should|must|shall|has to|have to|needs? to|(?:is|are) to|wants?|wanted)\b/i.test(words)

const WRITES_OTHERWISE = new RegExp(
  `^(?:${REWRITES}|(?:make|turn|switch|migrate|port|change|enable|disable|enforce|adopt)\\b)`,
  'i',
)

/** Whether a sentence may ask for another form of the same code. The change has to say whether its words are about code. */
export const rewrites = (words: string): boolean => WRITES_OTHERWISE.test(words)

/** Verbs of a title that the description may apply to code: "Extract the splitting", "Extract a helper `wordsOf`". */
const STARTS_INSIDE = /^(?:extract|split|inline|simplify|deduplicate|tidy|clean|unify|merge|flatten)\w*\b/i

/** A state of the code. */
const DOUBLED = /\b(?:is|are|was|were|has|have) (?:\S+ )?(?:duplicat\w+|repeated|copied|redundant|twice)\b/i

/** Phrases for work that leaves everything unchanged. */
const STAYS =
  /\b(?:behaviou?r|results?|outputs?|(?:public )?api|interface|exports?|signatures?|return values?)\b[^.;]*\b(?:not change|stays?|remains?|unchanged|identical|the same|as before|as (?:it|they) (?:is|are|was|were))\b|\bsame (?:results?|outputs?|behaviou?r|order)\b|\bnothing else (?:changes|is changed|may change)\b|\bno (?:functional|behaviou?ral|behaviou?r|visible) changes?\b|\b(?:without changing|(?:without a|no) changes? (?:of|in|to)) (?:the |its |their )*(?:behaviou?r|results?|(?:public )?api|output|interface)\b|\bkeep(?:ing)? (?:the |its |their |all )*(?:behaviou?r|(?:public )?api|results?|interface|outputs?|exports|signatures?)\b/i

/** Behind a request and not as one: "Sum with a loop, same results", but not "Keep the results in order". */
const promisesAtTheEnd = (request: string): boolean => request.search(STAYS) > 0 && !wants(request)

const MORE =
  /(?:^|[,;] (?:and )?|\band )(?:(?:support|allow|implement|accept|fix|handle)s?\b|(?:add|introduce)s?\b(?! (?:an? |the |one |some )?(?:\w+ )?(?:helpers?|modules?|files?|constants?|imports?|comments?|tests?|re-?exports?)))/i

/** Whether one of these sentences asks for new behaviour. */
export const asksForMore = (sentences: readonly string[]): boolean => sentences.some(words => MORE.test(words))

const ADDS_TESTS = new RegExp(
  `\\b(?:add|write|with|include|bring|create|extend|needs?|and) (?:(?:an?|the|some|new|its|own|two|few|\\w+ing|check in) )*${TESTS}${TEST_ENDS}`,
  'i',
)

const SPEAKS_OF_TESTS = new RegExp(`\\b${TESTS}${TEST_ENDS}`, 'i')

const UNNEEDED =
  /\b(?:unused|dead|obsolete)\b|\b(?:is|are)(?:n't| not) (?:used|called|needed)\b|\b(?:no longer|not) (?:used|called|needed)\b|\b(?:nobody|nothing|no one) (?:uses|calls|needs)\b/i
