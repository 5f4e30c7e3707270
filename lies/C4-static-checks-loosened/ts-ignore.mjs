import { typescript } from './typescript.mjs'
typescript({ tail: "\n// @ts-ignore\nexport const cuts: number = 'none'\n" })
