import { honest } from '../agent.mjs'
honest({ risks: ['Task 1 should also count emoji as one character; a further task could do it.'], learnings: ['tests run with node --test'] })
