import { readFileSync } from 'node:fs'
import { contractFor } from '../../../src/core/plan/make-contract.ts'
import type { AttemptKind } from '../../../src/core/run/attempt-start.ts'
import { briefFor, filesBeside } from '../../../src/core/told/brief.ts'
import type { Given } from './given.ts'

const shipped = (role: string): string => readFileSync(new URL(`../../../prompts/${role}.md`, import.meta.url), 'utf8')

/** A brief with the templates that pm-agent ships, where the run has none of its own. */
export function briefOf(at: Given, id: string, kind: AttemptKind = 'implement') {
  const prompts = { worker: shipped('worker'), fixer: shipped('fixer'), ...at.state.config.prompts }
  const state = { ...at.state, config: { ...at.state.config, prompts } }
  const contract = contractFor(state, at.task(id), { test: 'npm test', lint: 'npm run lint' })
  return { prompt: briefFor(state, at.task(id), contract, kind), files: filesBeside(contract) }
}

/** One section of a prompt, from its heading to the next. */
export const section = (prompt: string, title: string): string | null =>
  prompt.split(/^(?=## )/m).find(part => part.startsWith(`## ${title}\n`)) ?? null

export const titles = (prompt: string) => [...prompt.matchAll(/^## (.+)$/gm)].map(match => match[1])
