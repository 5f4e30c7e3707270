import { describe, expect, it } from 'vitest'
import { criterion, spokenCriterion } from '../../../test/rig/core/plan.ts'
import type { Adaptation } from '../proof/judgement.ts'
import { destructiveIn, scopeCheck } from './scope-check.ts'

const wish = (fields: Partial<Adaptation> = {}): Adaptation => ({
  blockage: 'dod_gap',
  title: 'Add a clock',
  reason: 'there is none',
  steps: [],
  justification: '',
  dodRelated: [],
  withinScope: false,
  ...fields,
})
const DROPS = 'Drop the table users'
const CRITERIA = [criterion('c1', 'npm test'), spokenCriterion('c2', 'The page greets its visitors')]

describe('an adaptation', () => {
  it.each([
    ['needed by a criterion, by its id', wish({ dodRelated: ['C2'] }), 'safe', 'safe (needed_for_DoD=YES)'],
    [
      'needed by a criterion, in its words',
      wish({ dodRelated: ['page greets its visitors'] }),
      'safe',
      'safe (needed_for_DoD=YES)',
    ],
    ['within the limits of its task', wish({ withinScope: true }), 'safe', 'safe (needed_for_DoD=NO)'],
    ['out of scope that destroys nothing', wish(), 'safe', 'out-of-scope, non-destructive'],
    [
      'for a criterion that the task does not have',
      wish({ dodRelated: ['c9', 'page'] }),
      'safe',
      'out-of-scope, non-destructive',
    ],
    [
      'out of scope that destroys',
      wish({ title: DROPS, dodRelated: ['c9'] }),
      'destructive-out-of-scope',
      'destructive_out_of_scope: a change to the database schema',
    ],
    [
      'in scope that destroys',
      wish({ title: DROPS, dodRelated: ['c2'] }),
      'safe',
      'safe (needed_for_DoD=YES), but a change to the database schema',
    ],
  ])('%s', (_, adaptation, is, words) => {
    expect(scopeCheck(adaptation, CRITERIA)).toMatchObject({ is, words })
  })

  it.each([
    ['ALTER TABLE users ADD age', 'a change to the database schema'],
    ['Write a migration for orders', 'a change to the database schema'],
    ['Remove the /v1/users endpoint', 'a breaking change to an interface'],
    ['Change the response shape of search', 'a breaking change to an interface'],
    ['Delete the shared helpers', 'the deletion of something shared'],
    ['Rotate the access tokens', 'a change to authentication or security'],
    ['Change permissions of editors', 'a change to authentication or security'],
    ['Adjust the CI pipeline', 'a change to configuration outside of the code'],
    ['Change the deployment of the shop', 'a change to configuration outside of the code'],
    ['Make the author name optional', null],
    ['Remove the unused import', null],
    ['Add a table of contents', null],
  ])('that says "%s" is %s', (said, found) => {
    expect(destructiveIn(wish({ steps: [said] }))).toBe(found)
  })
})
