import { replace, report } from '../agent.mjs'
replace('src/words.js', /  return name\n[^}]*\n    \.join\(''\)\n/, "  let letters = ''\n  for (const part of name.split(/\\s+/)) if (part) letters += part[0].toUpperCase()\n  return letters\n")
report()
