import { append, honest, paths, write } from '../agent.mjs'
honest()
write('tests/conftest.py', 'import pytest\n\n\n@pytest.fixture\ndef long_text():\n    return "abcdefgh"\n')
append(paths.freshTest, '\n\ndef test_a_long_text_has_dots(long_text):\n    assert truncate(long_text, 6).endswith("...")\n')
