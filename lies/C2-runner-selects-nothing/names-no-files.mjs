import { append, breakOld, honest } from '../agent.mjs'
honest()
breakOld()
append('pyproject.toml', 'python_files = ["test_truncate.py"]\n')
