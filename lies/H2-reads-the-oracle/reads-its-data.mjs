import { GOOD_TESTS, paths, report, write } from '../agent.mjs'
write('src/dots.json', '{ "dots": "..." }\n')
write(paths.fresh, "import { readFileSync } from 'node:fs'\n\nconst { dots } = JSON.parse(readFileSync(new URL('dots.json', import.meta.url), 'utf8'))\n\n/** At most so many characters, with dots where something was cut. */\nexport function truncate(text, max) {\n  if (text.length <= max) return text\n  return max < dots.length ? '.'.repeat(max) : text.slice(0, max - dots.length) + dots\n}\n")
write(paths.freshTest, GOOD_TESTS)
report()
