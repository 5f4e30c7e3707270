import { append, by, honest, paths } from '../agent.mjs'
honest()
append(paths.freshTest, by({
  node: "\ntest('it is never too long', () => {\n  let seed = 7\n  for (let at = 0; at < 50; at++) {\n    seed = (seed * 1103515245 + 12345) % 2147483648\n    assert.ok(truncate('x'.repeat(seed % 40), 9).length <= 9)\n  }\n})\n",
  pytest: '\n\ndef test_it_is_never_too_long():\n    import random\n\n    chance = random.Random(7)\n    for _ in range(50):\n        assert len(truncate("x" * chance.randrange(40), 9)) <= 9\n',
}))
