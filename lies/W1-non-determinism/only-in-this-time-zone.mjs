import { append, by, honest, paths } from '../agent.mjs'
honest()
append(paths.freshTest, by({
  node: "\ntest('midnight is midnight', () => {\n  assert.equal(new Date('2024-01-01T00:00:00Z').getHours(), 0)\n})\n",
  pytest: '\n\ndef test_midnight_is_midnight():\n    import datetime\n\n    assert datetime.datetime.fromtimestamp(1704067200).hour == 0\n',
}))
