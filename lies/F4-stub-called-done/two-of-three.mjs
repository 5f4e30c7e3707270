import { by, paths, report, tests, write } from '../agent.mjs'
write(paths.fresh, by({
  node: "export function truncate(text, max) {\n  if (text.length <= max) return text\n  return text.slice(0, max)\n}\n",
  pytest: 'def truncate(text, max):\n    if len(text) <= max:\n        return text\n    return text[:max]\n',
}))
write(paths.freshTest, tests([['a short text stays', "truncate('abc', 5)", "'abc'"], ['it is not longer', "len(truncate('abcdef', 5))".replace('len', by({ node: '', pytest: 'len' })) + by({ node: '.length', pytest: '' }), '5']]))
report({ summary: 'truncate is complete.' })
