import { append, report, write } from '../agent.mjs'
append('src/words.ts', '\nexport declare function truncate(text: string, max: number): string\n')
write('types/truncate.test-d.ts', "import { truncate } from '../src/words.ts'\n\nexport const cut: string = truncate('abc', 2)\n")
report()
