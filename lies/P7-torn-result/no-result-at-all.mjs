import { work } from '../agent.mjs'
work()
