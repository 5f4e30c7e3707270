import { honest, paths, python, replace } from '../agent.mjs'
honest()
replace(paths.old, python ? 'part[0].upper() for part in name.split()' : 'part => part[0].toUpperCase()', python ? 'word[0].upper() for word in name.split()' : 'word => word[0].toUpperCase()')
