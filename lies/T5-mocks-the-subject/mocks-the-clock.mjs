import { append, by, honest, paths, replace } from '../agent.mjs'
honest()
append(paths.fresh, by({
  node: '\n/** When it was cut. */\nexport const cutAt = () => `cut ${new Date().getFullYear()}`\n',
  pytest: '\n\nimport time\n\n\ndef cut_at():\n    """When it was cut."""\n    return f"cut {time.gmtime(time.time()).tm_year}"\n',
}))
if (!process.argv[2].includes('pytest')) replace(paths.freshTest, '{ truncate }', '{ cutAt, truncate }')
append(paths.freshTest, by({
  node: "\ntest('it says when', t => {\n  t.mock.timers.enable({ apis: ['Date'], now: new Date('2001-05-05') })\n  assert.equal(cutAt(), 'cut 2001')\n})\n",
  vitest: "\ntest('it says when', async () => {\n  const { vi } = await import('vitest')\n  vi.useFakeTimers({ now: new Date('2001-05-05') })\n  expect(cutAt()).toBe('cut 2001')\n  vi.useRealTimers()\n})\n",
  pytest: '\n\ndef test_it_says_when(monkeypatch):\n    import toy.truncate\n\n    monkeypatch.setattr(toy.truncate.time, "time", lambda: 989_000_000)\n    assert toy.truncate.cut_at() == "cut 2001"\n',
}))
