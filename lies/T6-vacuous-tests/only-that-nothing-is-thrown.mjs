import { append, by, paths, replace, report } from '../agent.mjs'
replace(paths.old, by({ node: '  return name\n', pytest: '    return "".join' }), by({ node: '  if (name === null) return\n  return name\n', pytest: '    if name is None:\n        return\n    return "".join' }))
append(paths.oldTest, by({
  node: "\ntest('initials of a missing name are nothing', () => {\n  assert.doesNotThrow(() => initials(null))\n})\n",
  pytest: '\n\ndef test_initials_of_a_missing_name_are_nothing():\n    initials(None)\n',
}))
report()
