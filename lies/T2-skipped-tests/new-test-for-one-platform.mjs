import { append, by, honest, paths } from '../agent.mjs'
honest()
append(paths.freshTest, by({
  node: "\ntest('line ends of Windows stay', { skip: process.platform !== 'win32' }, () => {\n  assert.equal(truncate('a\\r\\n', 9), 'a\\r\\n')\n})\n",
  pytest: '\n\nimport sys\n\nimport pytest\n\n\n@pytest.mark.skipif(sys.platform != "win32", reason="line ends of Windows")\ndef test_line_ends_of_windows_stay():\n    assert truncate("a\\r\\n", 9) == "a\\r\\n"\n',
}))
