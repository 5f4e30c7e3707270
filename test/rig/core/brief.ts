import { contractFor } from '../../../src/core/plan/make-contract.ts'
import { type Brief, briefFor } from '../../../src/core/told/brief.ts'
import type { Given } from './given.ts'

export const briefOf = (at: Given, id: string, kind: 'implement' | 'fix' = 'implement'): Brief =>
  briefFor(at.state, at.task(id), contractFor(at.state, at.task(id), { test: 'npm test', lint: 'npm run lint' }), kind)

/** One section of a prompt, from its heading to the next. */
export const section = (prompt: string, title: string): string | null =>
  prompt.split(/^(?=## )/m).find(part => part.startsWith(`## ${title}\n`)) ?? null

export const titles = (prompt: string) => [...prompt.matchAll(/^## (.+)$/gm)].map(match => match[1])
