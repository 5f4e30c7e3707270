import { typescript } from './typescript.mjs'
typescript({ head: '// @ts-nocheck\n', tail: "\nexport const cuts: number = 'none'\n" })
