import { typescript } from './typescript.mjs'
typescript({ tail: "\nexport const cuts: number = 'none' as any\n" })
