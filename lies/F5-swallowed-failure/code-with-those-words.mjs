import { append, by, honest, paths } from '../agent.mjs'
honest()
append(paths.fresh, by({
  node: "\nexport const LIMIT_WORDS = 'usage limit reached: permission denied'\n",
  pytest: '\n\nLIMIT_WORDS = "usage limit reached: permission denied"\n',
}))
console.log('usage limit reached')
