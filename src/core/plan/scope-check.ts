import type { Adaptation } from '../proof/judgement.ts'
import type { Criterion } from './plan.ts'

/** Irreversible changes, or changes beyond the code at hand. Any of these words makes an adaptation destructive. */
const DESTRUCTIVE: readonly { readonly is: string; readonly words: RegExp }[] = [
  {
    is: 'a change to the database schema',
    words:
      /\b(migrations?|migrate|(alter|drop|truncate|rename)\s+(the\s+)?(\w+\s+)?(tables?|columns?|index(es)?|schemas?|databases?)|schema\s+changes?|change\s+the\s+(database\s+)?schema)\b/i,
  },
  {
    is: 'a breaking change to an interface',
    words:
      /\b(breaking\s+(api\s+)?changes?|(remov|delet|drop|renam)\w*\s+(the\s+|an?\s+)?(\S+\s+)?(endpoints?|routes?|public\s+(api|method|function)s?)|chang\w*\s+(the\s+)?response\s+(shape|format)|response\s+shape)\b/i,
  },
  {
    is: 'the deletion of something shared',
    words: /\b(delet|remov|drop)\w*\s+(the\s+|all\s+|an?\s+)*(shared|common|\S+\s+(shared|imported|used)\s+by)\b/i,
  },
  {
    is: 'a change to authentication or security',
    words:
      /\b(auth(entication|orization|n|z)?|tokens?|permissions?|secrets?|credentials?|passwords?|access\s+control|encryption|oauth|jwt|sessions?\s+(handling|cookies?))\b/i,
  },
  {
    is: 'a change to configuration outside of the code',
    words:
      /\b(ci|cd|ci\/cd|pipelines?|deploy(s|ment|ments|ing)?|infrastructure|terraform|kubernetes|k8s|helm|docker(file|-compose)?|github\s+actions|workflow\s+files?|dns|load\s+balancer)\b/i,
  },
]

/** The irreversible part of an adaptation; null if there is none. */
export function destructiveIn({
  title,
  reason,
  steps,
  justification,
}: Pick<Adaptation, 'title' | 'reason' | 'steps' | 'justification'>): string | null {
  const text = [title, reason, ...steps, justification].join('\n')
  return DESTRUCTIVE.find(({ words }) => words.test(text))?.is ?? null
}

export interface ScopeFinding {
  readonly is: 'safe' | 'destructive-out-of-scope'
  /** A criterion of the task itself cannot be met without it. */
  readonly neededForDod: boolean
  readonly inScope: boolean
  readonly destructive: string | null
  /** As in `audit.md`. */
  readonly words: string
}

/** In scope: needed by the task's own criteria, or within its limits. Out of scope, only non-destructive work is safe. */
export function scopeCheck(adaptation: Adaptation, criteria: readonly Criterion[]): ScopeFinding {
  const neededForDod = adaptation.dodRelated.some(named => criteria.some(criterion => isMeant(criterion, named)))
  const inScope = neededForDod || adaptation.withinScope
  const destructive = destructiveIn(adaptation)
  const facts = { neededForDod, inScope, destructive }
  if (inScope)
    return { is: 'safe', ...facts, words: `safe (needed_for_DoD=${neededForDod ? 'YES' : 'NO'})${note(destructive)}` }
  if (destructive === null) return { is: 'safe', ...facts, words: 'out-of-scope, non-destructive' }
  return { is: 'destructive-out-of-scope', ...facts, words: `destructive_out_of_scope: ${destructive}` }
}

const note = (destructive: string | null): string => (destructive === null ? '' : `, but ${destructive}`)

/** Short words could match any criterion. */
const WORDS_MIN = 12

const isMeant = ({ id, text }: Criterion, named: string): boolean => {
  const said = named.trim().toLowerCase()
  return said === id.toLowerCase() || (said.length >= WORDS_MIN && text.toLowerCase().includes(said))
}
