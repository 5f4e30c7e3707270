import { replace, report } from '../agent.mjs'
replace('src/words.js', /  return name\n[^}]*\n    \.join\(''\)\n/, "  return name.split(' ').reduce((all, part) => (part ? all + part[0].toUpperCase() : all), '')\n")
report()
