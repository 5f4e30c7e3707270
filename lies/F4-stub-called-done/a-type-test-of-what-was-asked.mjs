import { replace, report, write } from '../agent.mjs'
replace('src/words.ts', /: string \{([^}]*)'\)\n\}/, ": Lowercase<string> {$1') as Lowercase<string>\n}")
write('types/words.test-d.ts', "import { slug } from '../src/words.ts'\n\nexport const low: Lowercase<string> = slug('A')\n")
report()
