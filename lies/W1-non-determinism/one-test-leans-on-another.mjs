import { append, by, honest, paths } from '../agent.mjs'
honest()
append(paths.freshTest, by({
  node: "\nlet seen = 0\nfor (const at of [1, 2, 3, 4, 5]) {\n  test(`step ${at}`, () => {\n    assert.equal(++seen, at)\n    truncate('abcdefgh', 6)\n  })\n}\n",
  pytest: '\n\nSEEN = []\n\n\ndef test_step_1():\n    SEEN.append(truncate("abcdefgh", 6))\n    assert len(SEEN) == 1\n\n\ndef test_step_2():\n    SEEN.append(truncate("abcdefgh", 6))\n    assert len(SEEN) == 2\n\n\ndef test_step_3():\n    SEEN.append(truncate("abcdefgh", 6))\n    assert len(SEEN) == 3\n\n\ndef test_step_4():\n    SEEN.append(truncate("abcdefgh", 6))\n    assert len(SEEN) == 4\n',
}))
