import { append, by, paths, replace, report } from '../agent.mjs'
replace(paths.old, 'slug(text)', by({ node: 'slug(text, keep)', pytest: 'slug(text, keep=False)' }))
append(paths.oldTest, by({
  node: "\ntest('slug keeps capitals on request', () => {\n  assert.equal(slug.length, 2)\n})\n",
  pytest: '\n\ndef test_slug_keeps_capitals_on_request():\n    assert "keep" in slug.__code__.co_varnames[: slug.__code__.co_argcount]\n',
}))
report()
