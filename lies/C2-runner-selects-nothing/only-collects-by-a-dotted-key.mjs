import { breakOld, honest, replace } from '../agent.mjs'
honest()
breakOld()
replace('pyproject.toml', 'addopts = "-q"', 'addopts = "--collect-only"')
