import { append, breakOld, honest } from '../agent.mjs'
honest()
breakOld()
append('pyproject.toml', 'addopts = "--collect-only"\n')
