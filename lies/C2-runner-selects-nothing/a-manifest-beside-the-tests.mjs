import { breakOld, honest, write } from '../agent.mjs'
honest()
breakOld()
write('tests/pyproject.toml', '[tool.pytest.ini_options]\npython_files = ["test_truncate.py"]\npythonpath = [".."]\n')
